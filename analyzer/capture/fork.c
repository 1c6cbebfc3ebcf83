/* The table of a body: its rows one by one, what each does with streams and events; and what the table tells. */
#include "capture/fork_scan.h"

#include "graph/python.h"

/* Methods of streams and events: PyTorch's in both languages, RMM's and CCCL's in C++. */
static bool scan_method(struct scan *s, u32 row, struct str name)
{
	const struct body_row *r = &s->b->rows[row];
	struct str last = last_component(name);
	if (s->is_python)
		for (size_t i = last.n; i > 0; i--)
			if (last.p[i - 1] == '.') {
				last = (struct str){last.p + i, last.n - i};
				break;
			}
	u32 object = r->a, first = fork_argument(s, row, 0);
	bool is_event = str_has(name, "Event.") || fork_holds(s, object, "event", "Event") || fork_is_event(s, object);
	bool is_stream = str_has(name, "Stream.") || fork_holds(s, object, "stream", "Stream");
	if (str_is(last, "wait_stream")) {
		u32 event = fork_event_new(s);
		fork_op_add(s, FORK_RECORD, row, fork_stream_at(s, row, first), event);
		fork_op_add(s, FORK_WAIT, row, fork_stream_at(s, row, object), event);
	} else if (str_is(last, "wait_event") || (str_is(last, "wait") && is_stream && !is_event)) {
		fork_op_add(s, FORK_WAIT, row, fork_stream_at(s, row, object), fork_event_at(s, row, first));
	} else if (str_is(last, "record_event")) {
		fork_op_add(s, FORK_RECORD, row, fork_stream_at(s, row, object), fork_event_at(s, row, first != NONE ? first : r->dst));
	} else if (is_event && (str_is(last, "record") || str_is(last, "recordOnce"))) {
		fork_op_add(s, FORK_RECORD, row, fork_stream_at(s, row, first), fork_event_at(s, row, object));
	} else if (is_event && (str_is(last, "block") || (s->is_python && str_is(last, "wait")))) {
		fork_op_add(s, FORK_WAIT, row, fork_stream_at(s, row, first), fork_event_at(s, row, object));
	} else if (is_stream && str_is(last, "synchronize")) {
		fork_op_add(s, FORK_SYNC, row, fork_stream_at(s, row, object), NONE);
	} else {
		return false;
	}
	return true;
}

/* An argument that holds a stream: one that was met before, or as its type and name say. */
static bool is_stream(const struct scan *s, u32 row, u32 cell)
{
	if (cell == NONE)
		return false;
	for (u32 i = 0; i < s->out->streams.n; i++)
		if (s->out->streams.at[i].cell != NONE && s->out->streams.at[i].cell == fork_whole(s->b, cell))
			return true;
	return stream_is_type(intern_get(&s->c->program->names, s->b->cells[cell].type), fork_name(s, cell)) || fork_holds(s, cell, "stream", "Stream") ||
	       stream_of(s->c, s->v, row, cell).kind == STREAM_CURRENT;
}

/* A call that is given more than one stream, or a stream and an event, may order them. With one stream it only enqueues. */
static void scan_call(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	u32 given = 0, last = NONE;
	if (fork_scan_callee(s, row))
		return;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = fork_argument(s, row, i);
		if (cell != NONE && s->b->cells[cell].address_of != NONE)
			cell = s->b->cells[cell].address_of;
		if (fork_holds(s, cell, "event", "Event")) {
			given++;
			fork_op_add(s, FORK_HANDED, row, NONE, fork_event_at(s, row, cell));
		} else if (is_stream(s, row, cell)) {
			given++;
			last = cell;
		}
	}
	for (u32 i = 0; i < r->arg_count && given > 1; i++) {
		u32 cell = fork_argument(s, row, i);
		if (!fork_holds(s, cell, "event", "Event") && is_stream(s, row, cell))
			fork_op_add(s, FORK_HANDED, row, fork_stream_at(s, row, cell), NONE);
	}
	bool keeps = str_starts(last_component(body_row_name(s->c->program, r)), "set");
	if (given == 1 && last != NONE)
		fork_op_add(s, keeps ? FORK_HANDED : FORK_USE, row, fork_stream_at(s, row, last), NONE);
}

static void scan_native(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	const struct capture_api *api = capture_api_at(s->c, s->b, row);
	if (api && (api->does == DOES_RECORD || api->does == DOES_WAIT)) {
		u32 stream = api->at[CAPTURE_STREAM] >= 0 ? fork_argument(s, row, (u32)api->at[CAPTURE_STREAM]) : NONE;
		u32 event = api->at[CAPTURE_EVENT] >= 0 ? fork_argument(s, row, (u32)api->at[CAPTURE_EVENT]) : NONE;
		fork_op_add(s, api->does == DOES_RECORD ? FORK_RECORD : FORK_WAIT, row, fork_stream_at(s, row, stream), fork_event_at(s, row, event));
		return;
	}
	if (api && api->does == DOES_SYNC_STREAM) {
		fork_op_add(s, FORK_SYNC, row, fork_stream_at(s, row, fork_argument(s, row, 0)), NONE);
		return;
	}
	struct stream_use use;
	if (api || r->op == ROW_LAUNCH) {
		if (stream_use_at(s->c, s->v, row, &use) && use.cell != NONE)
			fork_op_add(s, FORK_USE, row, fork_stream_at(s, row, use.cell), NONE);
		return;
	}
	if (r->flags & RF_MEMBER && scan_method(s, row, call_name(s->c, s->b, row)))
		return;
	scan_call(s, row);
}

/* What makes the manager. Of `stream(s) if s is not None else nullcontext()` it is the first, for without a stream there is nothing to order. */
static struct value manager_of(const struct scan *s, u32 row, u32 manager)
{
	struct value all[VALUES], found = {VALUE_UNKNOWN, NONE, NONE};
	u32 n = manager == NONE ? 0 : values_of(s->v, row, manager, all);
	for (u32 i = 0; i < n; i++) {
		if (n > 1 && all[i].kind == VALUE_RESULT && str_ends(call_name(s->c, s->b, all[i].row), "nullcontext"))
			continue;
		if (found.kind != VALUE_UNKNOWN)
			return (struct value){VALUE_UNKNOWN, NONE, NONE};
		found = all[i];
	}
	return found;
}

/* `with torch.cuda.stream(s)`, or a manager that is kept and named after the stream: its block runs there. */
static void scan_enter(struct scan *s, u32 row)
{
	u32 manager = s->b->rows[row].a;
	struct value value = manager_of(s, row, manager);
	u32 stream = NONE;
	if (value.kind == VALUE_RESULT) {
		struct str name = call_name(s->c, s->b, value.row);
		if (str_ends(name, "cuda.stream") || str_ends(name, "StreamContext") || str_ends(name, ".stream"))
			stream = fork_stream_at(s, row, fork_argument(s, value.row, 0));
	} else {
		struct str name = fork_name(s, manager);
		for (u32 i = 0; i < s->b->cell_count && stream == NONE && str_has(name, "stream"); i++) {
			struct str other = fork_name(s, i);
			if (i != manager && other.n < name.n && other.n > 6 && str_ends(other, "stream") && str_eq((struct str){name.p, other.n}, other))
				stream = fork_stream_at(s, row, i);
		}
	}
	if (stream == NONE)
		return;
	vec_push(s->arena, &s->entered, manager);
	vec_push(s->arena, &s->current, stream);
	fork_op_add(s, FORK_USE, row, stream, NONE);
}

/* A stream or an event that is kept somewhere or returned: somebody else may order it. */
static void scan_move(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	if (r->a == NONE || s->b->cells[r->a].kind == CELL_ZERO)
		return;
	bool is_kept = r->op == ROW_RETURN || s->b->cells[r->dst].kind == CELL_OUTER || s->b->cells[r->dst].parent != NONE;
	struct value value = is_kept && s->out->streams.n ? value_of(s->v, row, r->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
	for (u32 i = 0; i < s->out->streams.n && is_kept; i++) {
		u32 cell = s->out->streams.at[i].cell;
		if (cell != NONE && (cell == r->a || cell == fork_whole(s->b, value.cell)))
			fork_op_add(s, FORK_HANDED, row, i, NONE);
	}
	for (u32 i = 0; i < s->out->events.n && is_kept; i++)
		if (s->out->events.at[i] == r->a)
			fork_op_add(s, FORK_HANDED, row, NONE, i);
}

/* `with torch.cuda.stream(side): event.wait(side); y = f(x)`: entering is a use, but before the wait; the call behind it is the one that follows. */
static void scan_behind_wait(struct scan *s, u32 row)
{
	u32 current = fork_stream_current(s);
	const struct fork_op *last = s->entered.n && s->out->ops.n ? &s->out->ops.at[s->out->ops.n - 1] : NULL;
	if (last && last->kind == FORK_WAIT && last->stream == current)
		fork_op_add(s, FORK_USE, row, current, NONE);
}

static void scan_python(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	if (r->op == ROW_ENTER) {
		scan_enter(s, row);
	} else if (r->op == ROW_LEAVE) {
		if (s->entered.n && s->entered.at[s->entered.n - 1] == r->a)
			s->entered.n--, s->current.n--;
	} else if (r->op == ROW_CALL) {
		struct str name = call_name(s->c, s->b, row);
		if (r->flags & RF_MEMBER && scan_method(s, row, name))
			return;
		scan_behind_wait(s, row);
		scan_call(s, row);
	}
}

bool fork_waits(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		struct str name = b->rows[row].op == ROW_CALL ? body_row_name(c->program, &b->rows[row]) : S("");
		if (name.n && (str_ends(name, "WaitEvent") || str_ends(name, "wait_stream") || str_ends(name, "wait_event") || str_is(name, "wait") || str_is(name, "block")))
			return true;
	}
	return false;
}

/* After so many rows one may be there. */
static bool waits_below(const struct capture *c, const struct body *b, u32 depth, u32 *rows_left)
{
	for (u32 row = 0; row < b->n && depth < FORK_CALLS; row++) {
		const struct body_row *r = &b->rows[row];
		const struct body *callee = r->op == ROW_CALL && r->callee.n == 1 && r->callee.is_complete ? capture_body(c, r->callee.at[0]) : NULL;
		if (!callee || !callee->n || callee == b)
			continue;
		if (callee->n > *rows_left)
			return true;
		*rows_left -= callee->n;
		if (fork_waits(c, callee) || waits_below(c, callee, depth + 1, rows_left))
			return true;
	}
	return false;
}

bool fork_waits_below(const struct capture *c, const struct body *b)
{
	u32 rows_left = FORK_ROWS;
	return waits_below(c, b, 0, &rows_left);
}

void fork_scan(struct scan *s, const u8 *state, u8 wanted)
{
	for (u32 row = 0; row < s->b->n; row++) {
		s->out->current[row] = NONE;
		if (state && !(state[row] & wanted))
			continue;
		const struct body_row *r = &s->b->rows[row];
		s->out->current[row] = s->is_python ? fork_stream_current(s) : NONE;
		if (r->op == ROW_RETURN || (r->op == ROW_MOVE && r->dst != NONE))
			scan_move(s, row);
		else if (s->is_python)
			scan_python(s, row);
		else if (r->op == ROW_CALL || r->op == ROW_LAUNCH)
			scan_native(s, row);
	}
}

static void make_table(const struct capture *c, struct arena *a, struct values *v, bool is_deep, const u8 *state, u8 wanted, struct fork_table *out)
{
	u32 rows_left = FORK_ROWS;
	struct scan s = {.c = c, .arena = a, .v = v, .b = v->body, .out = out, .is_python = program_is_python(c->program, v->body->fn), .is_deep = is_deep, .rows_left = &rows_left};
	*out = (struct fork_table){.current = arena_array(a, u32, v->body->n + 1)};
	fork_scan(&s, state, wanted);
}

void fork_table(const struct capture *c, struct arena *a, struct values *v, const u8 *state, u8 wanted, struct fork_table *out)
{
	make_table(c, a, v, false, state, wanted, out);
}

void fork_table_deep(const struct capture *c, struct arena *a, struct values *v, const u8 *state, u8 wanted, struct fork_table *out)
{
	make_table(c, a, v, true, state, wanted, out);
}

bool *fork_ordered_before(const struct fork_table *t, struct arena *a, u32 stream)
{
	bool *before = arena_array(a, bool, t->streams.n + 1), *awaited = arena_array(a, bool, t->events.n + 1);
	before[stream] = true;
	for (bool changed = true; changed;) { /* once a stream at most */
		changed = false;
		for (u32 i = 0; i < t->ops.n; i++) {
			const struct fork_op *op = &t->ops.at[i];
			if (op->kind == FORK_WAIT && before[op->stream])
				awaited[op->event] = true;
		}
		for (u32 i = 0; i < t->ops.n; i++) {
			const struct fork_op *op = &t->ops.at[i];
			if (op->kind == FORK_RECORD && awaited[op->event] && !before[op->stream])
				changed = before[op->stream] = true;
		}
	}
	return before;
}
