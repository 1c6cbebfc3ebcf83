/* C and C++: ways out that a warm-up has tried: the same work has run before, uncaptured. */
#include "failed.h"

static bool is_same_call(const struct way *w, const struct body_row *a, const struct body_row *b)
{
	bool is_same = a->op == ROW_CALL && b->op == ROW_CALL && a->arg_count == b->arg_count && a->a == b->a && str_eq(body_row_name(w->run->program, a), body_row_name(w->run->program, b));
	for (u32 i = 0; i < a->arg_count && is_same; i++) {
		u32 x = w->body->args[a->first_arg + i], y = w->body->args[b->first_arg + i];
		is_same = x == y || (x != NONE && y != NONE && w->body->cells[x].address_of != NONE && w->body->cells[x].address_of == w->body->cells[y].address_of);
	}
	return is_same;
}

/* The call whose failure leads to the way out: it throws itself, or what it has answered is asked about. */
static u32 call_of(const struct way *w, const struct leave *l)
{
	enum { STEPS = 4 };
	const struct body *b = w->body;
	const struct dominators *d = capture_dominators(w->run->capture, b, true);
	u32 to = l->kind == LEAVE_RETURN ? d->branch[l->row] : NONE, row = to == NONE ? l->row : d->entry[to], cell = to == NONE ? NONE : b->rows[row].a;
	if (l->kind != LEAVE_RETURN)
		return l->row;
	for (u32 step = 0; step < STEPS && cell != NONE; step++) {
		struct value v = value_of(capture_values(w->run->capture, b), row, cell);
		if (v.kind != VALUE_RESULT && v.kind != VALUE_OPERATION)
			break;
		row = v.row;
		if (b->rows[row].op == ROW_CALL && !(b->rows[row].flags & RF_MEMBER && !b->rows[row].arg_count))
			return row; /* result.has_value() asks about the result */
		cell = b->rows[row].a;
	}
	return NONE;
}

/* The same call on the same things stands before the begin: what would fail has failed there. */
static bool has_run_before(const struct way *w, const struct leave *l)
{
	const struct dominators *d = capture_dominators(w->run->capture, w->body, false);
	u32 call = call_of(w, l);
	for (u32 row = 0; call != NONE && row < w->body->n; row++)
		if (row != call && w->body->rows[row].arg_count && is_same_call(w, &w->body->rows[row], &w->body->rows[call]) && stands_before(d, row, w->begin))
			return true;
	return false;
}

/* if (!warm) { step(nullptr); warm = true; } else { begin(); step(&graph); end(); }: what it minds about its arguments it has minded before, and what the
 * runtime answers it doesn't throw. */
static bool has_run_eagerly(const struct way *w, const struct leave *l)
{
	const struct body *b = w->body;
	const struct body_row *r = &b->rows[l->row];
	bool throws_code = l->kind != LEAVE_CALLEE || !r->callee.n;
	for (u32 i = 0; i < r->callee.n && !throws_code; i++)
		throws_code = program_throws_code(w->run->capture->program, r->callee.at[i]);
	for (u32 row = 0; row < b->n && !throws_code; row++)
		if (b->rows[row].op == ROW_CALL && b->rows[row].callee.n && b->rows[row].callee.at[0] == r->callee.at[0] && !body_reaches(b, w->begin, row))
			return true;
	return false;
}

bool failed_is_warmed_up(const struct way *w, const struct leave *l) { return has_run_eagerly(w, l) || has_run_before(w, l); }
