/* What only a debugging build has. */
#ifndef CAPLINT_DEBUG_H
#define CAPLINT_DEBUG_H

#include "graph/body.h"

/* The row is of a macro, or in an arm of #if, that only a debugging build takes, by its name: #ifdef DEBUG, #if LIB_DEBUG. O(rows before it). */
bool body_is_debug_only(const struct program *p, const struct body *b, u32 row);

#endif
