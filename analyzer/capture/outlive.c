#include "capture/outlive.h"

#include "capture/local.h"
#include "capture/tensor.h"

enum { UP = 3 }; /* calls that a graph is followed up through parameters */

static bool is_plain_local(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].kind == CELL_LOCAL && b->cells[cell].parent == NONE; }

/* A row that puts a value where others find it: a field, an element, a container, what is returned. */
static bool hands_on(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	const struct body_row *r = &b->rows[row];
	switch ((enum row_op)r->op) {
	case ROW_RETURN: case ROW_YIELD:
		return r->a == cell;
	case ROW_MOVE:
		/* x[key] = v is written as a write into x, and keeps v where x is a dict or list. */
		return r->a == cell && r->dst != NONE && (!(r->flags & RF_INPLACE) || b->cells[r->dst].is_element) && !is_plain_local(b, r->dst);
	case ROW_CALL: {
		struct str name = body_row_name(c->program, r);
		bool is_adding = str_is(name, "append") || str_is(name, "add") || str_is(name, "insert") || str_is(name, "extend") || str_is(name, "setattr");
		bool is_made = r->flags & RF_CONSTRUCT || (name.n && name.p[0] >= 'A' && name.p[0] <= 'Z');
		return (is_adding || is_made) && row_is_given(b, r, cell);
	}
	default:
		return false;
	}
}

static bool outlives(const struct capture *c, const struct body *b, u32 cell, u32 depth)
{
	if (cell == NONE || depth > UP)
		return false;
	if (!is_plain_local(b, cell))
		return true;
	for (u32 row = 0; row < b->n; row++)
		if (hands_on(c, b, row, cell))
			return true;
	u32 param = b->cells[cell].param;
	if (param == NONE)
		return false;
	const u32 *first;
	u32 n = capture_callers(c, b->fn, &first);
	for (u32 i = 0; i < n && i < 4; i++) {
		const struct caller *from = &c->callers->list.at[first[i]];
		const struct body *above = capture_body(c, from->fn);
		if (outlives(c, above, call_argument(c, above, from->row, b->fn, param), depth + 1))
			return true;
	}
	return false;
}

bool graph_outlives(const struct capture *c, u32 region)
{
	const struct capture_region *r = &c->regions.at[region];
	if (r->row == NONE || !program_is_python(c->program, r->fn))
		return false;
	const struct body *b = capture_body(c, r->fn);
	bool is_with = b->rows[r->row].op == ROW_ENTER;
	u32 at = is_with ? context_row(c, b, r->row) : r->row;
	if (at == NONE)
		return false;
	const struct body_row *opens = &b->rows[at];
	if (!is_with)
		return outlives(c, b, opens->a, 0);
	for (u32 i = 0; i < opens->arg_count; i++)
		if (outlives(c, b, b->args[opens->first_arg + i], 0) && !str_is(body_cell_name(c->program, b, b->args[opens->first_arg + i]), "stream"))
			return true;
	return false;
}

bool may_be_kept(const struct capture *c, const struct body *b, const u8 *state, u32 cell)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (hands_on(c, b, row, cell) || (r->op == ROW_MOVE && r->a == cell && !(r->flags & RF_INPLACE)))
			return true; /* also under another name: not followed */
		if (r->op != ROW_CALL || (state && state[row] & ROW_IS_CAPTURED))
			continue;
		struct str name = torch_name(c, b, row);
		if (str_starts(name, "torch.") || models_torch(c->program->models, name))
			continue;
		if (row_is_given(b, r, cell))
			return true;
	}
	return false;
}
