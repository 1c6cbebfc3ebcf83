#include "capture/clock.h"

void clocks_open(struct clocks *c, struct arena *a, const struct fork_table *table)
{
	u32 n = table->streams.n;
	*c = (struct clocks){.table = table, .seen = arena_array(a, u32 *, n + 1), .marked = arena_array(a, u32 *, table->events.n + 1)};
	for (u32 i = 0; i < n; i++)
		c->seen[i] = arena_array(a, u32, n + 1);
	for (u32 i = 0; i < table->events.n; i++)
		c->marked[i] = arena_array(a, u32, n + 1);
}

static void max_into(u32 *to, const u32 *from, u32 n)
{
	for (u32 i = 0; i < n; i++)
		if (from[i] > to[i])
			to[i] = from[i];
}

void clocks_step(struct clocks *c, const struct fork_op *op)
{
	u32 n = c->table->streams.n;
	if (op->kind == FORK_RECORD) {
		max_into(c->marked[op->event], c->seen[op->stream], n);
		c->marked[op->event][op->stream] = op->row + 1;
	} else if (op->kind == FORK_WAIT) {
		max_into(c->seen[op->stream], c->marked[op->event], n);
	} else if (op->kind == FORK_SYNC) {
		for (u32 i = 0; i < n; i++)
			c->seen[i][op->stream] = op->row + 1;
	} else if (op->kind == FORK_HANDED) {
		/* Somebody may order anything with anything. */
		for (u32 i = 0; i < n; i++)
			for (u32 k = 0; k < n; k++)
				c->seen[i][k] = op->row + 1;
	}
}
