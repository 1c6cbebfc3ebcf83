/* Values that a variable takes and nobody looks at: `cudaError_t code = cudaGetLastError();`, and the function ends, or the variable gets another value. */
#include "flow/slot_local.h"
#include "graph/edges.h"

/* A plain variable of this body, of which no other name is about. */
static bool is_own(const struct body *b, u32 cell)
{
	const struct cell *c = &b->cells[cell];
	if (c->kind != CELL_LOCAL || !c->name || c->parent != NONE || c->param != NONE || c->is_reference || c->is_array)
		return false;
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].address_of == cell || b->cells[i].parent == cell)
			return false;
	return true;
}

static bool looks_at(const struct body *b, const struct body_row *r, u32 cell)
{
	if (r->flags & RF_VOID_CAST)
		return false;
	/* err |= f() keeps what was there. */
	bool is_kept = r->op == ROW_MOVE && r->dst == cell && r->sub != OP_NONE;
	return r->a == cell || r->b == cell || is_kept || row_is_given(b, r, cell);
}

bool is_value_lost(const struct walk *w, u32 row)
{
	const struct body *b = w->body;
	u32 cell = read_holder(w, row), to[EDGES], n = 0;
	if (cell == NONE || cell == b->rows[row].dst || cell >= b->cell_count || !is_own(b, cell))
		return false;
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), is_lost = true;
	VEC(u32) todo = {0};
	vec_push(&scratch, &todo, row + 2); /* behind the move into the variable */
	while (todo.n && is_lost) {
		u32 at = todo.at[--todo.n];
		if (at >= b->n || seen[at])
			continue;
		seen[at] = true;
		is_lost = !looks_at(b, &b->rows[at], cell);
		if (b->rows[at].dst == cell)
			continue;
		n = body_edges(b, at, true, to);
		for (u32 i = 0; i < n; i++)
			vec_push(&scratch, &todo, to[i]);
	}
	arena_release(&scratch);
	return is_lost;
}
