/* Ways on which a function fails for a reason of its own, and says so. */
#ifndef CAPLINT_FAILING_H
#define CAPLINT_FAILING_H

#include "graph/body.h"

/* Behind the row each way on which nobody reads the last-error slot tells something and then answers failure, as other ways don't, or ends the process: what the row did is thrown
 * away there. O(rows). */
bool body_only_fails_behind(const struct program *p, const struct body *b, u32 row);

/* The arm that is taken when the code in the cell, set at `row`, is a failure; NONE if no branch close behind asks it, or not alone. O(1). */
u32 failing_arm(const struct body *b, u32 row, u32 cell);

#endif
