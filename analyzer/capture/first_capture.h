/* C and C++: a function that captures where there is no graph yet and replays in either case (`if (!exec) exec = capture(x); launch(exec);`). What
 * only the capturing arm looks at is that of the first call. */
#ifndef CAPLINT_FIRST_CAPTURE_H
#define CAPLINT_FIRST_CAPTURE_H

#include "capture/below.h"

struct first_capture {
	u32 branch;     /* asks for the graph */
	u32 arm, away;  /* its edge that captures, and the other one */
	u32 opened;     /* the row that opens the capture, or calls what does */
	u32 replay;     /* the row that replays on both ways, or calls what does */
};

/* Answers so far; made at the first question. */
struct first_captures {
	struct below below;
	const struct first_capture **of; /* by fn_id */
	bool *is_asked;                  /* by fn_id */
};

/* The first such branch of the function, one that asks for something that outlives the call: a member, a global, an element of one; NULL. Remembered. O(branches * rows) the
 * first time. */
const struct first_capture *first_capture_of(const struct capture *c, fn_id fn);

/* The row stands on the capturing arm. O(1). */
bool first_capture_has(const struct capture *c, const struct body *b, const struct first_capture *f, u32 row);

#endif
