/* Python: a block on a side stream that does not wait for those who make what it is given. */
#include "race.h"

void race_at_start(struct race *r, const struct fork_op *use)
{
	const struct fork_table *t = &r->table;
	const struct fork_stream *s = &t->streams.at[use->stream];
	bool is_joined = false, is_forked = false;
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *op = &t->ops.at[i];
		is_forked |= (op->kind == FORK_WAIT || op->kind == FORK_HANDED || op->kind == FORK_SYNC) && op->stream == use->stream;
		bool by_current = i + 1 < t->ops.n && op[1].kind == FORK_WAIT && op[1].event == op->event && t->streams.at[op[1].stream].source.kind == STREAM_CURRENT;
		is_joined |= op->kind == FORK_RECORD && op->stream == use->stream && op->row > use->row && t->events.at[op->event] == NONE && by_current;
	}
	/* A stream that the caller gives may have been ordered by the caller. */
	if (!is_joined || is_forked || s->source.kind == STREAM_GIVEN || s->cell == NONE || fork_elsewhere(r->run->capture, r->fn, s->name, FORK_WAIT))
		return;
	/* The block works with what the function has made or was given. */
	bool reads = false, is_replayed = false;
	struct site made;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		const struct body_row *at = &r->b->rows[row];
		/* Waiting there for something asynchronous lets this stream wait. */
		if (at->op == ROW_CALL && str_has(body_row_name(r->run->program, at), "wait"))
			return;
		bool is_reader = at->op == ROW_CALL && at->arg_count;
		reads |= is_reader;
		is_replayed = is_replayed || (is_reader && is_made_by_replay(r->run->capture, r->b, row, &made));
	}
	if (!reads)
		return;
	struct finding *f = race_report(r, use->row, "fork", is_replayed, arena_format(r->run->findings->arena, "'%.*s' begins here without waiting for the current stream, which waits for it afterwards: what "
		                                 "it reads may not have been made yet", (int)s->name.n, s->name.p));
	if (is_replayed)
		rule_step(r->run, f, &made, "a graph is replayed below this call, which gives what the block is given");
}

/* Somebody orders the stream here, before the block or at all: it waits, is given away, or the host has waited for it. */
static bool is_ordered(const struct race *r, u32 stream)
{
	for (u32 i = 0; i < r->table.ops.n; i++) {
		const struct fork_op *op = &r->table.ops.at[i];
		if (op->stream == stream && (op->kind == FORK_WAIT || op->kind == FORK_HANDED || op->kind == FORK_SYNC))
			return true;
	}
	return false;
}

/* The row of this function that enqueued what a variable holds on the stream around the block; NONE. */
static u32 made_around(struct race *r, u32 row, u32 cell, u32 enter)
{
	if (cell == NONE || r->b->cells[cell].kind != CELL_LOCAL || r->b->cells[cell].parent != NONE)
		return NONE;
	struct value v = value_of(&r->values, row, cell);
	const struct torch_op *op = v.kind == VALUE_RESULT && v.row < enter ? torch_at(r->run->capture, r->b, r->reached, v.row) : NULL;
	bool is_made = op && (op->gives == GIVES_NEW || op->gives == GIVES_PLACED) && op->role != TORCH_CONVERT;
	if (!is_made || r->table.current[v.row] == NONE || r->table.current[v.row] == r->table.current[row])
		return NONE;
	struct tensor t = tensor_at(r->run->capture, r->b, r->reached, v.row + 1, cell);
	return t.home == HOME_DEVICE && !race_host_waits(r, v.row, enter) ? v.row : NONE;
}

static bool is_side_stream(const struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	bool is_own = s->source.kind == STREAM_MEMBER || s->source.kind == STREAM_MADE || s->source.kind == STREAM_STATIC;
	return is_own && s->cell != NONE && !is_ordered(r, use->stream);
}

void race_at_block(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	if (!is_side_stream(r, use))
		return;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		const struct body_row *at = &r->b->rows[row];
		struct str name = at->op == ROW_CALL ? body_row_name(r->run->program, at) : S("");
		if (str_has(name, "wait") || str_has(name, "ynchronize"))
			return;
		for (u32 i = 0; i <= at->arg_count && at->op == ROW_CALL && !str_is(name, "record_stream"); i++) {
			u32 cell = i ? r->b->args[at->first_arg + i - 1] : at->flags & RF_MEMBER ? at->a : NONE;
			u32 made = made_around(r, row, cell, use->row);
			if (made == NONE || fork_elsewhere(r->run->capture, r->fn, s->name, FORK_WAIT))
				continue;
			struct str what = body_cell_name(r->run->program, r->b, cell);
			struct finding *f = race_report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "'%.*s' begins here without waiting for the stream on which '%.*s' is made, and is given it: it may "
			                           "read it too early", (int)s->name.n, s->name.p, (int)what.n, what.p));
			struct site site = site_in(r->run->program, r->b, made), at_use = site_in(r->run->program, r->b, row);
			rule_step(r->run, f, &site, "made here, on the stream around the block");
			rule_step(r->run, f, &at_use, "used here, on the side stream");
			return;
		}
	}
}
