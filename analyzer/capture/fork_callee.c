/* What a callee does with streams and events, as its caller sees it. */
#include "capture/fork_scan.h"

/* The caller's cell for what is a parameter of the callee, or part of the object that both work on: by its name. NONE if the caller can't
 * name it. */
static u32 cell_in_caller(const struct scan *s, u32 row, const struct body *callee, u32 cell)
{
	const struct body_row *r = &s->b->rows[row];
	const struct cell *of = &callee->cells[cell];
	if (of->param != NONE) {
		u32 given = fork_argument(s, row, of->param);
		return given != NONE && s->b->cells[given].address_of != NONE ? s->b->cells[given].address_of : given;
	}
	bool is_own = of->kind == CELL_OUTER && (!(r->flags & RF_MEMBER) || r->a == NONE);
	for (u32 i = 0; i < s->b->cell_count && is_own; i++)
		if (s->b->cells[i].kind == CELL_OUTER && s->b->cells[i].name == of->name && s->b->cells[i].param == NONE)
			return i;
	return NONE;
}

/* A member that the callee names and the caller does not: known by its name. */
static u32 stream_by_name(struct scan *s, const struct fork_stream *of)
{
	for (u32 i = 0; i < s->out->streams.n; i++)
		if (s->out->streams.at[i].cell == NONE && !fork_is_anywhere(s->out->streams.at[i].source.kind) && str_eq(s->out->streams.at[i].name, of->name))
			return i;
	struct fork_stream stream = {{.kind = STREAM_MEMBER, .row = NONE, .cell = NONE}, NONE, of->name};
	vec_push(s->arena, &s->out->streams, stream);
	return s->out->streams.n - 1;
}

/* The stream of a callee's op in the caller's table; NONE: the callee's own. */
static u32 stream_of_callee(struct scan *s, u32 row, const struct body *callee, const struct fork_stream *of)
{
	if (of->cell == NONE)
		return fork_is_anywhere(of->source.kind) ? fork_stream_add(s, of->source, NONE) : stream_by_name(s, of);
	u32 cell = cell_in_caller(s, row, callee, of->cell);
	if (cell != NONE)
		return fork_stream_at(s, row, cell);
	return callee->cells[of->cell].kind == CELL_OUTER && callee->cells[of->cell].param == NONE ? stream_by_name(s, of) : NONE;
}

/* Likewise the event; an event that the caller does not name is a new one, the same for all of the callee's ops (`made`). */
static u32 event_of_callee(struct scan *s, u32 row, const struct body *callee, u32 cell, u32 *made)
{
	u32 mine = cell == NONE ? NONE : cell_in_caller(s, row, callee, cell);
	if (mine != NONE)
		return fork_event_at(s, row, mine);
	if (*made == NONE)
		*made = fork_event_new(s);
	return *made;
}

bool fork_scan_callee(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	if (!s->is_deep || s->depth >= FORK_CALLS || r->callee.n != 1 || !r->callee.is_complete)
		return false;
	const struct fn *fn = &s->c->program->functions[r->callee.at[0]];
	const struct body *callee = capture_body(s->c, r->callee.at[0]);
	if (!callee->n || callee == s->b || callee->n > *s->rows_left || (fn->f->kind != FN_FUNCTION && fn->f->kind != FN_METHOD))
		return false;
	*s->rows_left -= callee->n;
	struct fork_table table = {.current = arena_array(s->arena, u32, callee->n + 1)};
	struct scan below = {.c = s->c, .arena = s->arena, .v = capture_values(s->c, callee), .b = callee, .out = &table, .is_deep = true, .depth = s->depth + 1,
	                     .rows_left = s->rows_left};
	u32 at = s->c->of[callee->fn];
	fork_scan(&below, at == NONE ? NULL : s->c->reached.at[at].state, ROW_IS_CAPTURED);
	u32 *made = arena_array(s->arena, u32, table.events.n + 1);
	for (u32 i = 0; i < table.events.n; i++)
		made[i] = NONE;
	for (u32 i = 0; i < table.ops.n; i++) {
		struct fork_op op = table.ops.at[i];
		u32 stream = op.stream == NONE ? NONE : stream_of_callee(s, row, callee, &table.streams.at[op.stream]);
		if (op.stream != NONE && stream == NONE)
			continue;
		op.event = op.event == NONE ? NONE : event_of_callee(s, row, callee, table.events.at[op.event], &made[op.event]);
		op.stream = stream;
		op.row = row;
		vec_push(s->arena, &s->out->ops, op);
	}
	return table.ops.n > 0;
}
