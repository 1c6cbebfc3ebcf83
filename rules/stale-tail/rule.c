/* A graph is captured for a size and replayed with less: the rows behind the live ones are whatever an earlier replay left there. */
#include "tail.h"

/* Cheap, an upper bound. */
static bool resets_some(const struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	u32 writes = 0;
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		writes += row->op == ROW_CALL && (str_is(unit_text(f->unit, row->name), "zero_") || str_is(unit_text(f->unit, row->name), "fill_"));
		writes += row->op == ROW_MOVE && row->flags & RF_INPLACE;
		writes += row->op == ROW_CALL && operand_kind(row->a) == OPD_PLACE && str_is(unit_text(f->unit, row->name), "copy_");
	}
	return writes;
}

static void look_at(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct fills fills = {.n = 0};
	tail_at_whole(run, b);
	bool makes = str_is(unit_text(run->program->functions[fn].unit, run->program->functions[fn].f->name), "__post_init__");
	for (u32 row = 0; row < b->n; row++) {
		tail_at_empty(run, b, row);
		if (makes)
			tail_at_maker(run, b, row);
	}
	tail_find(run, b, &fills);
	for (u32 row = 0; row < b->n && fills.n; row++)
		tail_at_sum(run, b, &fills, row);
	for (u32 i = 0; i < fills.n; i++)
		if (!tail_handed_whole(run, b, &fills.at[i]) && !tail_across(run, b, &fills.at[i]) && !tail_of_single(run, b, &fills.at[i]))
			tail_beside(run, b, &fills, &fills.at[i]);
}

void rule_stale_tail(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn) && resets_some(run, fn))
			look_at(run, fn);
}
