/* Numbers that Python code uploads, though the device could make them: torch.tensor([0, n], device=d). */
#ifndef CAPLINT_NUMBER_H
#define CAPLINT_NUMBER_H

#include "capture/capture.h"

/* What the call makes a tensor of is numbers alone: literals, sizes, parameters that are annotated so, what is computed from such; one, or a list
 * of a known length. The host's data of a step, a list that was filled, is none. O(rows). */
bool is_made_of_numbers(const struct capture *c, const struct body *b, u32 row);

/* The row runs at each step, as far as its function shows, and in what a runner captures: in a file that makes or binds kernels a function
 * that takes tensors, or in a module's or an autograd function's own method without a condition; and no name on the way speaks of what is done
 * once, as weights are made ready. Not in what a compiler is given, which makes numbers constants, nor beside an upload of what the host has filled. `at`: the reached function. O(depth + names of the file). */
bool is_step_of_operator(const struct capture *c, u32 at, u32 row);

#endif
