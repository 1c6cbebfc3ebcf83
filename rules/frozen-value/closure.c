/* Python: a variable of the function that captures is bound anew behind the capture and before a replay, and what was captured has read it: `lr = schedule(i); graph.replay()`, where the
 * captured step, mostly a function inside of this one, computes with lr. */
#include "frozen.h"

/* `inner` stands in the text of `outer`. */
static bool is_inside(const struct rule_run *run, fn_id inner, fn_id outer)
{
	const struct fn *in = &run->program->functions[inner], *out = &run->program->functions[outer];
	if (in->file != out->file)
		return false;
	for (u32 parent = in->f->parent; parent != NONE; parent = in->unit->functions[parent].parent)
		if (&in->unit->functions[parent] == out->f)
			return true;
	return false;
}

static bool is_used(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_BINARY)
		return !op_compares((enum op)r->sub) && (r->a == cell || r->b == cell);
	return r->op == ROW_CALL && row_is_given(b, r, cell) && (r->callee.n || torch_at(run->capture, b, NONE, row) || r->flags & RF_MEMBER);
}

/* Captured code, the function's own or that of one inside of it, uses the variable, and does not bind it. */
static bool is_used_in_capture(const struct rule_run *run, fn_id fn, u32 variable, struct site *site, u32 *reached)
{
	const struct body *own = capture_body(run->capture, fn);
	u32 name = own->cells[variable].name;
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		if (!reached_is_code(run->capture, r) || (r->fn != fn && !is_inside(run, r->fn, fn)))
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++) {
			const struct cell *cell = &r->body->cells[i];
			bool is_it = r->fn == fn ? i == variable : cell->name == name && cell->kind == CELL_OUTER && cell->parent == NONE && cell->first_write == NONE;
			for (u32 row = 0; row < r->body->n && is_it; row++)
				if (capture_has(r, row) && is_used(run, r->body, row, i)) {
					*site = site_in(run->program, r->body, row);
					*reached = at;
					return true;
				}
		}
	}
	return false;
}

/* A replay follows the row, and no capture does: one that is made anew sees the new value. */
static bool is_behind_capture(const struct rule_run *run, const struct body *b, u32 row, u32 *replay)
{
	bool is_behind = false;
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		const struct capture_region *region = &run->capture->regions.at[i];
		if (region->fn != b->fn || region->grade != GRADE_CODE || region->row == NONE)
			continue;
		if (body_reaches(b, row, region->row))
			return false;
		is_behind = is_behind || body_reaches(b, region->row, row);
	}
	*replay = is_behind ? replay_behind(run->capture, b, row) : NONE;
	return *replay != NONE;
}

/* It is made there: what is taken out of a container, or held by something, is what was put there with the graph. */
static bool is_made_there(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 from = b->rows[row].a;
	struct value v = value_of(capture_values(run->capture, b), row, from);
	return !b->cells[from].is_element && (v.kind == VALUE_RESULT || v.kind == VALUE_OPERATION || v.kind == VALUE_CONSTANT);
}

void frozen_closure(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_bound = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && r->dst != NONE && r->a != NONE && b->cells[r->dst].kind == CELL_LOCAL && b->cells[r->dst].parent == NONE &&
		                b->cells[r->dst].name && b->cells[r->a].kind != CELL_ZERO;
		u32 replay, reached;
		struct site read;
		/* What is a tensor here is rebound-buffer's matter, where the capture takes it itself. */
		if (!is_bound || !is_made_there(run, b, row) || !is_behind_capture(run, b, row, &replay) || !is_used_in_capture(run, fn, r->dst, &read, &reached) ||
		    (run->capture->reached.at[reached].fn == fn && tensor_at(run->capture, b, NONE, row, r->a).is_tensor))
			continue;
		struct site site = site_in(run->program, b, row), at = site_in(run->program, b, replay);
		struct str name = body_cell_name(run->program, b, r->dst);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is bound anew before a replay, and what was captured has read it: the graph goes on with what it was at the capture; keep it in a tensor and "
		                                                                   "write that in place", (int)name.n, name.p));
		rule_way(run, f, reached);
		rule_step(run, f, &read, "read here, while captured");
		rule_step(run, f, &at, "replayed here");
		finding_param(run->findings, f, "form", S("argument"));
	}
}
