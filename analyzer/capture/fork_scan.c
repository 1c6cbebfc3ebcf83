/* Streams and events of a body as numbers: told apart by where they come from. */
#include "capture/fork_scan.h"

struct str fork_name(const struct scan *s, u32 cell)
{
	return body_cell_name(s->c->program, s->b, cell);
}

u32 fork_whole(const struct body *b, u32 cell)
{
	while (cell != NONE && b->cells[cell].is_element && b->cells[cell].parent != NONE)
		cell = b->cells[cell].parent;
	return cell;
}

bool fork_is_anywhere(u8 kind) { return kind == STREAM_CURRENT || kind == STREAM_LEGACY || kind == STREAM_PER_THREAD; }

u32 fork_stream_add(struct scan *s, struct stream source, u32 cell)
{
	cell = fork_is_anywhere(source.kind) ? NONE : fork_whole(s->b, cell);
	for (u32 i = 0; i < s->out->streams.n; i++) {
		const struct fork_stream *known = &s->out->streams.at[i];
		if (known->cell == cell && (cell != NONE || known->source.kind == source.kind))
			return i;
	}
	struct str name = fork_name(s, cell);
	if (!name.n)
		name = source.kind == STREAM_CURRENT ? S("the current stream") : source.kind == STREAM_LEGACY ? S("the default stream") : S("a stream");
	struct fork_stream stream = {source, cell, name};
	vec_push(s->arena, &s->out->streams, stream);
	return s->out->streams.n - 1;
}

u32 fork_stream_current(struct scan *s)
{
	if (s->current.n)
		return s->current.at[s->current.n - 1];
	return fork_stream_add(s, (struct stream){.kind = s->is_python ? STREAM_CURRENT : STREAM_LEGACY, .row = NONE, .cell = NONE}, NONE);
}

u32 fork_stream_at(struct scan *s, u32 row, u32 cell)
{
	if (cell == NONE)
		return fork_stream_current(s);
	struct stream source = stream_of(s->c, s->v, row, cell);
	/* In Python the current stream is that of the block in which it was asked for. */
	bool is_before = source.row != NONE && source.row < row && s->out->current[source.row] != NONE;
	if (s->is_python && source.kind == STREAM_CURRENT)
		return is_before ? s->out->current[source.row] : fork_stream_current(s);
	/* A stream made or got here is known by the variable that holds it. */
	bool is_elsewhere = source.kind == STREAM_GIVEN || source.kind == STREAM_MEMBER || source.kind == STREAM_STATIC;
	return fork_stream_add(s, source, source.cell != NONE && is_elsewhere ? source.cell : cell);
}

u32 fork_event_at(struct scan *s, u32 row, u32 cell)
{
	const struct body_row *next = row + 1 < s->b->n ? &s->b->rows[row + 1] : NULL;
	if (next && cell != NONE && s->b->rows[row].dst == cell && next->op == ROW_MOVE && next->a == cell)
		cell = next->dst;
	struct value value = value_of(s->v, row, cell);
	/* for (auto &event : events): an element of the container. */
	bool is_item = value.kind == VALUE_ITEM && s->b->rows[value.row].op == ROW_ITER && s->b->rows[value.row].a != NONE;
	if (is_item)
		value = value_of(s->v, value.row, s->b->rows[value.row].a);
	u32 at = fork_whole(s->b, value.kind == VALUE_PLACE || value.kind == VALUE_PARAM ? value.cell : cell);
	for (u32 i = 0; i < s->out->events.n; i++)
		if (s->out->events.at[i] == at)
			return i;
	vec_push(s->arena, &s->out->events, at);
	return s->out->events.n - 1;
}

u32 fork_event_new(struct scan *s)
{
	vec_push(s->arena, &s->out->events, NONE);
	return s->out->events.n - 1;
}

void fork_op_add(struct scan *s, enum fork_op_kind kind, u32 row, u32 stream, u32 event)
{
	struct fork_op op = {(u8)kind, row, stream, event, s->b, row};
	vec_push(s->arena, &s->out->ops, op);
}

u32 fork_argument(const struct scan *s, u32 row, u32 i)
{
	const struct body_row *r = &s->b->rows[row];
	return i < r->arg_count ? s->b->args[r->first_arg + i] : NONE;
}

bool fork_holds(const struct scan *s, u32 cell, const char *what, const char *What)
{
	if (cell == NONE)
		return false;
	struct str name = fork_name(s, cell), type = intern_get(&s->c->program->names, s->b->cells[cell].type);
	return str_has(name, what) || str_has(name, What) || str_has(type, What);
}

bool fork_is_event(const struct scan *s, u32 cell)
{
	for (u32 i = 0; i < s->out->events.n && cell != NONE; i++)
		if (s->out->events.at[i] == cell)
			return true;
	return false;
}
