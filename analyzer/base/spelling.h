/* "Did you mean": the nearest of some known words. */
#ifndef CAPLINT_SPELLING_H
#define CAPLINT_SPELLING_H

#include "base/base.h"

/* Insertions, deletions, replacements and swaps of neighbours between two words; words beyond 63 bytes are cut. */
u32 spelling_distance(const char *a, const char *b);

struct spelling {
	const char *wrong, *best; /* best is NULL if nothing is near enough to be meant */
	u32 distance;
};
/* Begin with { .wrong = word }, then offer every known word. The first of equally near ones stays. A word that was cut short may
 * lack any number of letters. */
void spelling_offer(struct spelling *s, const char *known);

#endif
