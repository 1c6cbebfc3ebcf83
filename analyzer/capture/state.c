/* The states of rows: a forward walk in which opening and closing rows set the state, and a question about capturing splits it. */
#include "capture/local.h"

#include "graph/edges.h"

struct spread {
	const struct body *body;
	u8 *state;
	VEC(u32) todo;
	struct arena scratch;
};

static void reach(struct spread *s, u32 row, u8 state)
{
	if (row == NONE || row >= s->body->n || !(state & ~s->state[row]))
		return;
	s->state[row] |= state;
	vec_push(&s->scratch, &s->todo, row);
}

/* What is left of a state where the guard says that a capture is open, or that none is. */
static u8 split(enum guard g, u8 state, bool is_true)
{
	if (g == GUARD_NONE)
		return state;
	bool is_capturing = (g == GUARD_TRUE_IF_CAPTURING) == is_true;
	return state & (is_capturing ? ROW_IS_CAPTURED : ROW_IS_EAGER);
}

u8 *row_states(const struct capture *c, const struct body *b, u8 entry, const u8 *effects)
{
	struct spread s = {.body = b, .state = arena_array(c->arena, u8, b->n + 1)};
	u32 to[EDGES];
	reach(&s, 0, entry);
	while (s.todo.n) {
		u32 row = s.todo.at[--s.todo.n];
		const struct body_row *r = &b->rows[row];
		u8 before = s.state[row], after = before;
		if (effects && effects[row])
			after = effects[row] == EFFECT_OPENS ? ROW_IS_CAPTURED : ROW_IS_EAGER;
		if (r->op == ROW_BRANCH) {
			enum guard g = guard_of(c, b, row);
			reach(&s, r->target, split(g, before, true));
			reach(&s, r->other, split(g, before, false));
			continue;
		}
		u8 goes_on = r->op == ROW_ASSERT ? split(guard_of(c, b, row), before, true) : after;
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			reach(&s, to[n], goes_on);
		/* What failed to open is not open; what failed to close is no longer of use. */
		reach(&s, r->unwind, effects && effects[row] == EFFECT_CLOSES ? after : before);
	}
	arena_release(&s.scratch);
	return s.state;
}
