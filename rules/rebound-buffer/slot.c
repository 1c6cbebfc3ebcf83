/* Python: one module-wide slot for a buffer, made anew where its shape is another one: `if buf is None or buf.shape != shape: buf = torch.empty(shape)`. Of the graphs that are kept by key all but those of
 * the last shape have captured memory that is given back. */
#include "rebound.h"

enum { ROWS_OF_HELPER = 200 };

/* Something is compared with the shape of what the cell holds: x.shape != shape, x.numel() < n, x.size(0) != n. */
static bool asks_shape_of(const struct rule_run *run, const struct body *b, u32 holds)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		u32 sides[] = {r->a, r->b};
		bool is_compare = r->op == ROW_BINARY && r->sub >= OP_EQ && r->sub <= OP_SPACESHIP;
		for (u32 i = 0; i < COUNT(sides) && is_compare; i++) {
			struct value v = value_of(capture_values(run->capture, b), row, sides[i]);
			const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
			bool is_size = made && made->flags & RF_MEMBER && (str_is(body_row_name(run->program, made), "numel") || str_is(body_row_name(run->program, made), "size"));
			u32 of = is_size ? made->a : sides[i] != NONE && str_is(body_cell_name(run->program, b, sides[i]), "shape") ? b->cells[sides[i]].parent : NONE;
			struct value whole = of == NONE || b->cells[of].parent != NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(run->capture, b), row, of);
			if (of != NONE && (of == holds || (whole.cell == holds && whole.kind != VALUE_RESULT)))
				return true;
		}
	}
	return false;
}

/* The function gives back its first parameter, or, where that is of another shape, a new tensor. */
static bool makes_where_other(const struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	bool gives = false, makes = false;
	u32 param = NONE;
	for (u32 i = 0; i < b->cell_count && param == NONE; i++)
		param = b->cells[i].param == 0 && b->cells[i].parent == NONE ? i : NONE;
	for (u32 row = 0; row < b->n && b->n < ROWS_OF_HELPER && param != NONE; row++) {
		u32 cell = b->rows[row].op == ROW_RETURN ? b->rows[row].a : NONE;
		gives = gives || (cell != NONE && cell == param);
		makes = makes || (cell != NONE && cell != param && tensor_fresh(run->capture, b, NONE, row, cell) == FRESH_YES);
	}
	return gives && makes && asks_shape_of(run, b, param);
}

/* The row binds a module-wide name to a tensor that is new where the old one is of another shape. */
static bool renews_slot(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_move = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && r->dst != NONE && r->a != NONE;
	/* A name in capitals is taken for a constant elsewhere. */
	bool is_slot = is_move && (b->cells[r->dst].kind == CELL_OUTER || b->cells[r->dst].kind == CELL_NONZERO) && b->cells[r->dst].parent == NONE && b->cells[r->dst].name;
	if (!is_slot)
		return false;
	if (tensor_fresh(run->capture, b, NONE, row, r->a) == FRESH_YES)
		return asks_shape_of(run, b, r->dst);
	struct value v = value_of(capture_values(run->capture, b), row, r->a);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	return made && made->op == ROW_CALL && made->callee.n == 1 && made->arg_count && b->args[made->first_arg] == r->dst && rule_is_python(run, made->callee.at[0]) &&
	       makes_where_other(run, made->callee.at[0]);
}

void rebound_slot(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	u32 kept;
	if (!reached_is_code(run->capture, r) || run->program->functions[r->fn].f->kind == FN_FILE)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		struct unfit unfit;
		if (!capture_has(r, row) || !renews_slot(run, r->body, row) || !keeps_graphs_by_key(run->capture, capture_body(run->capture, run->capture->regions.at[r->region].fn), &kept) ||
		    capture_is_unfit(run->capture, at, row, &unfit))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, r->body->rows[row].dst);
		struct finding *f = rule_report(run, r->by_name ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is one slot for buffers of all shapes %s, and graphs are kept by key: a call with another shape gives back the memory that the others "
		                                                                   "have captured", (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		finding_param(run->findings, f, "buffer", name);
	}
}
