#include "capture/fork.h"

#include "capture/local.h"
#include "graph/link.h"
#include "graph/python.h"

struct scan {
	const struct capture *c;
	struct arena *arena;
	struct values *v;
	const struct body *b;
	bool is_python;
	struct fork_table *out;
	VEC(u32) entered; /* Python: cells of the managers whose blocks are open */
	VEC(u32) current; /* the streams that they make current: indices */
	bool is_deep;
	u32 depth;        /* calls above this body, whose ops go to a caller's table */
	u32 *rows_left;   /* that are still looked at in callees */
};

static struct str name_of(const struct scan *s, u32 cell)
{
	return body_cell_name(s->c->program, s->b, cell);
}

/* The container instead of its element. */
static u32 whole(const struct body *b, u32 cell)
{
	while (cell != NONE && b->cells[cell].is_element && b->cells[cell].parent != NONE)
		cell = b->cells[cell].parent;
	return cell;
}

static bool is_anywhere(u8 kind) { return kind == STREAM_CURRENT || kind == STREAM_LEGACY || kind == STREAM_PER_THREAD; }

static u32 add_stream(struct scan *s, struct stream source, u32 cell)
{
	cell = is_anywhere(source.kind) ? NONE : whole(s->b, cell);
	for (u32 i = 0; i < s->out->streams.n; i++) {
		const struct fork_stream *known = &s->out->streams.at[i];
		if (known->cell == cell && (cell != NONE || known->source.kind == source.kind))
			return i;
	}
	struct str name = name_of(s, cell);
	if (!name.n)
		name = source.kind == STREAM_CURRENT ? S("the current stream") : source.kind == STREAM_LEGACY ? S("the default stream") : S("a stream");
	struct fork_stream stream = {source, cell, name};
	vec_push(s->arena, &s->out->streams, stream);
	return s->out->streams.n - 1;
}

static u32 current_stream(struct scan *s)
{
	if (s->current.n)
		return s->current.at[s->current.n - 1];
	return add_stream(s, (struct stream){.kind = s->is_python ? STREAM_CURRENT : STREAM_LEGACY, .row = NONE, .cell = NONE}, NONE);
}

static u32 stream_at(struct scan *s, u32 row, u32 cell)
{
	if (cell == NONE)
		return current_stream(s);
	struct stream source = stream_of(s->c, s->v, row, cell);
	/* In Python the current stream is that of the block in which it was asked for. */
	bool is_before = source.row != NONE && source.row < row && s->out->current[source.row] != NONE;
	if (s->is_python && source.kind == STREAM_CURRENT)
		return is_before ? s->out->current[source.row] : current_stream(s);
	/* A stream made or got here is known by the variable that holds it. */
	bool is_elsewhere = source.kind == STREAM_GIVEN || source.kind == STREAM_MEMBER || source.kind == STREAM_STATIC;
	return add_stream(s, source, source.cell != NONE && is_elsewhere ? source.cell : cell);
}

/* An event by the cell that it comes from, or that takes it in the next row. */
static u32 event_at(struct scan *s, u32 row, u32 cell)
{
	const struct body_row *next = row + 1 < s->b->n ? &s->b->rows[row + 1] : NULL;
	if (next && cell != NONE && s->b->rows[row].dst == cell && next->op == ROW_MOVE && next->a == cell)
		cell = next->dst;
	struct value value = value_of(s->v, row, cell);
	/* for (auto &event : events): an element of the container. */
	bool is_item = value.kind == VALUE_ITEM && s->b->rows[value.row].op == ROW_ITER && s->b->rows[value.row].a != NONE;
	if (is_item)
		value = value_of(s->v, value.row, s->b->rows[value.row].a);
	u32 at = whole(s->b, value.kind == VALUE_PLACE || value.kind == VALUE_PARAM ? value.cell : cell);
	for (u32 i = 0; i < s->out->events.n; i++)
		if (s->out->events.at[i] == at)
			return i;
	vec_push(s->arena, &s->out->events, at);
	return s->out->events.n - 1;
}

static u32 own_event(struct scan *s)
{
	vec_push(s->arena, &s->out->events, NONE);
	return s->out->events.n - 1;
}

static void add(struct scan *s, enum fork_op_kind kind, u32 row, u32 stream, u32 event)
{
	struct fork_op op = {(u8)kind, row, stream, event, s->b, row};
	vec_push(s->arena, &s->out->ops, op);
}

static u32 argument(const struct scan *s, u32 row, u32 i)
{
	const struct body_row *r = &s->b->rows[row];
	return i < r->arg_count ? s->b->args[r->first_arg + i] : NONE;
}

static bool holds(const struct scan *s, u32 cell, const char *what, const char *What)
{
	if (cell == NONE)
		return false;
	struct str name = name_of(s, cell), type = intern_get(&s->c->program->names, s->b->cells[cell].type);
	return str_has(name, what) || str_has(name, What) || str_has(type, What);
}

/* `stream.record_event().wait()`: what has recorded it is an event, whatever it is called. */
static bool is_known_event(const struct scan *s, u32 cell)
{
	for (u32 i = 0; i < s->out->events.n && cell != NONE; i++)
		if (s->out->events.at[i] == cell)
			return true;
	return false;
}

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
	u32 object = r->a, first = argument(s, row, 0);
	bool is_event = str_has(name, "Event.") || holds(s, object, "event", "Event") || is_known_event(s, object);
	bool is_stream = str_has(name, "Stream.") || holds(s, object, "stream", "Stream");
	if (str_is(last, "wait_stream")) {
		u32 event = own_event(s);
		add(s, FORK_RECORD, row, stream_at(s, row, first), event);
		add(s, FORK_WAIT, row, stream_at(s, row, object), event);
	} else if (str_is(last, "wait_event") || (str_is(last, "wait") && is_stream && !is_event)) {
		add(s, FORK_WAIT, row, stream_at(s, row, object), event_at(s, row, first));
	} else if (str_is(last, "record_event")) {
		add(s, FORK_RECORD, row, stream_at(s, row, object), event_at(s, row, first != NONE ? first : r->dst));
	} else if (is_event && (str_is(last, "record") || str_is(last, "recordOnce"))) {
		add(s, FORK_RECORD, row, stream_at(s, row, first), event_at(s, row, object));
	} else if (is_event && (str_is(last, "block") || (s->is_python && str_is(last, "wait")))) {
		add(s, FORK_WAIT, row, stream_at(s, row, first), event_at(s, row, object));
	} else if (is_stream && str_is(last, "synchronize")) {
		add(s, FORK_SYNC, row, stream_at(s, row, object), NONE);
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
		if (s->out->streams.at[i].cell != NONE && s->out->streams.at[i].cell == whole(s->b, cell))
			return true;
	return stream_is_type(intern_get(&s->c->program->names, s->b->cells[cell].type), name_of(s, cell)) || holds(s, cell, "stream", "Stream") ||
	       stream_of(s->c, s->v, row, cell).kind == STREAM_CURRENT;
}

/* ---- what a callee does, as the caller sees it ---- */

static void scan_rows(struct scan *s, const u8 *state, u8 wanted);

/* The caller's cell for what is a parameter of the callee, or part of the object that both work on: by its name. NONE if the caller can't
 * name it. */
static u32 cell_in_caller(const struct scan *s, u32 row, const struct body *callee, u32 cell)
{
	const struct body_row *r = &s->b->rows[row];
	const struct cell *of = &callee->cells[cell];
	if (of->param != NONE) {
		u32 given = argument(s, row, of->param);
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
		if (s->out->streams.at[i].cell == NONE && !is_anywhere(s->out->streams.at[i].source.kind) && str_eq(s->out->streams.at[i].name, of->name))
			return i;
	struct fork_stream stream = {{.kind = STREAM_MEMBER, .row = NONE, .cell = NONE}, NONE, of->name};
	vec_push(s->arena, &s->out->streams, stream);
	return s->out->streams.n - 1;
}

/* The stream of a callee's op in the caller's table; NONE: the callee's own. */
static u32 stream_of_callee(struct scan *s, u32 row, const struct body *callee, const struct fork_stream *of)
{
	if (of->cell == NONE)
		return is_anywhere(of->source.kind) ? add_stream(s, of->source, NONE) : stream_by_name(s, of);
	u32 cell = cell_in_caller(s, row, callee, of->cell);
	if (cell != NONE)
		return stream_at(s, row, cell);
	return callee->cells[of->cell].kind == CELL_OUTER && callee->cells[of->cell].param == NONE ? stream_by_name(s, of) : NONE;
}

/* Likewise the event; an event that the caller does not name is a new one, the same for all of the callee's ops (`made`). */
static u32 event_of_callee(struct scan *s, u32 row, const struct body *callee, u32 cell, u32 *made)
{
	u32 mine = cell == NONE ? NONE : cell_in_caller(s, row, callee, cell);
	if (mine != NONE)
		return event_at(s, row, mine);
	if (*made == NONE)
		*made = own_event(s);
	return *made;
}

/* Takes over what the callee does. False if it is not known, or does nothing with streams. */
static bool scan_callee(struct scan *s, u32 row)
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
	scan_rows(&below, at == NONE ? NULL : s->c->reached.at[at].state, ROW_IS_CAPTURED);
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

/* A call that is given more than one stream, or a stream and an event, may order them. With one stream it only enqueues. */
static void scan_call(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	u32 given = 0, last = NONE;
	if (scan_callee(s, row))
		return;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = argument(s, row, i);
		if (cell != NONE && s->b->cells[cell].address_of != NONE)
			cell = s->b->cells[cell].address_of;
		if (holds(s, cell, "event", "Event")) {
			given++;
			add(s, FORK_HANDED, row, NONE, event_at(s, row, cell));
		} else if (is_stream(s, row, cell)) {
			given++;
			last = cell;
		}
	}
	for (u32 i = 0; i < r->arg_count && given > 1; i++) {
		u32 cell = argument(s, row, i);
		if (!holds(s, cell, "event", "Event") && is_stream(s, row, cell))
			add(s, FORK_HANDED, row, stream_at(s, row, cell), NONE);
	}
	bool keeps = str_starts(last_component(body_row_name(s->c->program, r)), "set");
	if (given == 1 && last != NONE)
		add(s, keeps ? FORK_HANDED : FORK_USE, row, stream_at(s, row, last), NONE);
}

static void scan_native(struct scan *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	const struct capture_api *api = capture_api_at(s->c, s->b, row);
	if (api && (api->does == DOES_RECORD || api->does == DOES_WAIT)) {
		u32 stream = api->at[CAPTURE_STREAM] >= 0 ? argument(s, row, (u32)api->at[CAPTURE_STREAM]) : NONE;
		u32 event = api->at[CAPTURE_EVENT] >= 0 ? argument(s, row, (u32)api->at[CAPTURE_EVENT]) : NONE;
		add(s, api->does == DOES_RECORD ? FORK_RECORD : FORK_WAIT, row, stream_at(s, row, stream), event_at(s, row, event));
		return;
	}
	if (api && api->does == DOES_SYNC_STREAM) {
		add(s, FORK_SYNC, row, stream_at(s, row, argument(s, row, 0)), NONE);
		return;
	}
	struct stream_use use;
	if (api || r->op == ROW_LAUNCH) {
		if (stream_use_at(s->c, s->v, row, &use) && use.cell != NONE)
			add(s, FORK_USE, row, stream_at(s, row, use.cell), NONE);
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
			stream = stream_at(s, row, argument(s, value.row, 0));
	} else {
		struct str name = name_of(s, manager);
		for (u32 i = 0; i < s->b->cell_count && stream == NONE && str_has(name, "stream"); i++) {
			struct str other = name_of(s, i);
			if (i != manager && other.n < name.n && other.n > 6 && str_ends(other, "stream") && str_eq((struct str){name.p, other.n}, other))
				stream = stream_at(s, row, i);
		}
	}
	if (stream == NONE)
		return;
	vec_push(s->arena, &s->entered, manager);
	vec_push(s->arena, &s->current, stream);
	add(s, FORK_USE, row, stream, NONE);
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
		if (cell != NONE && (cell == r->a || cell == whole(s->b, value.cell)))
			add(s, FORK_HANDED, row, i, NONE);
	}
	for (u32 i = 0; i < s->out->events.n && is_kept; i++)
		if (s->out->events.at[i] == r->a)
			add(s, FORK_HANDED, row, NONE, i);
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
		if (!(r->flags & RF_MEMBER && scan_method(s, row, name)))
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

static void scan_rows(struct scan *s, const u8 *state, u8 wanted)
{
	for (u32 row = 0; row < s->b->n; row++) {
		s->out->current[row] = NONE;
		if (state && !(state[row] & wanted))
			continue;
		const struct body_row *r = &s->b->rows[row];
		s->out->current[row] = s->is_python ? current_stream(s) : NONE;
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
	scan_rows(&s, state, wanted);
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

struct str fork_last_name(const struct fn *fn, operand o)
{
	const struct unit *u = fn->unit;
	u32 i = operand_index(o);
	if (operand_kind(o) == OPD_VAR)
		return unit_text(u, u->vars[fn->f->first_var + i].name);
	if (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_CAPTURED)
		return unit_text(u, i);
	if (operand_kind(o) != OPD_PLACE)
		return S("");
	const struct place *place = &u->places[i];
	struct str name = S("");
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
		if (place->kinds[s] == STEP_FIELD)
			name = unit_text(u, place->names[s]);
	return name;
}

/* The operand of a row that is the stream which records, or waits; NONE: the row does no such thing. */
static operand ordered_stream(const struct fn *fn, const struct row *r, enum fork_op_kind kind)
{
	struct str name = unit_text(fn->unit, r->name);
	const operand *args = fn->unit->args + r->first_arg;
	operand first = r->arg_count > 0 ? args[0] : 0, second = r->arg_count > 1 ? args[1] : 0;
	bool is_member = r->flags & RF_MEMBER;
	if (kind == FORK_RECORD)
		return str_ends(name, "wait_stream") ? first : str_ends(name, "record_event") ? r->a : str_ends(name, "EventRecord") ? second :
		       is_member && (str_is(name, "record") || str_is(name, "synchronize")) ? (first ? first : r->a) : 0;
	return str_ends(name, "wait_stream") || str_ends(name, "wait_event") ? r->a : str_ends(name, "StreamWaitEvent") ? first :
	       is_member && (str_is(name, "wait") || str_is(name, "block")) ? first : 0;
}

bool fork_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && f != here; row++) {
			const struct row *r = &fn->unit->rows[row];
			operand stream = r->op == ROW_CALL ? ordered_stream(fn, r, kind) : 0;
			if (stream && str_eq(fork_last_name(fn, stream), name))
				return true;
		}
	}
	return false;
}

bool fork_event_elsewhere(const struct capture *c, fn_id here, struct str name)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && f != here; row++) {
			const struct row *r = &fn->unit->rows[row];
			struct str call = r->op == ROW_CALL ? unit_text(fn->unit, r->name) : S("");
			bool waits = str_ends(call, "StreamWaitEvent") || str_ends(call, "wait_event") || str_is(call, "wait") || str_is(call, "block");
			bool is_found = waits && r->flags & RF_MEMBER && str_eq(fork_last_name(fn, r->a), name);
			for (u32 i = 0; i < r->arg_count && waits; i++)
				is_found |= str_eq(fork_last_name(fn, fn->unit->args[r->first_arg + i]), name);
			if (is_found)
				return true;
		}
	}
	return false;
}
