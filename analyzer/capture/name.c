/* The names of called things as the tables of models/ know them, and what calls give to parameters. */
#include "capture/local.h"

struct str call_name(const struct capture *c, const struct body *b, u32 row)
{
	return body_row_name(c->program, &b->rows[row]);
}

bool may_open(const struct capture *c, fn_id fn, const struct row *row)
{
	if (row->op != ROW_CALL || !row->name)
		return false;
	struct str name = unit_text(c->program->functions[fn].unit, row->name);
	return models_region(c->program->models, name, row->flags & RF_MEMBER);
}

u32 call_argument(const struct capture *c, const struct body *b, u32 row, fn_id target, u32 param)
{
	const struct body_row *r = &b->rows[row];
	(void)c;
	(void)target;
	return param < r->arg_count ? b->args[r->first_arg + param] : NONE;
}
