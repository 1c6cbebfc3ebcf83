/* How sure it is that a reached row runs whenever its region is captured. */
#include "capture/hazard.h"

#include "graph/dominate.h"

/* Every normal way from the begin of the body to its exit takes the row. */
static bool is_always_run(const struct body *b, u32 row)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1);
	VEC(u32) todo = {0};
	u32 to[EDGES];
	vec_push(&scratch, &todo, 0);
	while (todo.n && !seen[b->exit]) {
		u32 at = todo.at[--todo.n];
		if (seen[at] || at == row)
			continue;
		seen[at] = true;
		for (u32 n = body_edges(b, at, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	bool is = !seen[b->exit];
	arena_release(&scratch);
	return is;
}

enum certainty capture_certainty(const struct capture *c, u32 at, u32 row)
{
	const struct reached *r = &c->reached.at[at];
	const struct capture_region *region = &c->regions.at[r->region];
	if (r->by_name)
		return CERTAIN_BY_NAME;
	if (region->is_cut)
		return CERTAIN_RARELY;
	bool is_span = r->from == NONE && region->row != NONE;
	/* Inside of a region's own text the condition of the capture is the condition of the row. */
	bool is_always = is_span || is_always_run(r->body, row);
	u32 conditions = !is_always;
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from) {
		const struct reached *from = &c->reached.at[c->reached.at[at].from];
		u32 call = c->reached.at[at].from_row;
		if (from->body->rows[call].callee.n > 1)
			conditions++;
		else if (from->from != NONE || c->regions.at[from->region].row == NONE)
			conditions += !is_always_run(from->body, call);
	}
	return conditions == 0 ? CERTAIN_ALWAYS : conditions <= FEW_CONDITIONS ? CERTAIN_SOMETIMES : CERTAIN_RARELY;
}
