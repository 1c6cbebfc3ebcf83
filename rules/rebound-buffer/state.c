/* Python: what captured code leaves for the next replay in a name that it binds anew: each replay reads what the capture read. */
#include "rebound.h"

/* `x is None`, `x.numel() < n`, `x.dtype != y.dtype`: asks whether it will do, and reads nothing that a replay would. */
static bool only_asks(const struct rule_run *run, const struct body *b, u32 row)
{
	static const char *const calls[] = {"dim", "stride", "is_contiguous", "element_size"};
	static const char *const fields[] = {"dtype", "device", "shape", "ndim", "is_cuda"};
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_CALL)
		return says_size(body_row_name(run->program, r)) || str_is_any(body_row_name(run->program, r), calls, COUNT(calls));
	if (r->sub == OP_IS || r->sub == OP_IS_NOT)
		return true;
	return str_is_any(body_cell_name(run->program, b, r->a), fields, COUNT(fields)) || str_is_any(body_cell_name(run->program, b, r->b), fields, COUNT(fields));
}

/* The captured row that reads self.name before the one that binds it anew, on every way to it; NONE. */
static u32 read_before(const struct rule_run *run, const struct reached *r, u32 write, u32 cell)
{
	const struct dominators *d = capture_dominators(run->capture, r->body, false);
	struct value v = value_of(capture_values(run->capture, r->body), write, r->body->rows[write].a);
	u32 made = v.kind == VALUE_RESULT || v.kind == VALUE_OPERATION ? v.row : NONE;
	for (u32 row = 0; row < write; row++) {
		const struct body_row *at = &r->body->rows[row];
		bool is_operation = (at->op == ROW_CALL || at->op == ROW_BINARY || at->op == ROW_UNARY) && !only_asks(run, r->body, row);
		if (at->dst == cell && at->op == ROW_MOVE)
			return NONE; /* made here first */
		if (is_operation && capture_has(r, row) && rule_reads(r->body, row, cell) && (row == made || stands_before(d, row, write)) &&
		    (torch_at(run->capture, r->body, NONE, row) || at->op != ROW_CALL || str_is(body_row_name(run->program, at), "data_ptr")))
			return row;
	}
	return NONE;
}

/* Another captured method of the class gives it a new tensor without reading it, so each replay begins with one of its own. */
static bool is_begun_in_capture(const struct rule_run *run, u32 write_at, u32 write, u32 name)
{
	const struct capture *c = run->capture;
	const struct fn *of = &run->program->functions[c->reached.at[write_at].fn];
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		const struct fn *fn = &run->program->functions[r->fn];
		if (fn->cls != of->cls || fn->file != of->file)
			continue;
		struct field_write w;
		for (u32 row = 0; row < r->body->n; row++)
			if (!(at == write_at && row == write) && capture_has(r, row) && field_write_at(r->body, row, &w) && w.name == name && r->body->cells[w.holder].param == 0 &&
			    read_before(run, r, row, r->body->rows[row].dst) == NONE)
				return true;
	}
	return false;
}

/* Some method that is not captured makes the tensor. */
static bool is_made_outside(const struct rule_run *run, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(run->capture, b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		const struct body *made = writes[i].fn == b->fn || writes[i].row == NONE ? NULL : capture_body(run->capture, writes[i].fn);
		u32 at = run->capture->of[writes[i].fn];
		bool is_captured = at != NONE && reached_is_code(run->capture, &run->capture->reached.at[at]) &&
		                   writes[i].row != NONE && capture_has(&run->capture->reached.at[at], writes[i].row);
		if (made && !is_captured && made->rows[writes[i].row].a != NONE && tensor_fresh(run->capture, made, NONE, writes[i].row, made->rows[writes[i].row].a) != FRESH_NO)
			return true;
	}
	return false;
}

void rebound_state(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	if (!reached_is_code(c, r) || !run->program->functions[r->fn].cls)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		struct field_write w;
		struct str held;
		if (!capture_has(r, row) || !field_write_at(r->body, row, &w) || r->body->cells[w.holder].param != 0)
			continue;
		u32 cell = r->body->rows[row].dst, read = NONE;
		if (tensor_fresh(c, r->body, at, row, r->body->rows[row].a) != FRESH_YES || (read = read_before(run, r, row, cell)) == NONE ||
		    is_first_use(c, r->body, row, &held) || rebound_asks_attribute(run, r->body, row, w.name) || !is_made_outside(run, r->body, cell) || is_begun_in_capture(run, at, row, w.name))
			continue;
		struct site site = site_in(run->program, r->body, row), use = site_in(run->program, r->body, read);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at a new tensor %s, where what it held is read before: every replay reads the old one again, so nothing is "
		                                             "handed to the next", (int)field.n, field.p, rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &use, "read here, while captured");
		finding_param(run->findings, f, "field", field);
	}
}
