/* Python: values of the host that are others at the next call or turn: what a loop gives, and what callers give for a parameter. */
#ifndef CAPLINT_TURN_H
#define CAPLINT_TURN_H

#include "capture/capture.h"

/* The ITER row of the loop that gives the variable, or a part of it, at each turn (`for step, sigma in enumerate(sigmas):`), where `row` stands in that
 * loop; NONE. O(rows). */
u32 given_by_loop(const struct capture *c, const struct body *b, u32 row, u32 cell);

/* Some caller gives the parameter a number, flag or name of the host that is not always the same: a comparison, what float(), len() or item() gives,
 * a number that it was given itself, or both a zero and another constant. O(rows of the program's Python). */
bool is_number_of_call(const struct capture *c, fn_id fn, u32 param);

#endif
