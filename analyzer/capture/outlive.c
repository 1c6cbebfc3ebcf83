#include "capture/outlive.h"

#include "capture/local.h"
#include "capture/tensor.h"

enum { STEPS = 8 }; /* variables, containers and callers that a graph is followed through */

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

/* The container that the row puts the value into, where that is a local one of the function; NONE. *key takes under which name, 0 if that
 * does not show. */
static u32 local_holder(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 *key)
{
	const struct body_row *r = &b->rows[row];
	*key = 0;
	if (r->op == ROW_MOVE && r->a == cell && r->dst != NONE) {
		u32 holder = is_plain_local(b, r->dst) ? r->dst : b->cells[r->dst].is_element ? b->cells[r->dst].parent : NONE;
		*key = b->cells[r->dst].is_element ? b->cells[r->dst].name : 0;
		return holder != cell && is_plain_local(b, holder) && b->cells[holder].param == NONE ? holder : NONE;
	}
	bool is_added = r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(c->program, r), "append") && row_is_given(b, r, cell);
	return is_added && is_plain_local(b, r->a) && b->cells[r->a].param == NONE ? r->a : NONE;
}

/* graph, loss = made: what is taken out again of a container. */
static u32 taken_out(const struct body *b, u32 row, u32 cell, u32 key)
{
	const struct body_row *r = &b->rows[row];
	bool is_part = r->op == ROW_MOVE && r->a != NONE && b->cells[r->a].parent == cell && r->dst != cell && (!key || !b->cells[r->a].name || b->cells[r->a].name == key);
	return is_part && is_plain_local(b, r->dst) ? r->dst : NONE;
}

static bool outlives(const struct capture *c, const struct body *b, u32 cell, u32 key, fn_id owner, u32 depth);

/* The function hands it back, out of the owner or to it: there it outlives the owner, or it doesn't. */
static bool is_handed_back(const struct capture *c, const struct body *b, u32 key, fn_id owner, u32 depth)
{
	const struct body *above = owner == NONE || b->fn == owner ? NULL : capture_body(c, owner);
	bool is_called = false;
	for (u32 row = 0; above && row < above->n; row++) {
		const struct body_row *r = &above->rows[row];
		for (u32 i = 0; i < r->callee.n; i++) {
			if (r->callee.at[i] != b->fn)
				continue;
			is_called = true;
			if (outlives(c, above, r->dst, key, owner, depth + 1))
				return true;
		}
	}
	return !is_called;
}

static bool outlives(const struct capture *c, const struct body *b, u32 cell, u32 key, fn_id owner, u32 depth)
{
	if (cell == NONE)
		return false;
	if (!is_plain_local(b, cell))
		return true;
	if (depth > STEPS) /* as where two locals hold each other */
		return false;
	for (u32 row = 0; row < b->n; row++) {
		u32 under, holder = local_holder(c, b, row, cell, &under), part = taken_out(b, row, cell, key);
		if ((part != NONE && outlives(c, b, part, 0, owner, depth + 1)) || (holder != NONE && outlives(c, b, holder, under, owner, depth + 1)))
			return true;
		bool is_back = b->rows[row].op == ROW_RETURN && b->rows[row].a == cell;
		if (is_back ? is_handed_back(c, b, key, owner, depth) : holder == NONE && hands_on(c, b, row, cell))
			return true;
	}
	return false;
}

bool graph_outlives(const struct capture *c, u32 region, fn_id owner)
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
		return outlives(c, b, opens->a, 0, owner, 0);
	for (u32 i = 0; i < opens->arg_count; i++)
		if (outlives(c, b, b->args[opens->first_arg + i], 0, owner, 0) && !str_is(body_cell_name(c->program, b, b->args[opens->first_arg + i]), "stream"))
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
