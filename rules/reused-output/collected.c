/* Outputs of a graph that are collected in a loop over its replays: `self.graph.replay(); all.append(self.mean)`; and what a function inside of another gives of the graph that it replays:
 * `def run(x): held.copy_(x); graph.replay(); return out`. */
#include "reused.h"

/* The row, in a capture that stands in the code, binds the cell. */
static bool binds_in_capture(const struct rule_run *run, const struct body *b, u32 cell)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_MOVE && b->rows[row].dst == cell && capture_has_in_code(run->capture, b, row))
			return true;
	return false;
}

/* Captured code of the class binds self.NAME. */
static bool is_own_output(const struct rule_run *run, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = cell_is_own(b, cell) ? attribute_writes(run->capture, b, cell, &writes) : 0, bound = 0;
	for (u32 i = 0; i < n; i++)
		bound += writes[i].row != NONE && capture_has_in_code(run->capture, capture_body(run->capture, writes[i].fn), writes[i].row);
	return bound;
}

/* ---- all.append(self.mean) ---- */

/* The row of a replay that stands in the same loop as the other one; NONE. */
static u32 replay_in_loop_of(const struct rule_run *run, const struct body *b, u32 row)
{
	for (u32 i = 0; i < b->n; i++)
		if (is_replay(run->capture, b, i) && body_reaches(b, i, row) && body_reaches(b, row, i))
			return i;
	return NONE;
}

static void look_at_own(struct rule_run *run, const struct body *b, u32 row, u32 given)
{
	u32 replay = is_own_output(run, b, given) ? replay_in_loop_of(run, b, row) : NONE;
	if (replay == NONE)
		return;
	struct site site = site_in(run->program, b, row), at = site_in(run->program, b, replay);
	struct str name = body_cell_name(run->program, b, given);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is the graph's static output: all that is collected here is one tensor, with the result of the last replay; clone it", (int)name.n, name.p));
	rule_step(run, f, &at, "replayed here, at each turn");
	finding_param(run->findings, f, "output", name);
}

/* ---- all.append(run(x)) ---- */

/* The variable of that name of a function around this one is bound in a capture there. */
static bool is_output_around(const struct rule_run *run, fn_id fn, u32 name)
{
	const struct fn *in = &run->program->functions[fn];
	for (u32 parent = in->f->parent; parent != NONE; parent = in->unit->functions[parent].parent) {
		const struct body *b = capture_body(run->capture, program_fn(run->program, in->file, parent));
		for (u32 i = 0; i < b->cell_count; i++)
			if (b->cells[i].kind == CELL_LOCAL && b->cells[i].parent == NONE && b->cells[i].name == name)
				return binds_in_capture(run, b, i);
	}
	return false;
}

/* The row returns what a graph that is replayed before writes, and what the function shares with the one around it. */
static bool gives_output(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 cell = b->rows[row].op == ROW_RETURN ? b->rows[row].a : NONE;
	if (cell == NONE || b->cells[cell_root(b, cell)].kind != CELL_OUTER || b->cells[cell_root(b, cell)].param != NONE)
		return false;
	bool is_output = b->cells[cell].parent == NONE ? is_output_around(run, b->fn, b->cells[cell].name) : binds_in_capture(run, b, cell);
	for (u32 i = 0; i < row && is_output; i++)
		if (is_replay(run->capture, b, i) && body_reaches(b, i, row))
			return true;
	return false;
}

static void look_at_given(struct rule_run *run, const struct body *b, u32 row, u32 given)
{
	u32 call = reused_made_by(run, b, row, given);
	const struct call_target *to = call == NONE ? NULL : &b->rows[call].callee;
	if (!to || to->n != 1 || !rule_is_python(run, to->at[0]) || run->program->functions[to->at[0]].f->parent == NONE || !body_reaches(b, call, call))
		return;
	/* What is made anew at each turn has a graph for each. */
	struct value made = b->rows[call].a == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(run->capture, b), call, b->rows[call].a);
	if (made.row != NONE && body_reaches(b, made.row, made.row))
		return;
	const struct body *called = capture_body(run->capture, to->at[0]);
	for (u32 i = 0; i < called->n; i++) {
		if (!gives_output(run, called, i))
			continue;
		struct site site = site_in(run->program, b, row), from = site_in(run->program, called, i);
		struct str name = body_row_name(run->program, &b->rows[call]);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' gives the static output of the graph that it replays: all that is collected here is one tensor, with the result of the last replay; clone it",
		                                             (int)name.n, name.p));
		rule_step(run, f, &from, "given here, as the graph has it");
		finding_param(run->findings, f, "output", name);
		return;
	}
}

void reused_in_loop(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		u32 given = body_reaches(b, row, row) ? reused_collected_at(run, b, row) : NONE;
		if (given == NONE || capture_has_in_code(run->capture, b, row))
			continue;
		look_at_own(run, b, row, given);
		look_at_given(run, b, row, given);
	}
}
