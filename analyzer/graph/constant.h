/* Names and conditions that are one number in the program's text: `constexpr bool PRINT = false;`, `#define TRACE 0`. What stands below
 * `if (PRINT)` is then dead, for every stage behind the bodies. A name is a constant where all that a file sees of it says the same: its own
 * declarations, those of its includes, no parameter of a template. */
#ifndef CAPLINT_CONSTANT_H
#define CAPLINT_CONSTANT_H

#include "graph/cells.h"

/* After the includes are known. What it finds lives in the program's arena. O(declarations and macros of the program). */
void link_constants(struct program *p);

/* What the condition of a BRANCH of the frame's function always is; a comparison that was made just before counts. False: it may be either. */
bool constant_condition(const struct program *p, const struct frame *f, u32 unit_row, bool *is_true);

#endif
