/* Switches that a file has turned off by hand: their #define stands in a comment, `// #define SYNC_LAUNCHES 1`. What they would turn on is there only after an edit. */
#ifndef CAPLINT_MUTED_H
#define CAPLINT_MUTED_H

#include "base/text.h"

struct muted {
	u64 *at; /* sorted hashes (str_hash) of the names */
	u32 n;
};

/* A comment that holds the definition and no prose, of a name that nothing in the text defines. O(length). */
void muted_find(struct arena *a, struct str text, struct muted *out);
bool muted_holds(const struct muted *m, struct str name);

#endif
