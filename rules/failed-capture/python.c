/* Python: a flag that is set back only if all went well, a capture that no finally ends, a handler that lets its failure pass. */
#include "failed.h"

static bool speaks_of_capture(struct str name) { return says_capture(name) || speaks_of_graphs(name); }

typedef bool wanted(const void *context, const struct body *b, u32 row);

/* Of exceptions those that are thrown or passed on by a row that does nothing else. */
static enum flow_on over_throws(const void *context, const struct body *b, u32 row)
{
	(void)context;
	return b->rows[row].op == ROW_RESUME || b->rows[row].op == ROW_THROW ? FLOW_THROWS : FLOW_GOES_ON;
}

/* Some row that can follow `from`, or `from` itself, is wanted. */
static bool can_reach(const struct body *b, u32 from, wanted *is_wanted, const void *context)
{
	struct arena scratch = {0};
	const bool *behind = rows_behind(&scratch, b, from, over_throws, NULL);
	bool found = false;
	for (u32 row = 0; row < b->n && !found; row++)
		found = behind[row] && is_wanted(context, b, row);
	arena_release(&scratch);
	return found;
}

static bool writes_cell(const void *cell, const struct body *b, u32 row) { return b->rows[row].op == ROW_MOVE && b->rows[row].dst == *(const u32 *)cell; }

static bool is_flag_write(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_constant = r->op == ROW_MOVE && r->sub == OP_NONE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	return is_constant && r->dst != NONE && b->cells[r->dst].kind == CELL_OUTER && !b->cells[r->dst].is_element;
}

void failed_manager(struct rule_run *run, fn_id fn)
{
	struct str own = unit_text(run->program->functions[fn].unit, run->program->functions[fn].f->name);
	if (!python_is_decorated(run->capture->program, fn, "contextmanager"))
		return;
	const struct body *b = capture_body(run->capture, fn);
	u32 yield = NONE;
	for (u32 row = 0; row < b->n && yield == NONE; row++)
		yield = b->rows[row].op == ROW_YIELD ? row : NONE;
	for (u32 row = 0; yield != NONE && row < yield; row++) {
		u32 flag = b->rows[row].dst;
		if (!is_flag_write(b, row) || (!speaks_of_capture(own) && !speaks_of_capture(body_cell_name(run->program, b, flag))))
			continue;
		if (!can_reach(b, yield + 1, writes_cell, &flag) || can_reach(b, b->rows[yield].unwind, writes_cell, &flag))
			continue;
		u32 reset = yield + 1;
		while (reset + 1 < b->n && !writes_cell(&flag, b, reset))
			reset++;
		struct site site = site_in(run->program, b, reset), at = site_in(run->program, b, yield), set = site_in(run->program, b, row);
		struct str name = body_cell_name(run->program, b, flag);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is set back only if the block of '%.*s' ends well: an exception in the capture "
		                                             "leaves the process in this state; it belongs into a 'finally'", (int)name.n, name.p, (int)own.n, own.p));
		rule_step(run, f, &set, "set here");
		rule_step(run, f, &at, "the block runs here; an exception comes out of here and skips the rest");
		return;
	}
}

static bool closes_here(const void *effects, const struct body *b, u32 row)
{
	(void)b;
	return ((const u8 *)effects)[row] == EFFECT_CLOSES;
}

/* An execution context of TensorRT answers whether it has enqueued (IExecutionContext.execute_async_v3); a failure is raised at the end of the capture. */
static bool answers(const struct rule_run *run, const struct body_row *r) { return r->flags & RF_MEMBER && str_starts(body_row_name(run->program, r), "execute_async"); }

/* check(begin(...)): what the begin has answered is checked; nothing was begun if that throws. */
static bool is_given(const struct body *b, const struct body_row *r, u32 cell)
{
	for (u32 i = 0; cell != NONE && i < r->arg_count; i++)
		if (b->args[r->first_arg + i] == cell)
			return true;
	return false;
}

void failed_span(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	const u8 *effects = row_effects(run->capture, b);
	if (!effects || b->rows[region->row].op != ROW_CALL || !can_reach(b, region->row + 1, closes_here, effects))
		return;
	for (u32 row = region->row + 1; row < b->n && effects[row] == EFFECT_NONE; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || can_reach(b, r->unwind, closes_here, effects) || is_given(b, r, b->rows[region->row].dst) || answers(run, r))
			continue;
		struct site site = site_in(run->program, b, row), begin = site_in(run->program, b, region->row);
		struct str name = rule_callee(run, &site), opener = rule_callee(run, &begin);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "an exception of '%.*s' leaves the capture that '%.*s' began open: no finally ends it",
		                                             (int)name.n, name.p, (int)opener.n, opener.p));
		rule_step(run, f, &begin, "the capture begins");
		rule_step(run, f, &site, "here the function may be left");
		return;
	}
}

/* A constant (None, False) is written, or the function is left. */
static enum flow_on until_given_up(const void *context, const struct body *b, u32 row)
{
	(void)context;
	const struct body_row *r = &b->rows[row];
	bool is_reset = r->op == ROW_MOVE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	return is_reset || r->op == ROW_RETURN || r->op == ROW_THROW || r->op == ROW_RESUME ? FLOW_STOPS : FLOW_GOES_ON;
}

/* From a handler on: the row that replays, if the graph isn't given up before; NONE. */
static u32 replay_after(const struct rule_run *run, const struct body *b, u32 handler)
{
	struct arena scratch = {0};
	const bool *behind = rows_behind(&scratch, b, handler, until_given_up, NULL);
	u32 found = NONE;
	for (u32 row = 0; row < b->n && found == NONE; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_replay = behind[row] && r->op == ROW_CALL && r->flags & RF_MEMBER && str_ends(body_row_name(run->program, r), "replay");
		found = is_replay ? row : NONE;
	}
	arena_release(&scratch);
	return found;
}

void failed_handler(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	u32 pad = b->rows[region->row].op == ROW_ENTER ? b->rows[region->row].unwind : NONE;
	for (u32 steps = 0; pad != NONE && pad < b->n && b->rows[pad].op != ROW_CATCH && steps < 64; steps++)
		pad = b->rows[pad].op == ROW_RESUME ? b->rows[pad].unwind : b->rows[pad].op == ROW_JUMP ? b->rows[pad].target : pad + 1;
	if (pad == NONE || pad >= b->n || b->rows[pad].op != ROW_CATCH)
		return;
	u32 replay = replay_after(run, b, pad);
	if (replay == NONE)
		return;
	struct site site = site_in(run->program, b, pad), begin = site_in(run->program, b, region->row), use = site_in(run->program, b, replay);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                "this handler lets a failed capture pass, and the graph is replayed all the same: there is none, or half of one");
	rule_step(run, f, &begin, "the capture");
	rule_step(run, f, &site, "its failure ends here");
	rule_step(run, f, &use, "replayed here");
}
