/* Python: of the fields that a step gives to what was captured, some are kept buffers, and one is uploaded into a new tensor each time. */
#include "rebound.h"

/* A buffer that is kept, a view of it, or what one of its methods answers: `vars["slots"].copy_to_gpu(n)`. */
static bool is_kept_tensor(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return false;
	if (attribute_of(run->capture, b, row, slice_of(run->program, b, cell).object) != NONE && !tensor_fresh(run->capture, b, NONE, row, cell))
		return tensor_at(run->capture, b, NONE, row, cell).is_tensor;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	return made && made->op == ROW_CALL && made->flags & RF_MEMBER && made->a != NONE && attribute_of(run->capture, b, v.row, made->a) != NONE && str_has(body_row_name(run->program, made), "copy_to");
}

static bool is_new_upload(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	return tensor_is_upload(run->capture, b, row, cell) && tensor_fresh(run->capture, b, NONE, row, cell) == FRESH_YES;
}

/* Fields of the same object that are kept buffers, set here or where it is made; the first. */
static u32 kept_beside(const struct rule_run *run, const struct body *b, u32 row, u32 holder, u32 *first)
{
	u32 n = 0;
	struct value made = value_of(capture_values(run->capture, b), row, holder);
	for (u32 i = 0; i < b->n; i++) {
		struct field_write w;
		bool is_beside = i != row && field_write_at(b, i, &w) && w.holder == holder && is_kept_tensor(run, b, i, b->rows[i].a);
		u32 given = 0;
		for (u32 k = 0; made.kind == VALUE_RESULT && i == made.row && k < b->rows[i].arg_count; k++)
			given += is_kept_tensor(run, b, i, b->args[b->rows[i].first_arg + k]);
		*first = n || (!is_beside && !given) ? *first : i;
		n += is_beside + given;
	}
	return n;
}

/* Another method gives the field a kept buffer: that is the one whose work is replayed, and this one's is not. */
static bool is_kept_elsewhere(const struct rule_run *run, fn_id fn, u32 name)
{
	const struct fn *of = &run->program->functions[fn];
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id id = program_fn(run->program, of->file, i);
		if (id == fn || run->program->functions[id].cls != of->cls || capture_part(run->capture, id) == PART_CAPTURE)
			continue;
		const struct body *b = capture_body(run->capture, id);
		struct field_write w;
		for (u32 row = 0; row < b->n; row++)
			if (field_write_at(b, row, &w) && w.name == name && is_kept_tensor(run, b, row, b->rows[row].a))
				return true;
	}
	return false;
}

void rebound_beside(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || b->cells[w.holder].param == 0 || b->cells[w.holder].kind != CELL_LOCAL || !is_new_upload(run, b, row, b->rows[row].a) ||
		    !is_set_for_capture(run->capture, fn, w.name))
			continue;
		u32 first = NONE, kept = kept_beside(run, b, row, w.holder, &first);
		if (kept < 2 || is_kept_elsewhere(run, fn, w.name))
			continue;
		struct site site = site_in(run->program, b, row), beside = site_in(run->program, b, first);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is uploaded into a new tensor at each step, beside %u fields that are kept buffers, and the capture is given one as well: the graph keeps reading that one",
		                                             (int)field.n, field.p, kept));
		rule_step(run, f, &beside, "the first of the kept buffers beside it");
		finding_param(run->findings, f, "field", field);
	}
}
