/* Who has waited for whom: of each stream of a fork table, up to which row another stream's work is done before what it does next. */
#ifndef CAPLINT_CLOCK_H
#define CAPLINT_CLOCK_H

#include "capture/fork.h"

struct clocks {
	const struct fork_table *table;
	u32 **seen;   /* [stream][other]: rows of `other` before this one are ordered before what `stream` does next; 0 none */
	u32 **marked; /* [event][stream]: likewise, of who waits for it */
};

/* In the arena: O(streams x (streams + events)). */
void clocks_open(struct clocks *c, struct arena *a, const struct fork_table *table);
/* The table's operations, in their order. O(streams), or O(streams^2) where a stream is handed on. */
void clocks_step(struct clocks *c, const struct fork_op *op);

#endif
