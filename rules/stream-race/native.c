/* C and C++: two accesses of one buffer on two streams, one of which writes, and no event in between. */
#include "race.h"

/* The buffer behind an argument: the variable or member that holds the pointer, or the object whose data it is. */
static u32 buffer_of(struct race *r, u32 row, u32 cell)
{
	struct value value = value_of(&r->values, row, cell);
	if (value.kind == VALUE_PARAM || value.kind == VALUE_PLACE)
		return r->b->cells[value.cell].is_element ? NONE : value.cell;
	const struct body_row *made = value.kind == VALUE_RESULT ? &r->b->rows[value.row] : NULL;
	bool is_data = made && made->op == ROW_CALL && made->flags & RF_MEMBER && !made->arg_count && made->a != NONE && !r->b->cells[made->a].is_element;
	struct str name = is_data ? body_row_name(r->run->program, made) : S("");
	return str_is(name, "data_ptr") || str_is(name, "data") || str_is(name, "get") || str_is(name, "const_data_ptr") ? made->a : NONE;
}

/* Against all accesses before: another stream, the same buffer, one of the two writes, and no event in between. */
static bool look_at_access(struct race *r, struct access now)
{
	bool found = false;
	for (u32 i = 0; i < r->accesses.n && !found; i++) {
		const struct access *then = &r->accesses.at[i];
		if (then->cell != now.cell || then->stream == now.stream || (!then->writes && !now.writes) || then->row == now.row ||
		    r->clocks.seen[now.stream][then->stream] > then->row || !body_reaches(r->b, then->row, now.row))
			continue;
		struct str name = body_cell_name(r->run->program, r->b, now.cell);
		struct finding *f = race_report(r, now.row, then->writes ? "read" : "write", false, arena_format(r->run->findings->arena, "%s '%.*s' on %s while %s may still %s it: no event orders the two streams in "
		                                                    "between", now.writes ? "writes" : "uses", (int)name.n, name.p, race_stream_name(r, now.stream),
		                                                    race_stream_name(r, then->stream), then->writes ? "be writing" : "use"));
		struct site site = site_in(r->run->program, r->b, then->row);
		rule_step(r->run, f, &site, then->writes ? "written here" : "used here");
		found = true;
	}
	vec_push(&r->scratch, &r->accesses, now);
	return found;
}

/* What a copy, a fill or a launch does with its buffers; of a launch's arguments nobody says which it writes. */
static bool look_at_use(struct race *r, const struct fork_op *use)
{
	const struct capture_api *api = capture_api_at(r->run->capture, r->b, use->row);
	const struct body_row *at = &r->b->rows[use->row];
	bool found = false;
	for (u32 i = 0; api && i < at->arg_count; i++) {
		bool is_to = api->at[CAPTURE_TO] == (i8)i, is_from = api->at[CAPTURE_FROM] == (i8)i;
		bool is_data = api->does == DOES_COPY_ASYNC || api->does == DOES_FILL_ASYNC ? is_to || is_from : at->op == ROW_LAUNCH && i >= 4;
		u32 cell = is_data ? buffer_of(r, use->row, r->b->args[at->first_arg + i]) : NONE;
		if (cell != NONE)
			found |= look_at_access(r, (struct access){use->row, use->stream, cell, is_to});
	}
	return found;
}

void race_native(struct race *r)
{
	u32 told = 0;
	clocks_open(&r->clocks, &r->scratch, &r->table);
	for (u32 i = 0; i < r->table.ops.n && told < CROWD; i++) {
		const struct fork_op *op = &r->table.ops.at[i];
		clocks_step(&r->clocks, op);
		const struct fork_stream *s = op->stream == NONE ? NULL : &r->table.streams.at[op->stream];
		bool is_named = s && (s->source.kind == STREAM_GIVEN || s->source.kind == STREAM_MEMBER || s->source.kind == STREAM_MADE || s->source.kind == STREAM_CURRENT);
		if (op->kind == FORK_USE && is_named && (s->cell == NONE || !r->b->cells[s->cell].is_element))
			told += look_at_use(r, op);
	}
}
