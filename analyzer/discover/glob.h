/* Patterns over paths, as .gitignore has them: without a '/' inside, a pattern is the name of a file or folder anywhere below
 * its base; else it is a path from there. `*`, `?` and `[...]` stay within one part, `**` stands for any number of parts,
 * and what names a folder holds all that is in it. */
#ifndef CAPLINT_GLOB_H
#define CAPLINT_GLOB_H

#include "base/text.h"

struct glob {
	struct str base;    /* absolute folder that the pattern is relative to */
	struct str pattern;
};

/* `path` is absolute, with '/' between parts and nothing to be resolved. O(parts of the path * parts of the pattern). */
bool glob_matches(const struct glob *g, struct str path);

#endif
