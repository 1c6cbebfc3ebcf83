/* What a macro is given runs where the macro's text uses it, not before: #define CHECK(call) { drain(); err = (call); ... } drains first. Private to the
 * builder (builder.h). */
#ifndef CAPLINT_DEFERRED_H
#define CAPLINT_DEFERRED_H

#include "graph/cells.h"

/* The row calls a macro that does something before it uses an argument, once and on every way, and that argument is made by the rows just before, one
 * after the other: from *first to the call. *arg: which one. O(rows of the macros). */
bool deferred_argument(struct program *p, const struct frame *f, u32 unit_row, u32 *first, u32 *arg);
/* The row of a macro uses the parameter in any way. */
bool deferred_uses(const struct unit *u, const struct function *f, const struct row *row, u32 param);
/* The argument of a call that is the parameter as it is; NONE if the row does anything else with it. */
u32 deferred_handed_on(const struct unit *u, const struct row *row, u32 param);

#endif
