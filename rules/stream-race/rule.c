/* Two streams use one thing and nothing orders them: a value made on one stream and read on another before the event that would
 * order it, and a side stream that begins without waiting for those who make what it reads. */
#include "race.h"

static void look_at_reached(struct rule_run *run, u32 at)
{
	const struct reached *reached = &run->capture->reached.at[at];
	struct race r = {.run = run, .fn = reached->fn, .reached = at, .b = reached->body};
	if (program_is_python(run->program, reached->fn) || !fork_waits(run->capture, r.b))
		return;
	values_open(&r.scratch, &r.values, r.b);
	fork_table(run->capture, &r.scratch, &r.values, reached->state, ROW_IS_CAPTURED, &r.table);
	u32 waits = 0;
	for (u32 i = 0; i < r.table.ops.n; i++)
		waits += r.table.ops.at[i].kind == FORK_WAIT;
	if (waits && r.table.streams.n > 1)
		race_native(&r);
	arena_release(&r.scratch);
}

/* Each `with stream(side):` by itself. */
static void look_at_blocks(struct race *r)
{
	for (u32 i = 0; i < r->table.ops.n; i++) {
		const struct fork_op *op = &r->table.ops.at[i];
		race_at_vain(r, i);
		if (r->b->rows[op->row].op != ROW_ENTER || op->kind != FORK_USE)
			continue;
		race_at_block(r, op);
		race_at_replay(r, op);
		race_at_context(r, op);
		race_at_new(r, op);
		race_at_mixup(r, op);
		race_at_late_copy(r, op);
	}
}

/* Row by row, with what each stream has waited for by then. */
static void look_in_order(struct race *r)
{
	u32 next = 0, told = 0;
	clocks_open(&r->clocks, &r->scratch, &r->table);
	for (u32 row = 0; row < r->b->n; row++) {
		const struct body_row *at = &r->b->rows[row];
		for (; next < r->table.ops.n && r->table.ops.at[next].row == row; next++) {
			clocks_step(&r->clocks, &r->table.ops.at[next]);
			if (at->op == ROW_ENTER && r->table.ops.at[next].kind == FORK_USE)
				race_at_start(r, &r->table.ops.at[next]);
		}
		if (told < CROWD)
			told += race_at_read(r, row);
	}
}

static void look_at(struct rule_run *run, fn_id fn)
{
	const struct capture *c = run->capture;
	struct race r = {.run = run, .fn = fn, .reached = c->of[fn], .b = capture_body(c, fn)};
	values_open(&r.scratch, &r.values, r.b);
	fork_table(c, &r.scratch, &r.values, NULL, 0, &r.table);
	race_find_waits(&r);
	look_at_blocks(&r);
	race_at_staging(&r);
	race_at_host(&r);
	if (fork_waits(c, r.b) && r.table.ops.n && r.table.streams.n > 1)
		look_in_order(&r);
	arena_release(&r.scratch);
}

/* Cheap, an upper bound: a block, a wait of streams, or a copy that is not waited for. */
static bool may_race(const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		if (row->op == ROW_ENTER || str_ends(unit_text(fn->unit, row->name), "wait_stream"))
			return true;
		for (u32 k = 0; k < row->arg_count && row->op == ROW_CALL; k++)
			if (str_is(unit_text(fn->unit, fn->unit->arg_names[row->first_arg + k]), "non_blocking"))
				return true;
	}
	return false;
}

void rule_stream_race(struct rule_run *run)
{
	for (u32 i = 0; i < run->capture->reached.n; i++)
		look_at_reached(run, i);
	const struct program *p = run->program;
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct source *file = &p->files[p->functions[fn].file];
		if (run->shows[fn] && program_is_python(p, fn) && !file->is_test && !file->is_vendored && may_race(&p->functions[fn]))
			look_at(run, fn);
	}
}
