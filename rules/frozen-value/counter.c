/* C and C++: a counter that each call advances beside a graph that the first one has captured. */
#include "frozen.h"

#include "capture/first_capture.h"

enum { STEPS = 5 };

/* The number is the member or global of that name, or comes out of it by a formula (`1 - pow(beta, step)`). */
static bool is_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 name, u32 depth)
{
	if (cell == NONE || depth > STEPS)
		return false;
	if (b->cells[cell].kind == CELL_OUTER && b->cells[cell].name == name && !b->cells[cell].is_element)
		return true;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (v.kind == VALUE_PLACE)
		return b->cells[v.cell].kind == CELL_OUTER && b->cells[v.cell].name == name && !b->cells[v.cell].is_element;
	if (v.kind != VALUE_OPERATION && v.kind != VALUE_RESULT)
		return false;
	const struct body_row *made = &b->rows[v.row];
	bool is_made = is_of(run, b, v.row, made->a, name, depth + 1) || is_of(run, b, v.row, made->b, name, depth + 1);
	for (u32 i = 0; i < made->arg_count && !is_made; i++)
		is_made = is_of(run, b, v.row, b->args[made->first_arg + i], name, depth + 1);
	return is_made;
}

static bool is_given_by(const struct rule_run *run, const struct reached *r, u32 name, u32 *launch)
{
	const struct body *b = r->body;
	for (*launch = 0; *launch < b->n; ++*launch) {
		const struct body_row *row = &b->rows[*launch];
		for (u32 i = LAUNCH_CONFIGURATION; row->op == ROW_LAUNCH && i < row->arg_count && capture_has(r, *launch); i++)
			if (is_of(run, b, *launch, b->args[row->first_arg + i], name, 0))
				return true;
	}
	return false;
}

/* The launch in a capture, in a function of the same class or file, that is given the counter; false if there is none. */
static bool captured_with(const struct rule_run *run, fn_id fn, u32 name, struct site *launch)
{
	const struct fn *of = &run->program->functions[fn];
	for (u32 i = 0; i < run->capture->reached.n; i++) {
		const struct reached *r = &run->capture->reached.at[i];
		const struct fn *f = &run->program->functions[r->fn];
		u32 row;
		bool is_near = reached_is_code(run->capture, r) && (of->cls ? f->cls == of->cls : f->file == of->file);
		if (!is_near || !is_given_by(run, r, name, &row))
			continue;
		*launch = site_in(run->program, r->body, row);
		return true;
	}
	return false;
}

void frozen_counter(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	const struct first_capture *f = first_capture_of(run->capture, fn);
	for (u32 row = 0; row < b->n && f; row++) {
		u32 cell = first_capture_has(run->capture, b, f, row) ? NONE : advanced_counter(run->capture, b, row);
		struct site launch;
		if (cell == NONE || !captured_with(run, fn, b->cells[cell].name, &launch))
			continue;
		struct site site = site_in(run->program, b, row), replay = site_in(run->program, b, f->replay);
		struct str name = body_cell_name(run->program, b, cell);
		struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
		                                    arena_format(run->findings->arena, "'%.*s' is advanced by each call, and only the first one's capture gives it to a kernel: the replays go on with the value of that call",
		                                                 (int)name.n, name.p));
		rule_step(run, found, &launch, "the kernel is given its value here, in the capture");
		rule_step(run, found, &replay, "replayed here, by later calls as well");
		finding_param(run->findings, found, "form", S("argument"));
	}
}
