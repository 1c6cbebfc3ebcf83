/* The front is refreshed in one method, and another one of the class hands the whole buffer on. */
#include "tail.h"

/* The row gives self.NAME as it is, no slice of it, to somebody who reads it. */
static bool gives_whole(const struct rule_run *run, const struct body *b, u32 row, struct str name)
{
	static const char *const writers[] = {"copy_", "fill_", "zero_", "data_ptr", "size", "len", "numel"};
	const struct body_row *r = &b->rows[row];
	/* A method of its own may be told how much of it counts. */
	bool is_own = r->flags & RF_MEMBER && r->a != NONE && b->cells[r->a].param == 0 && b->cells[r->a].parent == NONE;
	if (r->op != ROW_CALL || is_own || str_is_any(body_row_name(run->program, r), writers, COUNT(writers)))
		return false;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		if (cell_is_own(b, cell) && str_eq(body_cell_name(run->program, b, cell), name))
			return true;
	}
	return false;
}

/* Captured in the code, or written for graphs as its names say. */
static bool is_for_graphs(const struct rule_run *run, const struct body *b)
{
	if (capture_runs_in_code(run->capture, b->fn))
		return true;
	for (u32 i = 0; i < b->cell_count; i++)
		if (speaks_of_graphs(body_cell_name(run->program, b, i)))
			return true;
	return false;
}

/* A method that makes the buffer anew gives it a size of its own. */
static bool is_of_one_size(const struct rule_run *run, const struct body *b, u32 buffer)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(run->capture, b, buffer, &writes), made = 0;
	for (u32 i = 0; i < n; i++) {
		const struct body *w = writes[i].row == NONE ? NULL : capture_body(run->capture, writes[i].fn);
		u32 from = w ? w->rows[writes[i].row].a : NONE;
		if (from == NONE || w->cells[from].kind == CELL_ZERO)
			continue;
		made++;
	}
	return made == 1;
}

bool tail_across(struct rule_run *run, const struct body *b, const struct filled *f)
{
	const struct fn *of = &run->program->functions[b->fn];
	struct str name = tail_buffer(run, b, f->buffer);
	bool is_candidate = of->cls && cell_is_own(b, f->buffer) && !f->is_written_behind && tail_leads_to_places(name) && tail_is_of_call(run, b, f->row, f->bound);
	if (!is_candidate || !is_of_one_size(run, b, f->buffer) || tail_is_reset_somewhere(run, name))
		return false;
	bool is_here = is_for_graphs(run, b);
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id fn = program_fn(run->program, of->file, i);
		if (fn == b->fn || run->program->functions[fn].cls != of->cls || str_is(unit_text(of->unit, of->unit->functions[i].name), "__init__"))
			continue;
		const struct body *m = capture_body(run->capture, fn);
		if (!is_here && !is_for_graphs(run, m))
			continue;
		for (u32 row = 0; row < m->n; row++) {
			if (!gives_whole(run, m, row, name))
				continue;
			struct site site = site_in(run->program, b, f->row), at = site_in(run->program, m, row);
			struct finding *found = rule_report(run, tail_is_foreign(run, b->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
			                                    arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s' here and handed on whole elsewhere: behind that it holds what an earlier call left there",
			                                                 (int)name.n, name.p, (int)f->bound.n, f->bound.p));
			rule_step(run, found, &site, "refreshed here");
			rule_step(run, found, &at, "handed on here");
			finding_param(run->findings, found, "buffer", name);
			finding_param(run->findings, found, "form", S("places"));
			return true;
		}
	}
	return false;
}
