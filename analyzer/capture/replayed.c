#include "capture/replayed.h"

#include "capture/local.h"
#include "capture/prepared.h"
#include "capture/shape.h"
#include "capture/words.h"

enum { REPLAY_DEPTH = 4, REPLAY_BODIES = 500 }; /* calls down; bodies that one question may look at */

/* graph.replay(), runner_of_graphs.replay(x): here or in what is called, some levels down. */
static bool replays_below(const struct capture *c, const struct body *b, u32 row, u32 depth, u32 *left)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || depth > REPLAY_DEPTH)
		return false;
	bool is_named = r->flags & RF_MEMBER && r->a != NONE && str_is(body_row_name(c->program, r), "replay") && speaks_of_graphs(body_cell_name(c->program, b, r->a));
	if (is_named || is_replay(c, b, row))
		return true;
	for (u32 i = 0; i < r->callee.n && r->callee.n <= 2 && *left; i++) {
		const struct body *below = capture_body(c, r->callee.at[i]);
		--*left;
		for (u32 k = 0; k < below->n; k++)
			if (replays_below(c, below, k, depth + 1, left))
				return true;
	}
	return false;
}

/* The parameter that a cell is a part of, or NONE. */
static u32 parameter_of(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(c, b), row, cell);
	u32 root = v.kind == VALUE_PLACE || v.kind == VALUE_PARAM ? v.cell : NONE;
	return root == NONE ? NONE : b->cells[cell_root(b, root)].param;
}

/* The row of a caller's body that has a graph replayed and gives the argument of the call at `row`, or what was put on it just before. */
static u32 replayed_for(const struct capture *c, const struct body *b, u32 row, u32 given)
{
	u32 left = REPLAY_BODIES;
	struct values *values = capture_values(c, b);
	struct value v = value_of(values, row, given);
	if (v.kind == VALUE_RESULT && replays_below(c, b, v.row, 0, &left))
		return v.row;
	for (u32 i = 0; i < row && given != NONE; i++) {
		struct field_write w;
		if (!field_write_at(b, i, &w) || w.holder != given || b->rows[i].a == NONE || !body_reaches(b, i, row))
			continue;
		struct value put = value_of(values, i, b->rows[i].a);
		if (put.kind == VALUE_RESULT && replays_below(c, b, put.row, 0, &left))
			return put.row;
	}
	return NONE;
}

/* Likewise in a function that calls the one at hand and gives `param`. */
static u32 replayed_in(const struct capture *c, fn_id of, fn_id caller, u32 param, const struct body **b)
{
	const struct fn *fn = &c->program->functions[caller];
	const struct fn *called = &c->program->functions[of];
	struct str name = unit_text(called->unit, called->f->name);
	bool is_caller = false;
	for (u32 i = 0; i < fn->f->row_count && !is_caller; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		is_caller = row->op == ROW_CALL && str_eq(unit_text(fn->unit, row->name), name);
	}
	*b = is_caller ? capture_body(c, caller) : NULL;
	for (u32 row = 0; is_caller && row < (*b)->n; row++)
		for (u32 i = 0; i < (*b)->rows[row].callee.n; i++) {
			bool is_call = (*b)->rows[row].op == ROW_CALL && (*b)->rows[row].callee.at[i] == of;
			u32 replayed = is_call ? replayed_for(c, *b, row, call_argument(c, *b, row, of, param)) : NONE;
			if (replayed != NONE)
				return replayed;
		}
	return NONE;
}

bool is_made_by_replay(const struct capture *c, const struct body *b, u32 row, struct site *made)
{
	const struct program *p = c->program;
	const struct body_row *at = &b->rows[row];
	for (u32 i = 0; i <= at->arg_count; i++) {
		u32 param = parameter_of(c, b, row, i ? b->args[at->first_arg + i - 1] : at->a);
		for (fn_id caller = 0; caller < p->function_count && param != NONE && param; caller++) {
			const struct body *there;
			u32 replayed = program_is_python(p, caller) ? replayed_in(c, b->fn, caller, param, &there) : NONE;
			if (replayed == NONE)
				continue;
			*made = site_in(p, there, replayed);
			return true;
		}
	}
	return false;
}

bool keeps_graphs_by_key(const struct capture *c, const struct body *b, u32 *at)
{
	for (*at = 0; *at < b->n; ++*at) {
		const struct body_row *r = &b->rows[*at];
		u32 to = r->op == ROW_MOVE || r->op == ROW_CALL ? r->dst : NONE;
		u32 container = to != NONE && b->cells[to].is_element ? b->cells[to].parent : NONE;
		bool is_global = container != NONE && b->cells[container].kind != CELL_LOCAL && b->cells[container].parent == NONE;
		if (!is_global && (container == NONE || !cell_is_own(b, container)))
			continue;
		struct str name = body_cell_name(c->program, b, b->cells[to].parent), key = body_cell_name(c->program, b, to);
		bool is_number = key.n && key.p[0] >= '0' && key.p[0] <= '9';
		if (says_graph(name) && !is_number && !key_is_slice(key))
			return true;
	}
	return false;
}
