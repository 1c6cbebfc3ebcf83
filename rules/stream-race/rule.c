/* Two streams use one thing and nothing orders them: a value made on one stream and read on another before the event that would
 * order it, and a side stream that begins without waiting for those who make what it reads. */
#include "rule.h"

struct access {
	u32 row, stream, cell;
	bool writes;
};

struct race {
	struct rule_run *run;
	fn_id fn;
	u32 reached; /* index, or NONE */
	const struct body *b;
	struct arena scratch;
	struct values values;
	struct fork_table table;
	struct clocks clocks;
	VEC(struct access) accesses; /* C++: in the order of rows */
};

/* A row of Python that makes a tensor on the device, on the stream that is current there. */
static bool makes_tensor(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, row);
	if (op)
		return op->gives == GIVES_NEW && op->role == TORCH_COMPUTE;
	/* A module that is called: self.proj(x), its result is read as a tensor. */
	bool is_own = at->a != NONE && at->flags & RF_MEMBER && r->b->cells[at->a].param == 0;
	return at->op == ROW_CALL && is_own && at->arg_count;
}

/* A row that reads tensors on the device: an operation of them. */
static bool reads_tensors(const struct race *r, u32 row)
{
	const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, row);
	return op && (op->role == TORCH_COMPUTE || op->role == TORCH_MOVE || op->role == TORCH_CONVERT) && op->gives != GIVES_VIEW;
}

static const char *stream_name(const struct race *r, u32 stream)
{
	struct str name = r->table.streams.at[stream].name;
	return r->table.streams.at[stream].cell == NONE ? arena_format(r->run->findings->arena, "%.*s", (int)name.n, name.p)
	                                                : arena_format(r->run->findings->arena, "'%.*s'", (int)name.n, name.p);
}

/* Outside of captures a race is told as a warning only where the producer shows. */
static struct finding *report(struct race *r, u32 row, const char *form, bool is_sure, const char *message)
{
	struct site site = site_in(r->run->program, r->b, row);
	struct finding *f = rule_report(r->run, is_sure || (r->reached != NONE && r->run->capture->regions.at[r->run->capture->reached.at[r->reached].region].grade == GRADE_CODE) ? SEVERITY_WARNING : SEVERITY_NOTE, &site, message);
	finding_param(r->run->findings, f, "form", str_of(form));
	if (r->reached != NONE)
		rule_way(r->run, f, r->reached);
	return f;
}

/* A value that the row reads, made on another stream, and nothing lets this one wait for it. */
static bool look_at_value(struct race *r, u32 row, u32 cell)
{
	struct value all[VALUES];
	u32 here = r->table.current[row];
	if (cell == NONE || here == NONE || r->b->cells[cell].kind != CELL_LOCAL)
		return false;
	u32 n = values_of(&r->values, row, cell, all);
	for (u32 i = 0; i < n; i++) {
		u32 made = all[i].kind == VALUE_RESULT ? all[i].row : NONE;
		u32 there = made == NONE || made > row ? NONE : r->table.current[made];
		if (there == NONE || there == here || r->clocks.seen[here][there] > made || !makes_tensor(r, made))
			continue;
		struct str name = body_cell_name(r->run->program, r->b, cell);
		struct finding *f = report(r, row, "read", false, arena_format(r->run->findings->arena, "reads %s%.*s%s on %s while %s may still be making it: no event orders "
		                                                "the two streams in between", name.n ? "'" : "what is", (int)name.n, name.p, name.n ? "'" : "",
		                                                stream_name(r, here), stream_name(r, there)));
		struct site site = site_in(r->run->program, r->b, made);
		rule_step(r->run, f, &site, "made here");
		return true;
	}
	return false;
}

/* `with stream(side):` and, later, a wait for it: but side never waited for those who make what the block reads. */
static void look_at_start(struct race *r, const struct fork_op *use)
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
	struct finding *f = report(r, use->row, "fork", is_replayed, arena_format(r->run->findings->arena, "'%.*s' begins here without waiting for the current stream, which waits for it afterwards: what "
		                                 "it reads may not have been made yet", (int)s->name.n, s->name.p));
	if (is_replayed)
		rule_step(r->run, f, &made, "a graph is replayed below this call, which gives what the block is given");
}

/* ---- a side stream that nothing lets wait ---- */

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

/* The host waits for the device in between. */
static bool waits_between(const struct race *r, u32 from, u32 to)
{
	for (u32 row = from + 1; row < to; row++) {
		struct str name = r->b->rows[row].op == ROW_CALL ? body_row_name(r->run->program, &r->b->rows[row]) : S("");
		const struct torch_op *op = name.n ? torch_at(r->run->capture, r->b, r->reached, row) : NULL;
		if (str_has(name, "ynchronize") || str_has(name, "barrier") || (op && op->waits))
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
	return t.home == HOME_DEVICE && !waits_between(r, v.row, enter) ? v.row : NONE;
}

static bool is_side_stream(const struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	bool is_own = s->source.kind == STREAM_MEMBER || s->source.kind == STREAM_MADE || s->source.kind == STREAM_STATIC;
	return is_own && s->cell != NONE && !is_ordered(r, use->stream);
}

/* The block is given what the function has just enqueued on its own stream, and the side stream waits nowhere for that. */
static void look_at_block(struct race *r, const struct fork_op *use)
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
			struct finding *f = report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "'%.*s' begins here without waiting for the stream on which '%.*s' is made, and is given it: it may "
			                           "read it too early", (int)s->name.n, s->name.p, (int)what.n, what.p));
			struct site site = site_in(r->run->program, r->b, made), at_use = site_in(r->run->program, r->b, row);
			rule_step(r->run, f, &site, "made here, on the stream around the block");
			rule_step(r->run, f, &at_use, "used here, on the side stream");
			return;
		}
	}
}

/* A stream that the function makes, on some way at least. */
static bool is_new_stream(struct race *r, u32 row, u32 cell)
{
	struct value all[VALUES];
	u32 n = cell == NONE ? 0 : values_of(&r->values, row, cell, all);
	for (u32 i = 0; i < n; i++)
		if (all[i].kind == VALUE_RESULT && str_ends(call_name(r->run->capture, r->b, all[i].row), "cuda.Stream"))
			return true;
	return false;
}

/* A context manager whose block runs on a stream of its own, which does not wait for what its users have enqueued before. */
static void look_at_context(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	bool yields = false;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream && !yields; row++)
		yields = r->b->rows[row].op == ROW_YIELD;
	if (!yields || s->cell == NONE || !is_new_stream(r, use->row, s->cell))
		return;
	for (u32 i = 0; i < r->table.ops.n; i++)
		if (r->table.ops.at[i].stream == use->stream && (r->table.ops.at[i].kind == FORK_WAIT || r->table.ops.at[i].kind == FORK_SYNC))
			return;
	if (waits_between(r, 0, use->row))
		return;
	report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "users of this context go on with '%.*s', a new stream that does not wait for the one they come from: what they have enqueued "
	                                               "there may not be done when they read it here", (int)s->name.n, s->name.p));
}

/* Work goes to one side stream, and what is waited for afterwards is another one, to which nothing goes. */
static void look_at_mixup(struct race *r, const struct fork_op *use)
{
	const struct fork_table *t = &r->table;
	const struct fork_stream *s = &t->streams.at[use->stream];
	for (u32 i = 0; i < t->ops.n; i++)
		if (t->ops.at[i].stream == use->stream && t->ops.at[i].row > use->row && t->ops.at[i].kind != FORK_USE && t->ops.at[i].kind != FORK_WAIT)
			return;
	for (u32 i = 0; i < t->ops.n; i++) {
		const struct fork_op *record = &t->ops.at[i];
		if (record->kind != FORK_RECORD || record->row < use->row || record->stream == use->stream || t->streams.at[record->stream].cell == NONE ||
		    t->streams.at[record->stream].source.kind != s->source.kind)
			continue;
		u32 works = 0, wait = NONE;
		for (u32 k = 0; k < t->ops.n; k++) {
			works += t->ops.at[k].stream == record->stream && t->ops.at[k].kind != FORK_RECORD;
			if (t->ops.at[k].kind == FORK_WAIT && t->ops.at[k].event == record->event && t->streams.at[t->ops.at[k].stream].source.kind == STREAM_CURRENT)
				wait = t->ops.at[k].row;
		}
		if (works || wait == NONE)
			continue;
		struct str name = t->streams.at[record->stream].name;
		struct site site = site_in(r->run->program, r->b, use->row);
		struct finding *f = report(r, wait, "read", true, arena_format(r->run->findings->arena, "waits for '%.*s', to which this function gives nothing, while what it gives to '%.*s' is waited for by nobody",
		                           (int)name.n, name.p, (int)s->name.n, s->name.p));
		rule_step(r->run, f, &site, "work is given to the other stream here");
		return;
	}
}

/* The buffer behind an argument: the variable or member that holds the pointer, or the object whose data it is. */
static u32 buffer_of(struct race *r, u32 row, u32 cell)
{
	struct value value = cell == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(&r->values, row, cell);
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
		struct finding *f = report(r, now.row, then->writes ? "read" : "write", false, arena_format(r->run->findings->arena, "%s '%.*s' on %s while %s may still %s it: no event orders the two streams in "
		                                                    "between", now.writes ? "writes" : "uses", (int)name.n, name.p, stream_name(r, now.stream),
		                                                    stream_name(r, then->stream), then->writes ? "be writing" : "use"));
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

/* Both streams must be known as two: forked here, and not handed on. */
static void look_at_native(struct race *r)
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

static void look_at_reached(struct rule_run *run, u32 at)
{
	const struct reached *reached = &run->capture->reached.at[at];
	struct race r = {.run = run, .fn = reached->fn, .reached = at, .b = reached->body};
	if (program_is_python(run->program, reached->fn) || !fork_waits(run->capture, r.b))
		return;
	values_open(&r.scratch, &r.values, r.b);
	fork_table(run->capture, &r.scratch, &r.values, reached->state, ROW_IS_CAPTURED, &r.table);
	u32 waits = 0;
	for (u32 i = 0; i < r.table.ops.n; i++)
		waits += r.table.ops.at[i].kind == FORK_WAIT;
	if (waits && r.table.streams.n > 1)
		look_at_native(&r);
	arena_release(&r.scratch);
}

static void look_at(struct rule_run *run, fn_id fn)
{
	const struct capture *c = run->capture;
	struct race r = {.run = run, .fn = fn, .reached = c->of[fn], .b = capture_body(c, fn)};
	values_open(&r.scratch, &r.values, r.b);
	fork_table(c, &r.scratch, &r.values, NULL, 0, &r.table);
	u32 next = 0, told = 0;
	for (u32 i = 0; i < r.table.ops.n; i++) {
		const struct fork_op *op = &r.table.ops.at[i];
		if (r.b->rows[op->row].op != ROW_ENTER || op->kind != FORK_USE)
			continue;
		look_at_block(&r, op);
		look_at_context(&r, op);
		look_at_mixup(&r, op);
	}
	if (!fork_waits(c, r.b)) {
		arena_release(&r.scratch);
		return;
	}
	if (r.table.ops.n && r.table.streams.n > 1) {
		clocks_open(&r.clocks, &r.scratch, &r.table);
		for (u32 row = 0; row < r.b->n; row++) {
			for (; next < r.table.ops.n && r.table.ops.at[next].row == row; next++) {
				clocks_step(&r.clocks, &r.table.ops.at[next]);
				if (r.b->rows[row].op == ROW_ENTER && r.table.ops.at[next].kind == FORK_USE)
					look_at_start(&r, &r.table.ops.at[next]);
			}
			const struct body_row *at = &r.b->rows[row];
			if (at->op != ROW_CALL && at->op != ROW_BINARY)
				continue;
			if (told >= CROWD || !reads_tensors(&r, row))
				continue;
			bool found = look_at_value(&r, row, at->a);
			for (u32 i = 0; i < at->arg_count && i < 2 && !found; i++)
				found = look_at_value(&r, row, r.b->args[at->first_arg + i]);
			told += found;
		}
	}
	arena_release(&r.scratch);
}

void rule_stream_race(struct rule_run *run)
{
	for (u32 i = 0; i < run->capture->reached.n; i++)
		look_at_reached(run, i);
	const struct program *p = run->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		bool is_side = false;
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && run->shows[f] && program_is_python(p, f) && !is_side; row++)
			is_side = fn->unit->rows[row].op == ROW_ENTER || str_ends(unit_text(fn->unit, fn->unit->rows[row].name), "wait_stream");
		if (is_side && !p->files[fn->file].is_test && !p->files[fn->file].is_vendored)
			look_at(run, f);
	}
}
