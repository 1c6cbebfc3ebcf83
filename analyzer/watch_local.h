/* Between the watcher (watch.c) and its runs (watch_run.c). A message is a letter and a text, and ends with a NUL. */
#ifndef CAPLINT_WATCH_LOCAL_H
#define CAPLINT_WATCH_LOCAL_H

#include "base/hash.h"
#include "options.h"

enum watch_word {
	WATCH_FOLDER = 'D', WATCH_SOURCE = 'S', WATCH_EXTRA = 'E', /* a place (discover/places.h) */
	WATCH_SIGHT = 'L', /* that was all: the mark, in hex, and how many files there are */
	WATCH_SAME = '=',  /* nothing has changed, and it ends */
	WATCH_SPOKE = '!', /* all outputs are written */
};

/* What a run is told: by the fork. */
struct watch_order {
	struct options *o;
	int to;            /* where it tells */
	bool wants_places; /* else those of the run before hold */
	bool has_mark;     /* of the last run that spoke, or is about to */
	struct hash128 mark;
	bool is_again;     /* something was written before */
	bool is_announced; /* that it begins anew */
};

/* In the child: never returns. */
_Noreturn void watch_run(struct watch_order *order);

#endif
