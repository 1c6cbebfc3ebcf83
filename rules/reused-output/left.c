/* `self.hidden = hidden` in captured code, of graphs that are kept by key, and a method beside it that nobody captures reads it: no replay runs Python, so the name stays at the tensor of the graph that was captured last. */
#include "reused.h"

/* The graphs of the region are kept by key where they are captured, or by a method of the file that calls that. */
static bool is_keyed(const struct rule_run *run, fn_id fn, u32 depth)
{
	u32 row;
	if (keeps_graphs_by_key(run->capture, capture_body(run->capture, fn), &row))
		return true;
	const struct fn *f = &run->program->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	for (u32 i = 0; depth && i < f->unit->n_functions; i++) {
		fn_id caller = program_fn(run->program, f->file, i);
		if (caller != fn && fn_calls_name(&run->program->functions[caller], name) && is_keyed(run, caller, depth - 1))
			return true;
	}
	return false;
}

/* Somebody whom no capture runs calls a function of that name. */
static bool is_called_outside(const struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	for (fn_id caller = 0; caller < run->program->function_count; caller++)
		if (rule_is_python(run, caller) && !capture_runs_in_code(run->capture, caller) && !program_is_test(run->program, caller) && fn_calls_name(&run->program->functions[caller], name))
			return true;
	return false;
}

/* The row of a body that takes self.NAME as a tensor, where the body has not bound it itself; NONE. */
static u32 taken_at(const struct body *b, u32 name)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		for (u32 cell = 0; cell < b->cell_count; cell++) {
			if (b->cells[cell].name != name || !cell_is_own(b, cell))
				continue;
			if (r->dst == cell)
				return NONE;
			bool is_asked = r->op == ROW_BRANCH || (r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT));
			bool is_taken = r->op == ROW_RETURN || r->op == ROW_CALL || (r->op == ROW_MOVE && r->dst != NONE);
			if (!is_asked && is_taken && rule_reads(b, row, cell))
				return row;
		}
	}
	return NONE;
}

static bool is_reader(const struct rule_run *run, fn_id fn, fn_id write)
{
	const struct fn *f = &run->program->functions[fn], *w = &run->program->functions[write];
	return fn != write && f->cls == w->cls && !str_starts(unit_text(f->unit, f->f->name), "__") && !capture_runs_in_code(run->capture, fn) && is_called_outside(run, fn);
}

enum { WAYS = 8 };

/* The value is made from what the caller gave: data of this step, no weight that is made ready at first use. */
static bool is_of_call(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	static const char *const facts[] = {"device", "dtype", "shape", "ndim", "layout"};
	if (cell == NONE || depth > WAYS || str_is_any(body_cell_name(run->program, b, cell), facts, COUNT(facts)))
		return false;
	u32 root = cell_root(b, cell);
	if (b->cells[root].param != NONE)
		return b->cells[root].param != 0;
	struct value all[VALUES];
	u32 n = values_of(capture_values(run->capture, b), row, root, all);
	for (u32 i = 0; i < n; i++) {
		if (all[i].kind == VALUE_PARAM && b->cells[cell_root(b, all[i].cell)].param != 0)
			return true;
		const struct body_row *made = all[i].row != NONE && all[i].row < row ? &b->rows[all[i].row] : NULL;
		if (!made)
			continue;
		bool is_it = is_of_call(run, b, all[i].row, made->a, depth + 1) || is_of_call(run, b, all[i].row, made->b, depth + 1);
		for (u32 k = 0; k < made->arg_count && !is_it; k++)
			is_it = is_of_call(run, b, all[i].row, b->args[made->first_arg + k], depth + 1);
		if (is_it)
			return true;
	}
	/* The elements of a list that is written here. */
	for (u32 i = b->cells[root].kind == CELL_LOCAL ? 0 : row; i < row; i++)
		if (b->rows[i].op == ROW_MOVE && b->rows[i].dst != NONE && b->cells[b->rows[i].dst].is_element && b->cells[b->rows[i].dst].parent == root && is_of_call(run, b, i, b->rows[i].a, depth + 1))
			return true;
	return false;
}

/* The row binds an attribute to what was made there. */
static bool binds_made(const struct rule_run *run, const struct reached *r, u32 row, struct field_write *w)
{
	const struct body_row *at = &r->body->rows[row];
	struct str held;
	if (!capture_has(r, row) || !field_write_at(r->body, row, w) || r->body->cells[w->holder].param != 0 || at->a == NONE || is_first_use(run->capture, r->body, row, &held))
		return false;
	struct value v = value_of(capture_values(run->capture, r->body), row, at->a);
	/* `self.table = self.table.to(x.device)`: what it held already, whichever graph is replayed. */
	u32 from = v.kind == VALUE_RESULT && r->body->rows[v.row].flags & RF_MEMBER ? r->body->rows[v.row].a : NONE;
	if (from != NONE && r->body->cells[from].name == w->name && cell_is_own(r->body, from))
		return false;
	bool is_tensor = tensor_fresh(run->capture, r->body, NONE, row, at->a) == FRESH_YES || tensor_at(run->capture, r->body, NONE, row, at->a).is_tensor;
	return v.kind == VALUE_RESULT && is_tensor && is_of_call(run, r->body, row, at->a, 0);
}

void reused_left(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	const struct fn *of = &run->program->functions[r->fn];
	struct str method = unit_text(of->unit, of->f->name);
	if (!of->cls || str_is(method, "__init__") || r->from == NONE || !python_is_module(run->program, r->fn) || !reached_is_code(run->capture, r) || !is_keyed(run, run->capture->regions.at[r->region].fn, 2))
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		struct field_write w;
		if (r->body->rows[row].op != ROW_MOVE || !binds_made(run, r, row, &w))
			continue;
		for (u32 i = 0; i < of->unit->n_functions; i++) {
			fn_id fn = program_fn(run->program, of->file, i);
			u32 taken = is_reader(run, fn, r->fn) ? taken_at(capture_body(run->capture, fn), w.name) : NONE;
			if (taken == NONE)
				continue;
			struct site site = site_in(run->program, r->body, row), use = site_in(run->program, capture_body(run->capture, fn), taken);
			struct str name = intern_get(&run->program->names, w.name);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(run->findings->arena, "'%.*s' is bound %s, and graphs are kept by key: no replay runs this line, so behind the last capture it is that graph's tensor, whichever is replayed",
			                                             (int)name.n, name.p, rule_capture(run, at)));
			rule_way(run, f, at);
			rule_step(run, f, &use, "taken here, by code that runs outside of the graphs");
			finding_param(run->findings, f, "output", name);
			break;
		}
	}
}
