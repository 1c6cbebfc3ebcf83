/* Grading: what the whole list tells that no single rule can know. Code in tests, examples and benchmarks weighs one
 * level less, and one site carries one finding of the error-slot family. */
#ifndef CAPLINT_GRADE_H
#define CAPLINT_GRADE_H

#include "finding/registry.h"

struct grading {
	const struct rule *rules;
	const struct str *paths; /* by file, for the order */
	const bool *is_test;     /* by file */
	/* A file's bytes, borrowed until the next call; empty if they can't be had. */
	struct str (*bytes)(void *from, u32 file);
	void *from;
};

/* Makes notes of the findings in test files and in functions named benchmark, keeps of the findings that share a site those of the highest rank
 * (rank 0 neither drops nor is dropped), then sorts and drops repeats. Two findings share a site if their spans
 * overlap and begin on the same line. The same result for any order of the input. O(n log n) in the findings and in
 * the pairs of them that overlap. */
void findings_grade(struct findings *all, const struct grading *g);

#endif
