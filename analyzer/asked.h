/* The names that reading asks the files for that it doesn't parse. All that such a file matters by is whether it holds them or defines them: while that is
 * as it was, its text may be anything. For the reading and recall.c. */
#ifndef CAPLINT_ASKED_H
#define CAPLINT_ASKED_H

#include "base/hash.h"
#include "graph/python_wanted.h"

/* Sorted hashes (str_hash), each once. */
struct asked {
	const u64 *names;
	u32 n;
};

/* Sorts `names` in place; the list is borrowed. O(n log n). */
struct asked asked_make(u64 *names, u32 n);
/* What a file answers; a test in Python is asked for nothing (python_wanted.h). O(its words). */
struct hash128 asked_of(const struct asked *asked, const struct python_words *file, bool is_python_test);

#endif
