/* Waits that order nothing, or not what they are written for: `with stream(s): s.wait_stream(current_stream())`, and `s.wait_stream(default_stream())` before
 * a block that is given what the current stream has made. */
#include "race.h"

/* Another wait of the stream than the one of the row, for another stream than itself. */
static bool waits_otherwise(const struct fork_table *t, u32 row, u32 stream)
{
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *wait = &t->ops.at[i], *record = i ? wait - 1 : NULL;
		bool is_own = record && record->kind == FORK_RECORD && record->row == wait->row && record->stream == stream;
		if (wait->kind == FORK_WAIT && wait->stream == stream && wait->row != row && !is_own)
			return true;
	}
	return false;
}

/* What the row waits for is the default stream, asked for there or before. */
static bool is_for_default(const struct capture *c, struct values *v, u32 row)
{
	const struct body_row *r = &v->body->rows[row];
	u32 cell = r->arg_count ? v->body->args[r->first_arg] : NONE;
	struct value made = value_of(v, row, cell);
	return made.kind == VALUE_RESULT && str_ends(python_callee(c->program, v->body->rows[made.row].fn, v->body->rows[made.row].row), "default_stream");
}

/* Its block comes behind the row. */
static bool is_used_behind(const struct body *b, const struct fork_table *t, u32 row, u32 stream)
{
	for (u32 i = 0; i < t->ops.n; i++)
		if (t->ops.at[i].kind == FORK_USE && t->ops.at[i].stream == stream && t->ops.at[i].row > row && b->rows[t->ops.at[i].row].op == ROW_ENTER)
			return true;
	return false;
}

void race_at_vain(struct race *r, u32 op)
{
	const struct fork_table *t = &r->table;
	const struct fork_op *record = &t->ops.at[op], *wait = op + 1 < t->ops.n ? &t->ops.at[op + 1] : NULL;
	/* wait_stream is both, with an event of its own. */
	bool is_wait = record->kind == FORK_RECORD && wait && wait->kind == FORK_WAIT && wait->row == record->row && t->events.at[record->event] == NONE;
	const struct fork_stream *by = is_wait ? &t->streams.at[wait->stream] : NULL;
	if (!by || by->cell == NONE || waits_otherwise(t, wait->row, wait->stream))
		return;
	struct arena *a = r->run->findings->arena;
	bool is_itself = record->stream == wait->stream && t->current[wait->row] == wait->stream;
	bool is_side = by->source.kind == STREAM_MEMBER || by->source.kind == STREAM_GIVEN || by->source.kind == STREAM_STATIC;
	if (is_itself)
		race_report(r, wait->row, "fork", true, arena_format(a, "inside its own block '%.*s' is the current stream: it waits for itself, and not for the stream around the block that "
		                                                     "makes what it reads", (int)by->name.n, by->name.p));
	else if (is_side && is_for_default(r->run->capture, &r->values, wait->row) && is_used_behind(r->b, t, wait->row, wait->stream))
		race_report(r, wait->row, "fork", true, arena_format(a, "'%.*s' waits for the default stream, and what it is given may be made on another one that is current here, as in every capture: "
		                                                     "wait for the current stream", (int)by->name.n, by->name.p));
}
