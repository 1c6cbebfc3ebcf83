/* Which of the files hold a name. A few bits of its hash find those that hold one with the same bits, some of thousands; whoever asks looks at these.
 * For python_wanted.c. */
#ifndef CAPLINT_WORD_INDEX_H
#define CAPLINT_WORD_INDEX_H

#include "base/hash.h"

struct word_list { /* of one file: hashes */
	const u64 *at;
	u32 n;
};

struct word_index {
	u32 *start; /* by these bits; one more at the end */
	u32 *files;
};

/* By file; borrowed no longer than the call. O(words). */
void word_index_make(struct arena *a, struct word_index *x, const struct word_list *lists, u32 count);

/* The files that may hold it: *n of them, in their order. */
const u32 *word_index_find(const struct word_index *x, u64 hash, u32 *n);

#endif
