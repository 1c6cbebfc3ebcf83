/* Python: a side stream is always forked, and waited for on one arm of a condition only: `if first: main.wait_stream(side); return s + r`; `return r + s`. */
#include "branch.h"

struct walk {
	const struct branch *b;
	u32 stream;
};

/* The way is of no more interest: something waits for the stream, or may. */
static bool joins_at(void *context, u32 row)
{
	const struct walk *w = context;
	const struct fork_table *t = &w->b->table;
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *op = &t->ops.at[i];
		if (op->row != row)
			continue;
		bool is_wait = op->kind == FORK_WAIT && op->stream != w->stream;
		if (is_wait || op->kind == FORK_SYNC || op->kind == FORK_HANDED)
			return true;
	}
	return false;
}

/* Another call of the function that may wait: what a callee does to the stream of the object is not in the table. */
static bool hands_stream_on(const struct branch *b)
{
	static const char *const words[] = {"wait", "join", "sync", "finish"};
	for (u32 row = 0; row < b->r->body->n; row++) {
		const struct body_row *r = &b->r->body->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(b->run->program, r) : S("");
		if (name.n && !str_is(name, "wait_stream") && !str_is(name, "wait_event") && str_has_any(name, words, COUNT(words)))
			return true;
	}
	return false;
}

void branch_joins_on_one_arm(struct branch *b, u32 stream, const struct fork_op *fork, const struct fork_op *use)
{
	const struct body *body = b->r->body;
	const struct dominators *d = capture_dominators(b->run->capture, body, false);
	if (!rule_is_python(b->run, b->r->fn) || fork->body != body || use->body != body || !stands_before(d, fork->row, body->exit) || !stands_before(d, use->row, body->exit) ||
	    branch_is_shared(b, stream, FORK_RECORD) || hands_stream_on(b))
		return;
	struct paths p;
	struct walk w = {b, stream};
	struct path_asks asks = {joins_at, NULL, &w};
	u32 left = NONE;
	paths_open(&p, b->run->program, body, b->run->slot->bodies);
	paths_walk(&p, use->row, NULL, 0, &asks);
	for (u32 i = 0; i < p.leaves.n && left == NONE; i++)
		if (p.leaves.at[i].kind == LEAVE_RETURN)
			left = p.leaves.at[i].row;
	paths_close(&p);
	if (left == NONE)
		return;
	struct str name = b->table.streams.at[stream].name;
	struct fork_op leave = *use;
	leave.at = left;
	branch_report(b, fork, "unjoined", arena_format(b->run->findings->arena, "'%.*s' is forked here on every way and joined on some of them only, %s: where it isn't, the capture ends with "
	                                                "cudaErrorStreamCaptureUnjoined and no graph, and eager code reads too early", (int)name.n, name.p, rule_capture(b->run, b->reached)),
	              &leave, "left here, and nobody has waited");
}
