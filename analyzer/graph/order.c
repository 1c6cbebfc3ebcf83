/* Tarjan's algorithm with an explicit stack: a call chain may be as long as the program. */
#include "graph/order.h"

struct visit {
	fn_id fn;
	u32 row, target; /* the next edge to look at */
};

struct tarjan {
	const struct body *bodies;
	u32 *index, *low; /* index + 1; 0: not visited */
	bool *on_stack;
	u32 next;
	VEC(fn_id) stack;
	VEC(struct visit) visits;
};

static void enter(struct tarjan *t, struct arena *a, fn_id fn)
{
	t->index[fn] = t->low[fn] = ++t->next;
	t->on_stack[fn] = true;
	vec_push(a, &t->stack, fn);
	struct visit v = {fn, 0, 0};
	vec_push(a, &t->visits, v);
}

/* The next callee of a visit that has a body, or NONE. */
static fn_id next_callee(struct tarjan *t, struct visit *v)
{
	const struct body *b = &t->bodies[v->fn];
	for (; v->row < b->n; v->row++, v->target = 0)
		while (v->target < b->rows[v->row].callee.n) {
			fn_id callee = b->rows[v->row].callee.at[v->target++];
			if (t->bodies[callee].n)
				return callee;
		}
	return NONE;
}

static bool calls_itself(const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		for (u32 i = 0; i < b->rows[row].callee.n; i++)
			if (b->rows[row].callee.at[i] == b->fn)
				return true;
	return false;
}

static void close_group(struct tarjan *t, fn_id root, struct order *out, u32 *filled)
{
	struct order_group *g = &out->groups[out->group_count++];
	*g = (struct order_group){.first = *filled};
	fn_id fn;
	do {
		fn = t->stack.at[--t->stack.n];
		t->on_stack[fn] = false;
		out->fns[(*filled)++] = fn;
		g->n++;
	} while (fn != root);
	g->is_recursive = g->n > 1 || calls_itself(&t->bodies[root]);
}

void order_bodies(struct arena *a, const struct body *bodies, u32 count, struct order *out)
{
	struct arena scratch = {0};
	struct tarjan t = {.bodies = bodies, .index = arena_array(&scratch, u32, count + 1),
	                   .low = arena_array(&scratch, u32, count + 1), .on_stack = arena_array(&scratch, bool, count + 1)};
	*out = (struct order){.fns = arena_array(a, fn_id, count + 1), .groups = arena_array(a, struct order_group, count + 1)};
	u32 filled = 0;
	for (fn_id start = 0; start < count; start++) {
		if (!bodies[start].n || t.index[start])
			continue;
		enter(&t, &scratch, start);
		while (t.visits.n) {
			struct visit *v = &t.visits.at[t.visits.n - 1];
			fn_id callee = next_callee(&t, v), fn = v->fn;
			if (callee != NONE && !t.index[callee]) {
				enter(&t, &scratch, callee);
			} else if (callee != NONE) {
				if (t.on_stack[callee])
					t.low[fn] = min_u32(t.low[fn], t.index[callee]);
			} else {
				t.visits.n--;
				if (t.low[fn] == t.index[fn])
					close_group(&t, fn, out, &filled);
				if (t.visits.n) {
					fn_id parent = t.visits.at[t.visits.n - 1].fn;
					t.low[parent] = min_u32(t.low[parent], t.low[fn]);
				}
			}
		}
	}
	arena_release(&scratch);
}
