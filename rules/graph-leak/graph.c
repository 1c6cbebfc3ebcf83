/* What a row does with a graph: makes it, destroys it, borrows it, hands it on. */
#include "leak.h"

static const struct capture_api *api_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !r->callee.call || r->flags & RF_MEMBER)
		return NULL;
	return models_capture(run->program->models, body_row_name(run->program, r));
}

/* How captures are begun in a body. */
struct begins {
	u32 serial; /* of the body */
	bool any, into_graph;
};

/* Every end of a capture asks this of its whole body: the last answer is remembered. */
static struct begins begins_in(const struct rule_run *run, const struct body *b)
{
	static struct begins known;
	if (b->serial && known.serial == b->serial)
		return known;
	known = (struct begins){.serial = b->serial};
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = api_at(run, b, row);
		bool begins = api && api->does == DOES_BEGIN;
		known.any |= begins;
		known.into_graph |= begins && api->at[CAPTURE_GRAPH] >= 0;
	}
	return known;
}

/* A capture that was begun into a graph that is already there gives that one back. Where the begin is not seen, one that nobody
 * makes anything of is taken for such. */
static bool is_old_graph(const struct rule_run *run, const struct body *b, u32 graph)
{
	const struct program *p = run->program;
	struct begins begins = begins_in(run, b);
	if (begins.any)
		return begins.into_graph;
	bool may_be_old = intern_find(&p->names, S("cudaStreamBeginCaptureToGraph")) != NONE ||
	                  intern_find(&p->names, S("hipStreamBeginCaptureToGraph")) != NONE;
	bool is_used = false;
	for (u32 row = 0; row < b->n && may_be_old && !is_used; row++)
		is_used = row_is_given(b, &b->rows[row], graph) && api_at(run, b, row);
	return may_be_old && !is_used;
}

u32 leak_made(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct capture_api *api = api_at(run, b, row);
	if (!api || (api->does != DOES_END && api->does != DOES_GRAPH_CREATE && api->does != DOES_INSTANTIATE))
		return NONE;
	u32 given = row_argument(b, &b->rows[row], api->at[api->does == DOES_INSTANTIATE ? CAPTURE_EXEC : CAPTURE_GRAPH]);
	u32 cell = given == NONE ? NONE : b->cells[given].address_of;
	return cell == NONE || (api->does == DOES_END && is_old_graph(run, b, cell)) ? NONE : cell;
}

bool leak_is_destroyed(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	const struct capture_api *api = api_at(run, b, row);
	if (!api || (api->does != DOES_GRAPH_DESTROY && api->does != DOES_EXEC_DESTROY))
		return false;
	return row_argument(b, &b->rows[row], api->at[api->does == DOES_EXEC_DESTROY ? CAPTURE_EXEC : CAPTURE_GRAPH]) == cell;
}

bool leak_borrows(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct capture_api *api = api_at(run, b, row);
	if (api)
		return api->does != DOES_GRAPH_DESTROY && api->does != DOES_EXEC_DESTROY;
	/* cudaGraphExec(exec): a class that is called so takes it. */
	struct str name = body_row_name(run->program, r);
	return r->op == ROW_CALL && r->callee.call && (str_starts(name, "cudaGraph") || str_starts(name, "hipGraph") || str_starts(name, "cuGraph"));
}

/* A function of the program that is given the graph destroys it, stores it or hands it on. */
static bool callee_keeps(const struct rule_run *run, fn_id fn, u32 param, u32 depth)
{
	const struct body *b = capture_body(run->capture, fn);
	if (!b->n || depth > PARAM_DEPTH)
		return true;
	for (u32 cell = 0; cell < b->cell_count; cell++) {
		if (b->cells[cell].param != param)
			continue;
		for (u32 row = 0; row < b->n; row++)
			if (leak_keeps(run, b, row, cell, depth + 1))
				return true;
	}
	return false;
}

/* A lambda that speaks of the variable: who runs it, and when, is not known. */
static bool lambda_speaks(const struct rule_run *run, fn_id fn, struct str name)
{
	const struct fn *f = &run->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		for (u32 k = 0; k < row->arg_count; k++) {
			operand o = f->unit->args[row->first_arg + k];
			if (operand_kind(o) == OPD_CAPTURED && str_eq(unit_text(f->unit, operand_index(o)), name))
				return true;
		}
		if ((operand_kind(row->a) == OPD_CAPTURED && str_eq(unit_text(f->unit, operand_index(row->a)), name)))
			return true;
	}
	return false;
}

static bool is_same(const struct body *b, u32 cell, u32 of) { return cell != NONE && (cell == of || b->cells[cell].address_of == of); }

bool leak_keeps(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	const struct body_row *r = &b->rows[row];
	if (leak_is_destroyed(run, b, row, cell))
		return true;
	if (r->op == ROW_MOVE || r->op == ROW_RETURN || r->op == ROW_YIELD || r->op == ROW_THROW)
		return is_same(b, r->a, cell);
	if (r->op == ROW_UNARY)
		return r->sub == OP_NONE && is_same(b, r->a, cell);
	if (r->op != ROW_CALL || leak_borrows(run, b, row))
		return false;
	if (r->flags & RF_MEMBER && r->a == cell)
		return true;
	struct str name = body_cell_name(run->program, b, cell);
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].function != NONE && lambda_speaks(run, b->cells[arg].function, name))
			return true;
		if (!is_same(b, arg, cell))
			continue;
		bool is_kept = !r->callee.n || r->flags & RF_CONSTRUCT;
		for (u32 k = 0; k < r->callee.n && !is_kept; k++)
			is_kept = callee_keeps(run, r->callee.at[k], i, depth);
		if (is_kept && !(r->callee.check || r->callee.call))
			return true;
	}
	return false;
}
