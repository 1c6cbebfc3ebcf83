/* Which of several functions of one name a call means, as far as the types of its arguments tell. Private to graph/, but for what a call returns. */
#ifndef CAPLINT_OVERLOAD_H
#define CAPLINT_OVERLOAD_H

#include "graph/body.h"

/* The id of the type that a call row returns (see link_type), 0 if unknown. */
u32 overload_result_type(struct program *p, const struct body_row *call);
/* Keeps the candidates with the most parameters of exactly the arguments' types (0: unknown). O(candidates x arguments). */
void overload_choose(struct program *p, struct call_target *t, const u32 *types, u32 n);

#endif
