/* Side streams of a capture: forked and never joined, joined and never forked, waiting for what was recorded before. */
#include "branch.h"

/* A capture begins in this very body, by a call that is given its stream. */
static bool begins_capture(const struct capture *c, const struct reached *r)
{
	const struct capture_region *region = &c->regions.at[r->region];
	const struct capture_api *api = region->row != NONE && region->fn == r->fn ? capture_api_at(c, r->body, region->row) : NULL;
	return api && api->does == DOES_BEGIN && api->at[CAPTURE_STREAM] >= 0;
}

/* The stream that a begin in this very body captures, or NONE. */
static u32 captured_here(struct branch *b)
{
	const struct capture *c = b->run->capture;
	if (!begins_capture(c, b->r))
		return NONE;
	const struct capture_region *region = &c->regions.at[b->r->region];
	const struct body_row *row = &b->r->body->rows[region->row];
	u32 at = (u32)(u8)capture_api_at(c, b->r->body, region->row)->at[CAPTURE_STREAM];
	struct stream s = at < row->arg_count ? stream_of(c, &b->values, region->row, b->r->body->args[row->first_arg + at]) : (struct stream){.cell = NONE};
	for (u32 i = 0; i < b->table.streams.n; i++)
		if (s.cell != NONE && b->table.streams.at[i].cell == s.cell)
			return i;
	return NONE;
}

/* Parameters and the current stream; without such, the first stream whose mark another one waits for. */
static void find_main(struct branch *b)
{
	const struct fork_table *t = &b->table;
	b->is_main = arena_array(&b->scratch, bool, t->streams.n + 1);
	u32 captured = captured_here(b), found = 0;
	if (captured != NONE) {
		b->is_main[captured] = true;
		return;
	}
	for (u32 i = 0; i < t->streams.n; i++) {
		const struct fork_stream *s = &t->streams.at[i];
		bool is_param = s->source.kind == STREAM_GIVEN && (s->cell == NONE || b->r->body->cells[s->cell].parent == NONE);
		b->is_main[i] = is_param || s->source.kind == STREAM_CURRENT || s->source.kind == STREAM_LEGACY;
		found += b->is_main[i];
	}
	for (u32 i = 0; i < t->ops.n && !found; i++)
		if (t->ops.at[i].kind == FORK_RECORD)
			found = b->is_main[t->ops.at[i].stream] = true;
		else if (t->ops.at[i].kind == FORK_WAIT)
			return;
}

static const struct fork_op *first(const struct fork_table *t, enum fork_op_kind kind, u32 stream)
{
	for (u32 i = 0; i < t->ops.n; i++)
		if (t->ops.at[i].kind == kind && t->ops.at[i].stream == stream)
			return &t->ops.at[i];
	return NULL;
}

/* Who recorded the event that a wait is for; NONE: nobody here. */
static u32 recorded_on(const struct fork_table *t, const struct fork_op *wait)
{
	for (u32 i = 0; i < t->ops.n; i++)
		if (t->ops.at[i].kind == FORK_RECORD && t->ops.at[i].event == wait->event && t->ops.at[i].stream != wait->stream)
			return t->ops.at[i].stream;
	return NONE;
}

/* The wait through which a stream, or what it comes from, leaves the main one; NULL if it does not. */
static const struct fork_op *fork_of(const struct branch *b, u32 stream)
{
	for (u32 steps = 0; steps < 8; steps++) {
		const struct fork_op *wait = first(&b->table, FORK_WAIT, stream);
		u32 from = wait ? recorded_on(&b->table, wait) : NONE;
		if (from == NONE)
			return NULL;
		if (b->is_main[from])
			return wait;
		stream = from;
	}
	return NULL;
}

/* Somebody else may wait for what is recorded on the stream: the event is handed on, or another function uses it as well. */
static bool is_event_shared(const struct branch *b, u32 stream)
{
	const struct fork_table *t = &b->table;
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *record = &t->ops.at[i];
		if (record->kind != FORK_RECORD || record->stream != stream || t->events.at[record->event] == NONE)
			continue;
		const struct cell *cell = &b->r->body->cells[t->events.at[record->event]];
		for (u32 k = 0; k < t->ops.n; k++)
			if (t->ops.at[k].kind == FORK_HANDED && t->ops.at[k].event == record->event)
				return true;
		struct str name = intern_get(&b->run->program->names, cell->name);
		bool is_kept = cell->kind == CELL_OUTER || (cell->parent != NONE && !cell->is_element);
		if (cell->kind == CELL_OUTER && fork_event_elsewhere(b->run->capture, b->r->fn, name, FORK_WAIT))
			return true;
		/* What the host waits for later is not meant for a graph, unless one is known to take it in. */
		if (is_kept && !b->is_code && fork_event_elsewhere(b->run->capture, b->r->fn, name, FORK_SYNC))
			return true;
	}
	return false;
}

static bool is_known(const struct branch *b, u32 stream)
{
	const struct fork_stream *s = &b->table.streams.at[stream];
	return s->cell != NONE && !b->is_main[stream] && !first(&b->table, FORK_HANDED, stream);
}

enum { NEAR = 1 }; /* calls below a library's entry in Python */

/* A call that was resolved by its name alone may lead elsewhere; deep below what only takes tensors nobody is known to capture. */
static enum severity grade(const struct branch *b, u32 row)
{
	if (b->is_code && capture_certainty(b->run->capture, b->reached, row) < CERTAIN_SOMETIMES)
		return SEVERITY_NOTE;
	if (b->r->by_name || (!b->is_code && b->r->depth > NEAR && rule_is_python(b->run, b->r->fn)))
		return SEVERITY_NOTE;
	/* A guess, of what waits on the host for a part of its work, in a thread perhaps. */
	if (!b->is_code && !rule_is_python(b->run, b->r->fn) && capture_takes_host(b->run->capture, b->reached, HOST_WAITS))
		return SEVERITY_NOTE;
	return b->is_code ? SEVERITY_ERROR : SEVERITY_WARNING;
}

/* In Python, where who captures is a guess: a stream that works for itself and is waited for, as what receives from others does, waits for nothing on purpose. */
static bool is_own_work(const struct branch *b, const char *form)
{
	return !b->is_code && rule_is_python(b->run, b->r->fn) && str_is(str_of(form), "isolation");
}

void branch_report(struct branch *b, const struct fork_op *op, const char *form, const char *message, const struct fork_op *use, const char *use_text)
{
	struct site site = site_in(b->run->program, op->body, op->at);
	struct finding *f = rule_report(b->run, is_own_work(b, form) ? SEVERITY_NOTE : grade(b, op->row), &site, message);
	rule_way(b->run, f, b->reached);
	finding_param(b->run->findings, f, "form", str_of(form));
	if (use) {
		struct site at = site_in(b->run->program, use->body, use->at);
		rule_step(b->run, f, &at, use_text);
	}
}

/* A member or global of that name is used elsewhere as well; a variable is this function's own. */
bool branch_is_shared(const struct branch *b, u32 stream, enum fork_op_kind kind)
{
	const struct fork_stream *s = &b->table.streams.at[stream];
	u32 root = s->cell;
	while (b->r->body->cells[root].parent != NONE)
		root = b->r->body->cells[root].parent;
	bool is_outer = b->r->body->cells[s->cell].kind == CELL_OUTER || (root != s->cell && b->r->body->cells[root].is_reference);
	return is_outer && fork_elsewhere(b->run->capture, b->r->fn, s->name, kind);
}

/* A variable that only names what others hold as well: a class's stream, the answer of a getter, one of several. */
static bool is_borrowed(struct branch *b, u32 stream, u32 row)
{
	const struct fork_stream *s = &b->table.streams.at[stream];
	const struct body *body = b->r->body;
	if (s->cell == NONE || body->cells[s->cell].kind != CELL_LOCAL || body->cells[s->cell].parent != NONE)
		return false;
	u8 kind = stream_of(b->run->capture, &b->values, row, s->cell).kind;
	return kind == STREAM_UNKNOWN || kind == STREAM_RESULT;
}

/* One of several that an object holds: who joins them asks for each of them, wherever that is. */
static bool is_of_list(const struct branch *b, u32 stream)
{
	const struct body *body = b->r->body;
	u32 list = b->table.streams.at[stream].cell;
	for (u32 i = 0; i < body->cell_count && list != NONE && !b->is_code; i++)
		if (body->cells[i].is_element && body->cells[i].parent == list && body->cells[list].parent != NONE)
			return true;
	return false;
}

static bool joins_any(const struct branch *b)
{
	for (u32 i = 0; i < b->table.streams.n; i++)
		if (b->is_joined[i] && !b->is_main[i])
			return true;
	return false;
}

/* Work on the stream that can follow its fork; in a callee both stand in one row. */
static const struct fork_op *use_behind(const struct branch *b, u32 stream, const struct fork_op *fork)
{
	for (u32 i = 0; i < b->table.ops.n; i++) {
		const struct fork_op *op = &b->table.ops.at[i];
		if (op->kind == FORK_USE && op->stream == stream &&
		    (op->row > fork->row || (op->row == fork->row && (op->body != fork->body || op->at > fork->at)) || body_reaches(b->r->body, fork->row, op->row)))
			return op;
	}
	return NULL;
}

static void look_at_unjoined(struct branch *b, u32 i)
{
	const struct fork_stream *s = &b->table.streams.at[i];
	const struct fork_op *fork = fork_of(b, i), *use = first(&b->table, FORK_USE, i);
	if (!fork || !use || first(&b->table, FORK_SYNC, i))
		return;
	use = use_behind(b, i, fork);
	if (!use) /* it works, and waits at the end: the other one joins it */
		return;
	if (b->is_joined[i]) {
		branch_joins_on_one_arm(b, i, fork, use);
		return;
	}
	/* A function that only forks leaves the join to another one; the caller can join the stream that it has given. */
	if (!joins_any(b) && (branch_is_shared(b, i, FORK_RECORD) || (!b->is_code && s->source.kind == STREAM_GIVEN)))
		return;
	if (is_event_shared(b, i) || is_borrowed(b, i, fork->row) || is_of_list(b, i))
		return;
	u32 through = fork->stream;
	struct arena *a = b->run->findings->arena;
	struct str name = s->name, by = b->table.streams.at[through].name;
	branch_report(b, fork, "unjoined", arena_format(a, "'%.*s' is forked here%s and never joined, %s: a capture then ends with cudaErrorStreamCaptureUnjoined and "
	                                  "no graph", (int)name.n, name.p,
	                                  through == i ? "" : arena_format(a, ", through '%.*s',", (int)by.n, by.p), rule_capture(b->run, b->reached)),
	       use, "work that nobody waits for");
}

static void look_at_unforked(struct branch *b, u32 i)
{
	const struct fork_stream *s = &b->table.streams.at[i];
	const struct fork_op *record = first(&b->table, FORK_RECORD, i), *use = first(&b->table, FORK_USE, i);
	bool is_held = s->source.kind == STREAM_MEMBER || s->source.kind == STREAM_STATIC || s->source.kind == STREAM_MADE;
	if (!b->is_joined[i] || !record || !use || use->row > record->row || !is_held || first(&b->table, FORK_WAIT, i) || first(&b->table, FORK_SYNC, i))
		return;
	if (branch_is_shared(b, i, FORK_WAIT))
		return;
	branch_report(b, use, "isolation", arena_format(b->run->findings->arena, "'%.*s' works here without having waited for the capturing stream, %s: what it does is in no "
	                                 "graph, and the wait for it is refused with cudaErrorStreamCaptureIsolation", (int)s->name.n, s->name.p,
	                                 rule_capture(b->run, b->reached)), record, "waited for from here");
}

static bool is_external(struct branch *b, u32 row)
{
	const struct body_row *r = &b->r->body->rows[row];
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->r->body->args[r->first_arg + i];
		if (cell != NONE && str_has(body_cell_name(b->run->program, b->r->body, cell), "External"))
			return true;
	}
	return false;
}

/* A wait in the capture for an event that only rows before the capture record. */
static void look_at_old_events(struct branch *b)
{
	struct fork_table all;
	fork_table(b->run->capture, &b->scratch, &b->values, b->r->state, ROW_IS_EAGER | ROW_IS_CAPTURED, &all);
	for (u32 i = 0; i < all.ops.n; i++) {
		const struct fork_op *wait = &all.ops.at[i];
		if (wait->kind != FORK_WAIT || b->r->state[wait->row] != ROW_IS_CAPTURED || is_external(b, wait->row))
			continue;
		const struct fork_op *before = NULL;
		bool is_inside = false;
		for (u32 k = 0; k < all.ops.n; k++) {
			const struct fork_op *record = &all.ops.at[k];
			if (record->kind != FORK_RECORD || record->event != wait->event || record->row == wait->row)
				continue;
			is_inside |= capture_has(b->r, record->row);
			before = record->row < wait->row ? record : before;
		}
		if (before && !is_inside)
			branch_report(b, wait, "isolation", "waits in the capture for an event that was recorded before it: refused with cudaErrorStreamCaptureIsolation, and the "
			       "capture is lost", before, "recorded here");
	}
}

void rule_unjoined_stream(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		struct branch b = {.run = run, .reached = at, .r = &c->reached.at[at]};
		/* Where the capture begins its stream is known, so what callees do to the others can be told as well. */
		bool is_deep = begins_capture(c, b.r) && fork_waits_below(c, b.r->body);
		if (!is_deep && !fork_waits(c, b.r->body))
			continue;
		b.is_code = reached_is_code(c, b.r);
		values_open(&b.scratch, &b.values, b.r->body);
		if (is_deep)
			fork_table_deep(c, &b.scratch, &b.values, b.r->state, ROW_IS_CAPTURED, &b.table);
		if (!is_deep || captured_here(&b) == NONE)
			fork_table(c, &b.scratch, &b.values, b.r->state, ROW_IS_CAPTURED, &b.table);
		if (b.table.streams.n > 1) {
			find_main(&b);
			b.is_joined = arena_array(&b.scratch, bool, b.table.streams.n + 1);
			for (u32 i = 0; i < b.table.streams.n; i++) {
				bool *before = b.is_main[i] ? fork_ordered_before(&b.table, &b.scratch, i) : NULL;
				for (u32 k = 0; before && k < b.table.streams.n; k++)
					b.is_joined[k] |= before[k];
			}
			for (u32 i = 0; i < b.table.streams.n; i++) {
				if (!is_known(&b, i))
					continue;
				look_at_unjoined(&b, i);
				look_at_unforked(&b, i);
			}
		}
		if (b.is_code && b.table.events.n)
			look_at_old_events(&b);
		arena_release(&b.scratch);
	}
}
