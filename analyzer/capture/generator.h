/* Python: generators of random numbers that the program makes for itself. A graph knows the default ones; another one must be registered with it. */
#ifndef CAPLINT_GENERATOR_H
#define CAPLINT_GENERATOR_H

#include "capture/capture.h"

/* The cell is a generator that the program made by torch.Generator(), in this function, for this attribute, or for a variable of the module, and nobody in the program registers
 * one with a graph. O(1), and O(program's text) for such a cell. */
bool is_unregistered_generator(const struct capture *c, const struct body *b, u32 row, u32 cell);

#endif
