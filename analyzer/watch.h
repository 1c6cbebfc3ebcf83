/* `caplint check --watch`: checks again after each change, so that what is wrong shows while it is written, and so that the answer to whatever a commit asks is kept before it
 * asks (recall.h).
 *
 * The watcher itself is small: it holds the names of folders and waits. Each run is a child (watch_run.c), so that neither memory nor a crash stays behind, and it begins
 * as any run does: nothing is handed on but what the cache keeps. What a run looks at it tells the watcher first, as places and as a mark of all files' names and
 * times. If the mark is that of the run before nothing has changed after all (a touched index, a folder that git ignores), and the run ends unheard.
 *
 * A change is waited out for CALM ms, since an editor's save, a checkout or a rebase is many. A run whose files are written to is stopped and begun anew, but not once
 * it has spoken, for it is about to write down what it found; nor more than PATIENCE times in a row, so that a tree that never rests is told of as well. What can't
 * be sure to matter (an index, a folder) stops nothing: the next run looks. Places that are new are looked at once more, as what happened before they were watched was not seen. */
#ifndef CAPLINT_WATCH_H
#define CAPLINT_WATCH_H

#include "options.h"

/* Until it is told to stop (SIGINT, SIGTERM, SIGHUP): 0. 2 if the first run could not begin, or nothing is left to be watched. */
int watch(struct options *o);

#endif
