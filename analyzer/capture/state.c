/* The states of rows: a forward walk in which opening and closing rows set the state, and a question about capturing splits it. */
#include "capture/local.h"

#include "graph/dominate.h"

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

enum { NO_TARGET = 1, NO_OTHER = 2, BRANCHES = 64 };

/* Branches that decide whether to open, such as the head of a loop that begins captures: nobody goes past them without opening who
 * closes later. */
static bool *branches_that_open(struct arena *a, const struct body *b, const u8 *effects)
{
	bool *opens = arena_array(a, bool, b->n + 1);
	struct arena scratch = {0};
	for (u32 row = 0; row < b->n; row++)
		for (u32 i = row, seen = 0; effects[row] == EFFECT_OPENS && i-- > 0 && seen < BRANCHES;) {
			if (b->rows[i].op != ROW_BRANCH)
				continue;
			seen++;
			for (u32 k = 0; k < 2; k++) {
				bool *reached = arena_array(&scratch, bool, b->n + 1);
				rows_without_edge(b, i, k ? b->rows[i].other : b->rows[i].target, reached);
				opens[i] = opens[i] || !reached[row];
				arena_release(&scratch);
			}
		}
	return opens;
}

/* Some row that closes can be reached from `from` without one that opens. */
static bool closes_later(const struct body *b, const u8 *effects, const bool *opens, u32 from)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), found = false;
	VEC(u32) todo = {0};
	u32 to[EDGES];
	vec_push(&scratch, &todo, from);
	while (todo.n && !found) {
		u32 row = todo.at[--todo.n];
		if (seen[row] || opens[row] || effects[row] == EFFECT_OPENS)
			continue;
		seen[row] = true;
		found = effects[row] == EFFECT_CLOSES;
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	arena_release(&scratch);
	return found;
}

/* `if (captured) end();`: where a branch decides to close, and nobody closes on its other way, nothing is open there. The same for
 * `if (wanted) begin(); ...; if (wanted) end();`, whose condition is the same. Marks such edges of branches. */
static u8 *edges_without_capture(struct arena *a, const struct body *b, const u8 *effects)
{
	u8 *without = arena_array(a, u8, b->n + 1);
	bool *opens = branches_that_open(a, b, effects);
	for (u32 row = 0; row < b->n; row++) {
		if (effects[row] != EFFECT_CLOSES)
			continue;
		for (u32 i = row, seen = 0; i-- > 0 && seen < BRANCHES;) {
			const struct body_row *r = &b->rows[i];
			if (r->op != ROW_BRANCH)
				continue;
			seen++;
			for (u32 k = 0; k < 2; k++) {
				u32 edge = k ? r->other : r->target, opposite = k ? r->target : r->other;
				bool *reached = arena_array(a, bool, b->n + 1);
				rows_without_edge(b, i, edge, reached);
				if (!reached[row] && !closes_later(b, effects, opens, opposite))
					without[i] |= k ? NO_TARGET : NO_OTHER;
			}
		}
	}
	return without;
}

u8 *row_states(const struct capture *c, const struct body *b, u8 entry, const u8 *effects)
{
	struct spread s = {.body = b, .state = arena_array(c->arena, u8, b->n + 1)};
	u8 *without = effects ? edges_without_capture(&s.scratch, b, effects) : NULL;
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
			u8 closed = without ? without[row] : 0;
			reach(&s, r->target, closed & NO_TARGET ? ROW_IS_EAGER : split(g, before, true));
			reach(&s, r->other, closed & NO_OTHER ? ROW_IS_EAGER : split(g, before, false));
			continue;
		}
		bool is_check = r->op == ROW_ASSERT || (r->op == ROW_CALL && r->flags & RF_MACRO_LIKE);
		u8 goes_on = is_check ? split(guard_of(c, b, row), after, true) : after;
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			reach(&s, to[n], goes_on);
		/* What failed to open is not open; what failed to close is no longer of use. */
		reach(&s, r->unwind, effects && effects[row] == EFFECT_CLOSES ? after : before);
	}
	arena_release(&s.scratch);
	return s.state;
}
