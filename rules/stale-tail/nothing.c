/* A reset that resets nothing: the buffer is a slice that ends where the tail would begin. */
#include "tail.h"

static u32 named_argument(const struct rule_run *run, const struct body *b, u32 row, struct str name)
{
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count; i++)
		if (str_eq(unit_text(u, u->arg_names[r->row->first_arg + i]), name))
			return b->args[r->first_arg + i];
	return NONE;
}

/* A call that makes an object gives for the field a slice up to what it gives for the length. */
static bool is_cut_at(const struct rule_run *run, const struct body *b, u32 row, struct str field, struct str length)
{
	u32 given = named_argument(run, b, row, field), count = named_argument(run, b, row, length);
	if (given == NONE || count == NONE)
		return false;
	struct value v = b->cells[given].parent == NONE ? value_of(capture_values(run->capture, b), row, given) : (struct value){VALUE_PLACE, NONE, given};
	struct slice s = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
	return s.kind == SLICE_PREFIX && str_eq(s.bound, body_cell_name(run->program, b, count));
}

/* A call outside of tests that makes an object so. */
static bool is_cut_by(const struct rule_run *run, struct str cls, struct str field, struct str length, struct site *maker)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		const struct body *b = NULL;
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count && rule_is_python(run, fn) && !run->program->files[f->file].is_test; i++) {
			if (f->unit->rows[i].op != ROW_CALL || !str_eq(unit_text(f->unit, f->unit->rows[i].name), cls))
				continue;
			b = b ? b : capture_body(run->capture, fn);
			for (u32 row = 0; row < b->n; row++) {
				if (b->rows[row].row != &f->unit->rows[i] || !is_cut_at(run, b, row, field, length))
					continue;
				*maker = site_in(run->program, b, row);
				return true;
			}
		}
	}
	return false;
}

void tail_at_maker(struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_reset = r->op == ROW_CALL && r->flags & RF_MEMBER && (str_is(body_row_name(run->program, r), "fill_") || str_is(body_row_name(run->program, r), "zero_"));
	struct slice tail = slice_of(run->program, b, is_reset ? r->a : NONE);
	if (!str_starts(tail.from, "self.") || b->cells[tail.object].parent == NONE || b->cells[tail.object].is_element || b->cells[b->cells[tail.object].parent].param != 0)
		return;
	struct str cls = intern_get(&run->program->names, run->program->functions[b->fn].cls), field = body_cell_name(run->program, b, tail.object);
	struct str length = {tail.from.p + 5, tail.from.n - 5};
	struct site maker;
	if (!is_cut_by(run, cls, field, length, &maker))
		return;
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "a '%.*s' is given '%.*s' as a slice that ends at its '%.*s', so this resets nothing: behind it the buffer holds what an earlier call left there",
	                                             (int)cls.n, cls.p, (int)field.n, field.p, (int)length.n, length.p));
	rule_step(run, f, &maker, "made here, with such a slice");
	finding_param(run->findings, f, "buffer", field);
	finding_param(run->findings, f, "form", S("places"));
}

void tail_at_empty(struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_call = r->op == ROW_CALL && r->flags & RF_MEMBER && (str_is(body_row_name(run->program, r), "fill_") || str_is(body_row_name(run->program, r), "zero_"));
	bool is_move = r->op == ROW_MOVE && r->flags & RF_INPLACE && r->sub == OP_NONE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	struct slice tail = slice_of(run->program, b, is_call ? r->a : is_move ? r->dst : NONE);
	if (!tail.from.n || b->cells[tail.object].parent != NONE || b->cells[tail.object].kind != CELL_LOCAL)
		return;
	struct value v = value_of(capture_values(run->capture, b), row, tail.object);
	struct slice whole = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
	if (whole.kind != SLICE_PREFIX || !str_eq(whole.bound, tail.from))
		return;
	u32 variable = tail_bound_variable(run, b, tail.from), cut = NONE;
	for (u32 i = 0; i < row; i++) {
		if (b->rows[i].dst == tail.object)
			cut = i;
		if (cut != NONE && variable != NONE && i > cut && b->rows[i].dst == variable)
			return; /* it is another number by now */
	}
	struct site site = site_in(run->program, b, row);
	struct str name = tail_buffer(run, b, tail.object), bound = tail.from;
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is a slice that ends at '%.*s', so this resets nothing: behind it the buffer holds what an earlier call left there",
	                                             (int)name.n, name.p, (int)bound.n, bound.p));
	finding_param(run->findings, f, "buffer", name);
	finding_param(run->findings, f, "form", S("places"));
}
