/* Python: an input of the graph that is filled for the capture, and never again. */
#include "frozen.h"

/* self.NAME, or a part of it; the id of NAME, or 0. */
static u32 own_name(const struct body *b, u32 cell)
{
	u32 last = NONE;
	for (; cell != NONE && b->cells[cell].parent != NONE; cell = b->cells[cell].parent)
		last = cell;
	return last != NONE && b->cells[cell].param == 0 && !b->cells[last].is_element ? b->cells[last].name : 0;
}

/* The input that the row writes in place. */
static u32 written_input(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_copy = r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(run->program, r), "copy_"), is_move = r->op == ROW_MOVE && r->flags & RF_INPLACE;
	u32 to = is_copy ? r->a : is_move ? r->dst : NONE;
	return to == NONE ? 0 : own_name(b, slice_of(run->program, b, to).object);
}

static bool touches(const struct body *b, u32 name)
{
	for (u32 cell = 0; cell < b->cell_count; cell++)
		if (b->cells[cell].name == name && b->cells[cell].parent != NONE)
			return true;
	return false;
}

static bool is_read_behind(const struct body *b, u32 from, u32 name)
{
	for (u32 cell = 0; cell < b->cell_count; cell++)
		for (u32 row = from + 1; own_name(b, cell) == name && row < b->n; row++)
			if (rule_reads(b, row, cell) || (b->rows[row].op == ROW_MOVE && b->rows[row].a == cell))
				return true;
	return false;
}

/* Inputs that the function reads too and that another method refreshes; one of those. NONE where another method touches the input itself. */
static u32 refreshed_beside(const struct rule_run *run, const struct body *b, const struct fn *of, u32 name, struct site *at)
{
	u32 n = 0;
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id id = program_fn(run->program, of->file, i);
		const struct fn *fn = &run->program->functions[id];
		if (id == b->fn || str_ends(fn_name(fn), "__init__") || !fn->f->row_count)
			continue;
		const struct body *other = capture_body(run->capture, id);
		if (touches(other, name))
			return NONE;
		if (fn->cls != of->cls || capture_part(run->capture, id) != PART_REPLAY)
			continue;
		for (u32 row = 0; row < other->n; row++) {
			u32 beside = written_input(run, other, row);
			if (!beside || !touches(b, beside))
				continue;
			if (!n++)
				*at = site_in(run->program, other, row);
		}
	}
	return n;
}

void frozen_input(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n && f->cls; row++) {
		u32 name = written_input(run, b, row);
		struct site beside;
		if (!name || !(b->rows[row].op == ROW_CALL && b->rows[row].arg_count && tensor_is_upload(run->capture, b, row, b->args[b->rows[row].first_arg])) || !is_read_behind(b, row, name))
			continue;
		u32 n = refreshed_beside(run, b, f, name, &beside);
		if (n == NONE || n < 3)
			continue;
		struct site site = site_in(run->program, b, row);
		struct str input = intern_get(&run->program->names, name);
		/* Told where it is missing. */
		struct finding *found = rule_report(run, SEVERITY_WARNING, &beside,
		                                    arena_format(run->findings->arena, "inputs of the graph are refreshed here, and '%.*s', which is filled for the capture and given to it as well, by no replay: the graph goes on "
		                                                 "with the data of the capture", (int)input.n, input.p));
		rule_step(run, found, &site, "filled for the capture here");
		finding_param(run->findings, found, "form", S("argument"));
	}
}
