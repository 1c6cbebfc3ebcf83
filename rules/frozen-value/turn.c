/* Python: `self.step += 1; self.graph.replay()`, where captured code computes with self.step: every replay computes with that of the capture. */
#include "frozen.h"

/* The row computes with the number: what is compared decides something, what is named or printed is for people. */
static bool computes_with(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_BINARY || (r->op == ROW_MOVE && r->sub != OP_NONE))
		return !op_compares((enum op)r->sub) && r->dst != cell && rule_reads(b, row, cell);
	return r->op == ROW_CALL && row_is_given(b, r, cell) && torch_at(run->capture, b, NONE, row);
}

/* A captured row of a method of the class, which does not set it itself, computes with self.NAME. */
static bool is_computed_in_capture(const struct rule_run *run, fn_id of, u32 name, struct site *site, u32 *reached)
{
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		if (!reached_is_of_class(run->capture, r, of))
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++)
			for (u32 row = 0; row < r->body->n && r->body->cells[i].name == name && cell_is_own(r->body, i); row++)
				if (capture_has(r, row) && computes_with(run, r->body, row, i)) {
					*site = site_in(run->program, r->body, row);
					*reached = at;
					return true;
				}
	}
	return false;
}

static bool is_advanced_in_capture(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 at = run->capture->of[b->fn];
	return at != NONE && capture_has(&run->capture->reached.at[at], row);
}

void frozen_turn(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n && run->program->functions[fn].cls; row++) {
		u32 cell, reached;
		struct site read;
		if (!frozen_advances(run, b, row, &cell) || is_advanced_in_capture(run, b, row) || !frozen_is_number(run, b, cell))
			continue;
		u32 replay = replay_behind(run->capture, b, row);
		if (replay == NONE || !is_computed_in_capture(run, fn, b->cells[cell].name, &read, &reached))
			continue;
		struct site site = site_in(run->program, b, row), at = site_in(run->program, b, replay);
		struct str name = body_cell_name(run->program, b, cell);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is advanced on the host before a replay, and captured code computes with it: the graph goes on with that of the capture; "
		                                                                   "keep it on the device", (int)name.n, name.p));
		rule_way(run, f, reached);
		rule_step(run, f, &read, "read here, while captured");
		rule_step(run, f, &at, "replayed here");
		finding_param(run->findings, f, "form", S("argument"));
	}
}
