/* Whether a row runs whenever its function has something to do. Weaker than "on every way", and what a reader means by it: what a function leaves
 * out because there is nothing to do, and the choice among kinds of work, keep nothing away from a capture. */
#ifndef CAPLINT_USUAL_H
#define CAPLINT_USUAL_H

#include "capture/capture.h"

/* C and C++. Every normal way from the begin of the body takes the row, but for those on which
 *  - a loop around the row runs not even once,
 *  - a count is zero (`if (n == 0)`),
 *  - a call of the runtime or of a library has failed,
 *  - something is compared with a constant, or asked whether it is empty, and the function, or this round of its loop, ends without a call,
 *  - another case is taken of three or more that one value decides among (`switch (node->op)`, `if (type == F32) ... else if (type == F16) ...`):
 *    kinds of work, not ways to run it (a mode, a stage). O(rows x branches). */
bool is_usually_run(const struct capture *c, const struct body *b, u32 row);

/* C and C++. Every normal way from the begin of the body takes the row, but for those on which a call before it has failed: what throws there instead
 * of `if (err != cudaSuccess) return err;` is no condition either. O(rows x branches). */
bool is_run_unless_failed(const struct capture *c, const struct body *b, u32 row);

#endif
