/* Python: an autograd function reads a tensor from its class, a setter binds another one there, and backwards are captured. */
#include "rebound.h"

static bool is_function_class(const struct rule_run *run, const struct fn *of)
{
	u32 found = 0;
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		const struct fn *fn = &run->program->functions[program_fn(run->program, of->file, i)];
		struct str name = fn->cls == of->cls ? fn_name(fn) : S("");
		bool takes_context = name.n && fn->f->param_count && str_is(unit_text(fn->unit, fn->unit->vars[fn->f->first_var].name), "ctx");
		found |= takes_context && str_ends(name, "forward") ? 1 : takes_context && str_ends(name, "backward") ? 2 : 0;
	}
	return found == 3;
}

/* CLASS.name, where CLASS is the function's own; the id of name, or 0. */
static u32 own_class_attribute(const struct rule_run *run, const struct fn *fn, const struct body *b, u32 cell)
{
	u32 holder = cell == NONE || b->cells[cell].is_element ? NONE : b->cells[cell].parent;
	struct str cls = intern_get(&run->program->names, fn->cls), of = holder == NONE || b->cells[holder].parent != NONE ? S("") : body_cell_name(run->program, b, holder);
	return of.n && (str_eq(of, cls) || (str_is(of, "cls") && b->cells[holder].param == 0)) ? b->cells[cell].name : 0;
}

/* The row of the class's backward that reads CLASS.name. */
static u32 read_in_backward(const struct rule_run *run, const struct fn *of, u32 name, const struct body **b)
{
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id id = program_fn(run->program, of->file, i);
		const struct fn *fn = &run->program->functions[id];
		if (fn->cls != of->cls || !str_ends(fn_name(fn), "backward"))
			continue;
		*b = capture_body(run->capture, id);
		for (u32 cell = 0; cell < (*b)->cell_count; cell++)
			for (u32 row = 0; own_class_attribute(run, fn, *b, cell) == name && row < (*b)->n; row++)
				if (rule_reads(*b, row, cell) || ((*b)->rows[row].op == ROW_MOVE && (*b)->rows[row].a == cell))
					return row;
	}
	return NONE;
}

enum { NEAR = 1 }; /* calls between a capture and the backward in it: what lies deeper is mostly found by a name */

bool rebound_captures_backward(const struct rule_run *run)
{
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		if (r->depth > NEAR || run->capture->regions.at[r->region].grade != GRADE_CODE || !rule_is_python(run, r->fn) || run->program->files[run->program->functions[r->fn].file].is_test)
			continue;
		for (u32 row = 0; row < r->body->n; row++) {
			struct str name = r->body->rows[row].op == ROW_CALL && capture_has(r, row) ? body_row_name(run->program, &r->body->rows[row]) : S("");
			bool is_grad = str_ends(name, "grad") && str_ends(python_callee(run->capture->program, r->body->rows[row].fn, r->body->rows[row].row), "autograd.grad");
			if (is_grad || str_ends(name, "backward"))
				return true;
		}
	}
	return false;
}

/* `if CLASS.name is None: CLASS.name = x; else: CLASS.name.copy_(x)`: bound once. */
static bool is_copied_into(const struct rule_run *run, const struct body *b, u32 cell)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER && b->rows[row].a == cell && str_is(body_row_name(run->program, &b->rows[row]), "copy_"))
			return true;
	return false;
}

void rebound_function(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	/* Where the setter is captured as well, what it binds is the capture's own. */
	if (capture_runs_in_code(run->capture, fn) || !f->cls || str_ends(fn_name(f), "forward") || str_ends(fn_name(f), "backward") || !is_function_class(run, f))
		return;
	const struct body *b = capture_body(run->capture, fn), *reader;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		u32 name = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && r->a != NONE ? own_class_attribute(run, f, b, r->dst) : 0;
		struct value v = name ? value_of(capture_values(run->capture, b), row, r->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		bool is_tensor = v.kind == VALUE_PARAM && str_has(unit_text(f->unit, f->unit->vars[f->f->first_var + b->cells[v.cell].param].type), "Tensor");
		u32 read = is_tensor && !is_copied_into(run, b, r->dst) ? read_in_backward(run, f, name, &reader) : NONE;
		if (read == NONE)
			continue;
		struct site site = site_in(run->program, b, row), use = site_in(run->program, reader, read);
		struct str field = intern_get(&run->program->names, name);
		struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
		                                    arena_format(run->findings->arena, "'%.*s' is bound to the tensor of each step, and the backward that reads it is captured: the graph keeps reading the one of the capture; copy into it",
		                                                 (int)field.n, field.p));
		rule_step(run, found, &use, "read here, in the backward");
		finding_param(run->findings, found, "field", field);
	}
}
