/* A count on what is kept for graphs, set anew before each replay and given to a kernel by value in another function: the graph keeps the
 * count of the capture. What is kept for graphs says that its readers are captured, so the way of a capture need not be known. */
#ifndef CAPLINT_KEPT_COUNT_H
#define CAPLINT_KEPT_COUNT_H

#include "capture/capture.h"

struct kept_count {
	fn_id set_fn, fn; /* who sets the count, and who gives it to a kernel */
	u32 set_row, row; /* of their bodies: the assignment, the kernel's call */
	u32 read;         /* where the second one reads it; the kernel's call if that is not one place */
	struct str field;
};
typedef VEC(struct kept_count) kept_count_list;

/* Of Python functions but those of tests, in order; one for each that gives a count to a kernel and that `shows` names. Bodies are made for
 * candidates only. O(rows). */
void find_kept_counts(const struct capture *c, const bool *shows, struct arena *a, kept_count_list *out);

#endif
