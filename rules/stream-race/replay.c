/* Python: `self.x.copy_(x)` and then `with stream(side): graph.replay()`: the graph reads on the side stream what another one is still writing. */
#include "race.h"

/* The row writes an attribute or a variable in place, on the stream around the block; its cell, or NONE. */
static u32 written_around(struct race *r, u32 row, u32 stream)
{
	const struct body_row *at = &r->b->rows[row];
	struct str name = at->op == ROW_CALL && at->flags & RF_MEMBER ? body_row_name(r->run->program, at) : S("");
	u32 to = str_is(name, "copy_") ? at->a : NONE;
	if (to == NONE || r->table.current[row] == NONE || r->table.current[row] == stream)
		return NONE;
	return slice_of(r->run->program, r->b, to).object;
}

static bool is_ordered(const struct race *r, u32 stream)
{
	for (u32 i = 0; i < r->table.ops.n; i++) {
		const struct fork_op *op = &r->table.ops.at[i];
		if (op->stream == stream && (op->kind == FORK_WAIT || op->kind == FORK_SYNC || (op->kind == FORK_HANDED && r->b->rows[op->row].op == ROW_CALL)))
			return true;
	}
	return false;
}

void race_at_replay(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	bool is_side = s->source.kind == STREAM_MEMBER || s->source.kind == STREAM_MADE || s->source.kind == STREAM_STATIC;
	u32 replay = NONE, write = NONE;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream && replay == NONE; row++)
		replay = is_replay(r->run->capture, r->b, row) ? row : NONE;
	if (!is_side || s->cell == NONE || replay == NONE || is_ordered(r, use->stream) || fork_elsewhere(r->run->capture, r->fn, s->name, FORK_WAIT))
		return;
	for (u32 row = 0; row < use->row; row++)
		if (written_around(r, row, use->stream) != NONE && body_reaches(r->b, row, use->row) && !race_host_waits(r, row, use->row))
			write = row;
	if (write == NONE)
		return;
	struct site site = site_in(r->run->program, r->b, write), at = site_in(r->run->program, r->b, replay);
	struct str what = body_cell_name(r->run->program, r->b, written_around(r, write, use->stream));
	struct finding *f = race_report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "'%.*s' replays a graph here without waiting for the stream on which '%.*s' is written: the graph may read it too early",
	                           (int)s->name.n, s->name.p, (int)what.n, what.p));
	rule_step(r->run, f, &site, "written here, on the stream around the block");
	rule_step(r->run, f, &at, "replayed here");
}
