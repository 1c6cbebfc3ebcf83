/* The names of called things as the tables of models/ know them, and what calls give to parameters. */
#include "capture/local.h"

#include "graph/python.h"

struct str call_name(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	return program_is_python(c->program, r->fn) ? python_callee(c->program, r->fn, r->row) : body_row_name(c->program, r);
}

bool may_open(const struct capture *c, fn_id fn, const struct row *row)
{
	bool is_python = program_is_python(c->program, fn);
	if ((row->op != ROW_CALL && !(is_python && row->op == ROW_ENTER)) || !row->name)
		return false;
	struct str name = is_python ? python_callee(c->program, fn, row) : unit_text(c->program->functions[fn].unit, row->name);
	return name.n && models_region(c->program->models, name, row->flags & RF_MEMBER);
}

/* The cell of an operand that the row uses as an argument. */
static u32 cell_of_argument(const struct body *b, const struct body_row *r, const struct unit *u, operand o)
{
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count; i++)
		if (u->args[r->row->first_arg + i] == o)
			return b->args[r->first_arg + i];
	return r->row->a == o ? r->a : NONE;
}

u32 call_argument(const struct capture *c, const struct body *b, u32 row, fn_id target, u32 param)
{
	const struct body_row *r = &b->rows[row];
	if (!program_is_python(c->program, target))
		return param < r->arg_count ? b->args[r->first_arg + param] : NONE;
	struct python_call call = python_resolve(c->program, r->fn, r->row);
	for (u32 i = 0; i < call.n; i++)
		if (call.at[i].fn == target) {
			operand given = python_argument(c->program, r->fn, r->row, &call.at[i], param);
			return given == OPERAND(OPD_NONE, 0) ? NONE : cell_of_argument(b, r, c->program->functions[r->fn].unit, given);
		}
	return NONE;
}
