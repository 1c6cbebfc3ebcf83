#include "capture/first_capture.h"

#include "capture/shape.h"

enum { WAYS = 4, QUESTIONS = 200, CALLS = 4 /* down to what captures */ };

/* The cell, or what it was made from, outlives the call. */
static bool is_kept(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 depth)
{
	if (cell == NONE || depth > WAYS)
		return false;
	if (b->cells[cell].kind == CELL_OUTER)
		return true;
	struct value v = value_of(capture_values(c, b), row, cell);
	if (v.kind == VALUE_PLACE)
		return b->cells[v.cell].kind == CELL_OUTER;
	if (v.kind != VALUE_OPERATION && v.kind != VALUE_RESULT)
		return false;
	const struct body_row *made = &b->rows[v.row];
	bool is_asked = is_kept(c, b, v.row, made->a, depth + 1) || is_kept(c, b, v.row, made->b, depth + 1);
	for (u32 i = 0; i < made->arg_count && !is_asked; i++)
		is_asked = is_kept(c, b, v.row, b->args[made->first_arg + i], depth + 1);
	return is_asked;
}

static bool opens_at(struct below *s, const struct body *b, u32 row)
{
	const struct capture *c = s->c;
	for (u32 i = 0; i < c->regions.n && s->opens[b->fn]; i++)
		if (c->regions.at[i].fn == b->fn && c->regions.at[i].row == row && c->regions.at[i].grade == GRADE_CODE)
			return true;
	s->left = QUESTIONS;
	return b->rows[row].op == ROW_CALL && b->rows[row].callee.n && row_captures(s, &b->rows[row]);
}

static bool replays_at(const struct capture *c, const struct body *b, u32 row)
{
	const struct call_target *to = &b->rows[row].callee;
	bool is_own = b->rows[row].op == ROW_CALL && to->n == 1 && !to->by_name;
	return is_replay(c, b, row) || (is_own && has_replay(c, capture_body(c, to->at[0])));
}

bool first_capture_has(const struct capture *c, const struct body *b, const struct first_capture *f, u32 row)
{
	return edge_stands_before(capture_dominators(c, b, true), f->branch, f->arm, row);
}

static bool replays_anyway(struct below *s, const struct body *b, struct first_capture *f)
{
	for (f->replay = 0; f->replay < b->n; f->replay++)
		if (replays_at(s->c, b, f->replay) && !first_capture_has(s->c, b, f, f->replay) && (f->replay == f->away || body_reaches(b, f->away, f->replay)))
			return body_reaches(b, f->opened, f->replay);
	return false;
}

static bool find_first(struct below *s, const struct body *b, struct first_capture *out)
{
	const struct dominators *d = capture_dominators(s->c, b, true);
	u32 replay = 0;
	while (replay < b->n && !replays_at(s->c, b, replay))
		replay++;
	for (u32 row = 0; row < b->n && replay < b->n; row++) {
		if (!opens_at(s, b, row))
			continue;
		/* Outermost conditions may be settings; any that asks for the graph will do. */
		for (u32 to = d->branch[row]; to != NONE; to = next_branch(d, to)) {
			struct first_capture f = {.branch = d->entry[to], .opened = row};
			const struct body_row *branch = &b->rows[f.branch];
			if (branch->op == ROW_BRANCH && branch_decides(d, f.branch, row, &f.arm, &f.away) && is_kept(s->c, b, f.branch, branch->a, 0) && replays_anyway(s, b, &f)) {
				*out = f;
				return true;
			}
		}
	}
	return false;
}

const struct first_capture *first_capture_of(const struct capture *c, fn_id fn)
{
	struct first_captures *all = c->firsts;
	struct first_capture found;
	if (!all->of) {
		all->of = arena_array(c->arena, const struct first_capture *, c->program->function_count + 1);
		all->is_asked = arena_array(c->arena, bool, c->program->function_count + 1);
		below_open(&all->below, c, c->arena, CALLS, true);
	}
	if (!all->is_asked[fn] && find_first(&all->below, capture_body(c, fn), &found)) {
		struct first_capture *kept = arena_new(c->arena, struct first_capture);
		*kept = found;
		all->of[fn] = kept;
	}
	all->is_asked[fn] = true;
	return all->of[fn];
}
