/* The states of rows: a forward walk in which opening and closing rows set the state, and a question about capturing splits it. */
#include "capture/local.h"

#include "graph/dominate.h"

struct spread {
	const struct body *body;
	u8 *state;
	bool *elsewhere; /* by use: another thread runs it, which is in no capture of this one */
	VEC(u32) todo;
	struct arena scratch;
};

/* pool.enqueue_task([...] { ... }), parallel_for(n, [...] { ... }): the call gives what it is handed to threads. */
static bool hands_to_threads(struct str call)
{
	static const char *const names[] = {"enqueue", "enqueue_task", "submit", "submit_task", "post", "push_task", "add_task", "add_job", "detach_task", "run_async",
	                                    "async", "parallel_for", "parallelFor", "parallel_for_async", "thread", "jthread", "launch_async", "queue_task", "spawn"};
	for (size_t i = call.n; i-- > 1;)
		if (call.p[i] == ':') {
			call = (struct str){call.p + i + 1, call.n - i - 1};
			break;
		}
	for (size_t i = 0; i < call.n; i++)
		if (call.p[i] == '<')
			call.n = i;
	return str_is_any(call, names, COUNT(names));
}

/* Lambdas are unfolded where they are given; a use stands behind the one that it stands in. */
static bool *uses_elsewhere(const struct capture *c, struct arena *a, const struct body *b)
{
	bool *is = b->use_count ? arena_array(a, bool, b->use_count) : NULL, any = false;
	for (u32 i = 0; i < b->use_count; i++) {
		const struct use *use = &b->uses[i];
		const struct body_row *given = &b->rows[use->row];
		bool is_lambda = c->program->functions[use->fn].f->kind == FN_LAMBDA && given->row->op == ROW_CALL && given->row->name;
		is[i] = (use->parent != NONE && is[use->parent]) ||
		        (is_lambda && hands_to_threads(unit_text(c->program->functions[given->fn].unit, given->row->name)));
		any |= is[i];
	}
	return any ? is : NULL;
}

static void reach(struct spread *s, u32 row, u8 state)
{
	if (row == NONE || row >= s->body->n || !state)
		return;
	if (s->elsewhere && s->body->rows[row].use != NONE && s->elsewhere[s->body->rows[row].use])
		state = ROW_IS_EAGER;
	if (!(state & ~s->state[row]))
		return;
	s->state[row] |= state;
	vec_push(&s->scratch, &s->todo, row);
}

/* What is left of a state where the guard says that a capture is open, or that none is. */
static u8 split(enum guard g, u8 state, bool is_true)
{
	if (g == GUARD_EAGER_IF_TRUE || g == GUARD_EAGER_IF_FALSE)
		return (g == GUARD_EAGER_IF_TRUE) == is_true ? state & ROW_IS_EAGER : state;
	if (g == GUARD_NONE)
		return state;
	bool is_capturing = (g == GUARD_TRUE_IF_CAPTURING) == is_true;
	return state & (is_capturing ? ROW_IS_CAPTURED : ROW_IS_EAGER);
}

enum { NO_TARGET = 1, NO_OTHER = 2 };

/* The edges of branches that some row of that effect needs, by the row that they lead to. Each edge is met once. */
static bool *edges_before(struct arena *a, const struct dominators *d, const u8 *effects, enum effect effect)
{
	bool *is = arena_array(a, bool, d->body->n + 1);
	for (u32 row = 0; row < d->body->n; row++)
		for (u32 to = effects[row] == effect ? d->branch[row] : NONE; to != NONE && !is[to]; to = next_branch(d, to))
			is[to] = true;
	return is;
}

static bool does_not_open(const void *opens, const struct body *b, u32 from, u32 to)
{
	(void)b, (void)to;
	return !((const bool *)opens)[from];
}

/* From which rows some row that closes can be reached without one that opens. Nobody goes past a branch that decides whether to open,
 * such as the head of a loop that begins captures, without opening who closes later. */
static bool *rows_that_close_later(struct arena *a, const struct dominators *d, const u8 *effects)
{
	const struct body *b = d->body;
	bool *later = arena_array(a, bool, b->n + 1), *opens = arena_array(a, bool, b->n + 1);
	const bool *to_open = edges_before(a, d, effects, EFFECT_OPENS);
	struct edges_back back;
	edges_back(a, b, false, &back);
	for (u32 row = 0; row < b->n; row++) {
		opens[row] = opens[row] || effects[row] == EFFECT_OPENS;
		if (to_open[row] && b->rows[d->entry[row]].op == ROW_BRANCH)
			opens[d->entry[row]] = true;
	}
	for (u32 row = 0; row < b->n; row++)
		later[row] = effects[row] == EFFECT_CLOSES && !opens[row];
	rows_leading(b, &back, later, does_not_open, opens);
	return later;
}

/* `if (captured) end();`: where a branch decides to close, and nobody closes on its other way, nothing is open there. The same for
 * `if (wanted) begin(); ...; if (wanted) end();`, whose condition is the same. Marks such edges of branches. */
static u8 *edges_without_capture(struct arena *a, const struct dominators *d, const u8 *effects)
{
	const struct body *b = d->body;
	u8 *without = arena_array(a, u8, b->n + 1);
	const bool *to_close = edges_before(a, d, effects, EFFECT_CLOSES), *later = rows_that_close_later(a, d, effects);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = to_close[row] ? &b->rows[d->entry[row]] : NULL;
		if (!r || r->op != ROW_BRANCH)
			continue;
		bool is_other = r->other == row;
		u32 opposite = is_other ? r->target : r->other;
		if (opposite != NONE && !later[opposite])
			without[d->entry[row]] |= is_other ? NO_TARGET : NO_OTHER;
	}
	return without;
}

u8 *row_states(const struct capture *c, const struct body *b, u8 entry, const u8 *effects)
{
	struct spread s = {.body = b, .state = arena_array(c->arena, u8, b->n + 1)};
	u8 *without = effects ? edges_without_capture(&s.scratch, capture_dominators(c, b, true), effects) : NULL;
	u32 to[EDGES];
	s.elsewhere = program_is_python(c->program, b->fn) ? NULL : uses_elsewhere(c, &s.scratch, b);
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

bool capture_may_be_open(const struct capture *c, const struct body *b, u32 row)
{
	return row_states(c, b, ROW_IS_EAGER | ROW_IS_CAPTURED, NULL)[row] & ROW_IS_CAPTURED;
}
