/* Functions that read the slot wherever they use the runtime, and return at once where there is nothing to do:
 * `if (n == 0) return; launch(n); check();`. Such an end leaves the slot unread, but it is not what a call is made for. */
#include "flow/slot_local.h"
#include "graph/edges.h"

enum { LOOPS = 4 }; /* one in another, that are looked into */

/* What is known of a row (walk.row_kinds). */
enum row_kind {
	ROW_KNOWN = 1,
	ROW_ASKS = 2,       /* reads the slot, and somebody judges by it */
	ROW_LOOP_KNOWN = 4, /* of the test of a loop, shifted by enum asked_for, */
	ROW_LOOP_ASKS = 16, /* and so is this: each turn asks */
};

/* Goes from a row to what it looks for. */
struct search {
	struct walk *w;
	enum asked_for what;
	u32 goal;   /* a row; NONE: the function's end */
	u32 depth;  /* of loops */
	bool asks;  /* a read was met */
};

/* Of a callee that asks: it deals with what it finds, or its caller looks at its answer. */
static bool is_heard(enum asks asks, const struct walk *w, u32 row)
{
	return asks == ASKS_ENDS || (asks == ASKS_ANSWERS && w->body->rows[row].dst != NONE && value_fate(w, row) > FATE_NOWHERE);
}

/* Each function that the call may run reads what is in the slot, on every way or wherever it works. */
static bool callees_ask(const struct walk *w, u32 row)
{
	const struct call_target *t = &w->body->rows[row].callee;
	for (u32 i = 0; i < t->n; i++)
		if (!is_heard(w->all->summaries[t->at[i]].asks, w, row))
			return false;
	return t->n;
}

static bool asks_at(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	const struct model_check *check = r->callee.check;
	if (r->op != ROW_CALL)
		return false;
	if (r->callee.call)
		return call_reads_slot(r->callee.call) && r->dst != NONE && value_fate(w, row) > FATE_NOWHERE;
	return r->callee.n ? callees_ask(w, row) : check && check->reads == READS_SLOT && check->fails != FAILS_NOTHING;
}

static bool row_asks(struct walk *w, u32 row)
{
	if (!w->row_kinds)
		w->row_kinds = arena_array(w->arena, u8, w->body->n + 1);
	if (!(w->row_kinds[row] & ROW_KNOWN))
		w->row_kinds[row] |= ROW_KNOWN | (asks_at(w, row) ? ROW_ASKS : 0);
	return w->row_kinds[row] & ROW_ASKS;
}

/* The runtime is used, and nobody reads the slot in it. */
static bool works(const struct walk *w, const struct body_row *r)
{
	if (r->op != ROW_CALL)
		return r->op == ROW_LAUNCH;
	if (r->callee.call)
		return r->callee.call->returns == RETURNS_ERROR && !call_reads_slot(r->callee.call);
	for (u32 i = 0; i < r->callee.n; i++)
		if (w->all->summaries[r->callee.at[i]].runs)
			return true;
	return false;
}

/* What is read behind it tells of the launch first: the code is no longer told for itself. */
static bool hides(const struct walk *w, const struct body_row *r)
{
	bool is_launch = r->op == ROW_LAUNCH || (r->callee.call && (r->callee.call->role == ROLE_LAUNCH || str_ends(r->callee.call->name, "GraphLaunch")));
	return is_launch || (!r->callee.call && works(w, r));
}

/* The row that the test of a loop enters it by, and *out the one behind the loop; NONE if it is none. */
static u32 loop_entry(const struct body *b, u32 row, u32 *out)
{
	const struct body_row *r = &b->rows[row];
	if ((r->op != ROW_BRANCH && r->op != ROW_ITER) || r->target == NONE || r->other == NONE)
		return NONE;
	u32 in = min_u32(r->target, r->other);
	*out = max_u32(r->target, r->other);
	bool is_loop = in > row && *out > in && b->rows[*out - 1].op == ROW_JUMP && b->rows[*out - 1].target <= row;
	return is_loop ? in : NONE;
}

static bool comes_to(struct search *to_goal, u32 from);

/* Each turn of the loop that begins at `in` asks: that it may have no turn says little. */
static bool loop_asks(struct search *to_goal, u32 row, u32 in)
{
	u8 *kind = &to_goal->w->row_kinds[row];
	if (to_goal->depth < LOOPS && !(*kind & ROW_LOOP_KNOWN << to_goal->what)) {
		struct search inner = {.w = to_goal->w, .what = to_goal->what, .goal = row, .depth = to_goal->depth + 1};
		bool asks = !comes_to(&inner, in) && inner.asks;
		*kind |= (u8)((ROW_LOOP_KNOWN | (asks ? ROW_LOOP_ASKS : 0)) << to_goal->what);
	}
	return *kind & ROW_LOOP_ASKS << to_goal->what;
}

/* On some way from the row nobody asks, up to the goal, the end, or what hides the code. */
static bool comes_to(struct search *to_goal, u32 from)
{
	const struct body *b = to_goal->w->body;
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), found = false;
	VEC(u32) todo = {0};
	u32 to[EDGES], out;
	vec_push(&scratch, &todo, from);
	while (todo.n && !found) {
		u32 row = todo.at[--todo.n];
		if (seen[row])
			continue;
		seen[row] = true;
		bool asks = row_asks(to_goal->w, row);
		to_goal->asks |= asks;
		found = !asks && (row == to_goal->goal || b->rows[row].op == ROW_EXIT || (to_goal->what == ASKED_FOR_CODE && hides(to_goal->w, &b->rows[row])));
		if (asks || found || path_ends(to_goal->w, row))
			continue;
		u32 in = loop_entry(b, row, &out);
		if (in != NONE && loop_asks(to_goal, row, in)) {
			to_goal->asks = true;
			vec_push(&scratch, &todo, in);
			continue;
		}
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	arena_release(&scratch);
	return found;
}

bool is_asked_behind(struct walk *w, u32 row, enum asked_for what)
{
	struct search to_goal = {.w = w, .what = what, .goal = NONE};
	u32 to[EDGES];
	bool asks = false;
	for (u32 i = row + 1; i < w->body->n && !asks; i++)
		asks = row_asks(w, i);
	for (u32 i = 0; i < row && !asks; i++) /* the next turn of a loop */
		asks = row_asks(w, i);
	for (u32 n = asks ? body_edges(w->body, row, false, to) : 0; n-- > 0;)
		if (comes_to(&to_goal, to[n]))
			return false;
	return to_goal.asks;
}

/* Whether some way comes to the end with the slot unread, and whether the runtime is used on one. */
struct unread {
	bool any, works;
};

static struct unread ends_unread(struct walk *w)
{
	struct unread ends = {0};
	const struct body *b = w->body;
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, 2 * (b->n + 1));
	VEC(u32) todo = {0}; /* rows twice: before and after some work */
	u32 to[EDGES];
	vec_push(&scratch, &todo, 0);
	while (todo.n && !ends.works) {
		u32 at = todo.at[--todo.n], row = at / 2;
		if (seen[at])
			continue;
		seen[at] = true;
		if (row_asks(w, row) || path_ends(w, row))
			continue;
		u32 worked = at & 1 || works(w, &b->rows[row]);
		ends.any |= b->rows[row].op == ROW_EXIT;
		ends.works |= b->rows[row].op == ROW_EXIT && worked;
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n] * 2 + worked);
	}
	arena_release(&scratch);
	return ends;
}

/* A read that ends the path of failure, or tells it, asks for itself; in a function without a result whatever is done with it. */
static bool ends_by_itself(const struct walk *w, u32 row)
{
	const struct fn *fn = &w->program->functions[w->body->fn];
	if (str_is(unit_text(fn->unit, fn->f->result), "void") || !call_reads_slot(w->body->rows[row].callee.call))
		return true;
	enum fate fate = value_fate(w, row);
	return fate == FATE_END || fate == FATE_TOLD;
}

/* A wait and a read are the check's own: if (debug) { wait(); check(); }. */
static bool does_more(const struct walk *w, const struct body_row *r)
{
	if (r->callee.call || r->op != ROW_CALL)
		return works(w, r) && !(r->callee.call && r->callee.call->role == ROLE_SYNC);
	for (u32 i = 0; i < r->callee.n; i++)
		if (w->all->summaries[r->callee.at[i]].does_more)
			return true;
	return false;
}

bool does_more_than_check(const struct walk *w)
{
	for (u32 row = 0; row < w->body->n; row++)
		if (does_more(w, &w->body->rows[row]))
			return true;
	return false;
}

enum asks asks_of(struct walk *w)
{
	bool ends = true;
	u32 reads = 0;
	for (u32 row = 0; row < w->body->n; row++) {
		bool asks = row_asks(w, row);
		reads += asks;
		ends &= !asks || ends_by_itself(w, row);
	}
	if (!reads)
		return ASKS_NOT;
	struct unread unread = ends_unread(w);
	if (unread.works || (unread.any && !does_more_than_check(w)))
		return ASKS_NOT;
	return ends ? ASKS_ENDS : ASKS_ANSWERS;
}
