/* A wait reports what has gone wrong on the device, and that can't be cleared: the next call is refused with the same code. */
#include "flow/slot_local.h"

enum { NEAR = 48 }; /* rows: what an argument is made of, how a macro begins */

/* Uses the runtime, and every code that it got was looked at. */
static bool callees_look(const struct walk *w, const struct call_target *t)
{
	for (u32 i = 0; i < t->n; i++) {
		const struct summary *s = &w->all->summaries[t->at[i]];
		if (!s->is_known || !s->runs || s->drops)
			return false;
	}
	return t->n;
}

static bool is_looked_at(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->callee.call)
		return r->callee.call->returns == RETURNS_ERROR && r->dst != NONE && value_fate(w, row) > FATE_NOWHERE;
	return callees_look(w, &r->callee);
}

bool is_told_again(const struct walk *w, u32 wait)
{
	const struct model_call *call = w->body->rows[wait].callee.call;
	if (!call || call->role != ROLE_SYNC || call->returns != RETURNS_ERROR)
		return false;
	for (u32 row = wait + 1, n = 0; row < w->body->n && n < NEAR; n++) {
		const struct body_row *r = &w->body->rows[row];
		switch ((enum row_op)r->op) {
		case ROW_CALL:
			if (r->callee.call || r->callee.n || !sounds_harmless(body_row_name(w->program, r)))
				return is_looked_at(w, row);
			row++;
			break;
		case ROW_JUMP: row = r->target; break;
		case ROW_NOP: case ROW_MOVE: case ROW_UNARY: case ROW_BINARY: row++; break;
		default: return false;
		}
	}
	return false;
}
