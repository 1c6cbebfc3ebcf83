/* Calls of CUB and Thrust, whose effect on a capture depends on their arguments: storage that is null, a policy. */
#include "capture/local.h"

#include "graph/dominate.h"
#include "graph/link.h"

bool value_is_zero(struct values *v, u32 row, u32 cell)
{
	struct value value = value_of(v, row, cell);
	return value.kind == VALUE_CONSTANT && v->body->cells[value.cell].kind == CELL_ZERO;
}

enum { BRANCHES = 64 }; /* of those that stand before a row, innermost first, so many are asked */

/* `if (!storage)` stands before the row: where it runs, the cell is null. */
static bool is_null_here(const struct capture *c, struct values *v, u32 row, u32 cell)
{
	const struct body *b = v->body;
	const struct dominators *d = capture_dominators(c, b, true);
	u32 to = cell == NONE ? NONE : d->branch[row];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++) {
		u32 i = d->entry[to];
		const struct body_row *r = &b->rows[i];
		if (r->op != ROW_BRANCH || r->a == NONE)
			continue;
		/* The way on which the cell is null: `other` of a plain test. */
		u32 way = r->a == cell ? r->other : NONE;
		struct value asked = value_of(v, i, way == NONE ? r->a : NONE);
		const struct body_row *made = asked.kind == VALUE_OPERATION ? &b->rows[asked.row] : NULL;
		if (made && made->sub == OP_NOT && made->a == cell)
			way = r->target;
		if (made && made->b != NONE && ((made->a == cell && b->cells[made->b].kind == CELL_ZERO) || (made->b == cell && b->cells[made->a].kind == CELL_ZERO)))
			way = made->sub == OP_EQ ? r->target : made->sub == OP_NE ? r->other : NONE;
		if (way == to)
			return true;
	}
	return false;
}

bool asks_for_size(const struct capture *c, struct values *v, u32 row)
{
	const struct body_row *r = &v->body->rows[row];
	u32 storage = r->arg_count ? v->body->args[r->first_arg] : NONE;
	return storage == NONE || value_is_zero(v, row, storage) || is_null_here(c, v, row, storage);
}

bool is_thrust_device(struct str policy)
{
	return str_is(policy, "thrust::device") || str_ends(policy, "thrust::cuda::par") || str_ends(policy, "thrust::cuda::par_nosync") ||
	       str_ends(policy, "thrust::hip::par") || str_ends(policy, "thrust::hip::par_nosync");
}

bool thrust_waits(const struct capture *c, struct values *v, u32 row, const struct capture_api *api)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[row];
	if (!r->arg_count)
		return false;
	struct value policy = value_of(v, row, b->args[r->first_arg]);
	u32 from = policy.cell;
	struct str made_by = policy.kind == VALUE_RESULT ? call_name(c, b, policy.row) : S("");
	/* par.on(stream), rmm's exec_policy(stream); iterators that come first may be anywhere. */
	if (str_is(last_component(made_by), "on"))
		from = b->rows[policy.row].a;
	struct str name = body_cell_name(c->program, b, from);
	bool is_policy = is_thrust_device(name) || str_has(made_by, "exec_policy");
	bool is_nosync = str_has(name, "nosync") || str_has(made_by, "nosync");
	return is_policy && (!is_nosync || api->answers);
}
