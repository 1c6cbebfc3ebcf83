/* Callees before callers: the strongly connected components of the call graph over bodies, in reverse topological
 * order. Functions without a body are left out. */
#ifndef CAPLINT_ORDER_H
#define CAPLINT_ORDER_H

#include "graph/body.h"

struct order_group {
	u32 first, n;      /* in fns */
	bool is_recursive; /* calls itself, or more than one function */
};

struct order {
	fn_id *fns;
	struct order_group *groups;
	u32 group_count;
};

/* Tarjan's algorithm without recursion. O(rows). */
void order_bodies(struct arena *a, const struct body *bodies, u32 count, struct order *out);

#endif
