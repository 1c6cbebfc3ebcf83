/* The set of words of one file. For this module. */
#ifndef CAPLINT_WORDS_H
#define CAPLINT_WORDS_H

#include "base/text.h"

struct word_set {
	u64 *slots; /* open addressing; 0 is empty */
	u32 n, cap;
};
/* The slots live in the arena, and move as the set grows. O(1) on average. */
void word_set_add(struct arena *a, struct word_set *set, u64 hash);
/* The hashes in ascending order, in the arena. O(n log n). */
u64 *word_set_sorted(struct arena *a, const struct word_set *set);

#endif
