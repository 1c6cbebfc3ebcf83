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

/* `x_np.sum().item()`: of an array of NumPy, which is no device's. */
static bool is_of_numpy(const struct race *r, u32 row)
{
	for (u32 depth = 0, cell = r->b->rows[row].a; depth < 6 && cell != NONE; depth++) {
		struct str name = body_cell_name(r->run->program, r->b, cell);
		if (str_ends(name, "_np") || str_is(name, "np"))
			return true;
		struct value v = value_of(capture_values(r->run->capture, r->b), row, cell);
		if (v.kind != VALUE_RESULT || !(r->b->rows[v.row].flags & RF_MEMBER) || v.row >= row)
			return false;
		row = v.row;
		cell = r->b->rows[row].a;
	}
	return false;
}

/* The host waits for the device in between. */
static bool waits_between(const struct race *r, u32 from, u32 to)
{
	for (u32 row = from + 1; row < to; row++) {
		struct str name = r->b->rows[row].op == ROW_CALL ? body_row_name(r->run->program, &r->b->rows[row]) : S("");
		const struct torch_op *op = name.n ? torch_at(r->run->capture, r->b, r->reached, row) : NULL;
		if (str_has(name, "ynchronize") || str_has(name, "barrier") || (op && op->waits && !is_of_numpy(r, row)))
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
		if (all[i].kind == VALUE_RESULT && str_ends(python_callee(r->run->capture->program, r->b->rows[all[i].row].fn, r->b->rows[all[i].row].row), "cuda.Stream"))
			return true;
	return false;
}

/* ---- a stream that the function has just made, and that waits for nobody ---- */

static bool is_made_new(struct race *r, u32 row, u32 cell)
{
	struct value v = cell == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(&r->values, row, cell);
	return v.kind == VALUE_RESULT && str_ends(python_callee(r->run->capture->program, r->b->rows[v.row].fn, r->b->rows[v.row].row), "cuda.Stream");
}

/* `s = Stream()`, `streams = [Stream() for _ in range(n)]`: surely made here, whichever it is. */
static bool is_made_here(struct race *r, const struct fork_op *use)
{
	u32 cell = r->table.streams.at[use->stream].cell;
	if (is_made_new(r, use->row, cell))
		return true;
	bool is_list = false;
	for (u32 row = 0; row < use->row && !is_list; row++) {
		const struct body_row *at = &r->b->rows[row];
		u32 list = at->op == ROW_MOVE && at->dst != NONE && r->b->cells[at->dst].is_element ? r->b->cells[at->dst].parent : NONE;
		for (u32 move = row; list != NONE && move < use->row && !is_list; move++)
			is_list = (list == cell || (r->b->rows[move].op == ROW_MOVE && r->b->rows[move].a == list && r->b->rows[move].dst == cell)) && is_made_new(r, row, at->a);
	}
	return is_list;
}

/* It waits somewhere in the function, is given to a call before, or the host waits for the device, or for another stream, before. */
static bool may_be_ordered(const struct race *r, const struct fork_op *use)
{
	u32 cell = r->table.streams.at[use->stream].cell;
	for (u32 i = 0; i < r->table.ops.n; i++) {
		const struct fork_op *op = &r->table.ops.at[i];
		bool is_given = op->kind == FORK_HANDED && op->row < use->row && r->b->rows[op->row].op == ROW_CALL;
		if (op->stream == use->stream && (op->kind == FORK_WAIT || is_given))
			return true;
	}
	for (u32 row = 0; row < use->row; row++) {
		const struct body_row *at = &r->b->rows[row];
		bool is_own = at->op == ROW_CALL && at->a != NONE && cell_is_part(r->b, at->a, cell);
		if (!is_own && waits_between(r, row - 1, row + 1))
			return true;
	}
	return false;
}

/* Something of the device runs in the function, or in what it calls. */
static bool works(const struct race *r, fn_id fn, u32 depth, u32 *left)
{
	const struct body *b = rule_is_python(r->run, fn) && *left ? capture_body(r->run->capture, fn) : NULL;
	for (u32 row = 0; b && row < b->n; row++) {
		const struct torch_op *op = b->rows[row].op == ROW_CALL ? torch_at(r->run->capture, b, NONE, row) : NULL;
		if (op && (op->role == TORCH_COMPUTE || op->role == TORCH_COLLECTIVE))
			return true;
		for (u32 i = 0; i < b->rows[row].callee.n && b->rows[row].callee.n <= 2 && depth && *left; i++) {
			--*left;
			if (works(r, b->rows[row].callee.at[i], depth - 1, left))
				return true;
		}
	}
	return false;
}

/* It was there before the block: given, kept by an object, or made above. */
static bool is_of_before(struct race *r, u32 row, u32 cell, u32 enter)
{
	struct value v = cell == NONE || r->b->cells[cell].kind == CELL_ZERO || r->b->cells[cell].kind == CELL_NONZERO ? (struct value){VALUE_CONSTANT, NONE, NONE} : value_of(&r->values, row, cell);
	return v.kind == VALUE_PARAM || (v.kind == VALUE_PLACE && r->b->cells[cell_root(r->b, v.cell)].kind != CELL_NONZERO) || ((v.kind == VALUE_RESULT || v.kind == VALUE_ITEM) && v.row < enter);
}

static bool works_with_given(struct race *r, u32 row, u32 enter)
{
	const struct body_row *at = &r->b->rows[row];
	const struct torch_op *op = at->op == ROW_CALL ? torch_at(r->run->capture, r->b, r->reached, row) : NULL;
	bool is_work = op && (op->role == TORCH_COMPUTE || op->role == TORCH_COLLECTIVE);
	u32 left = 60;
	for (u32 i = 0; i < at->callee.n && at->callee.n <= 2 && at->op == ROW_CALL && !is_work && !at->callee.by_name; i++)
		is_work = works(r, at->callee.at[i], 2, &left);
	for (u32 i = 0; i < at->arg_count && is_work; i++)
		if (is_of_before(r, row, r->b->args[at->first_arg + i], enter))
			return true;
	return is_work && op && at->flags & RF_MEMBER && is_of_before(r, row, at->a, enter);
}

static void look_at_new(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	if (s->cell == NONE || s->source.kind == STREAM_CURRENT || !is_made_here(r, use) || may_be_ordered(r, use))
		return;
	u32 work = NONE;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		struct str name = r->b->rows[row].op == ROW_CALL || r->b->rows[row].op == ROW_ENTER ? body_row_name(r->run->program, &r->b->rows[row]) : S("");
		/* A capture waits for the device before it begins. */
		if (str_has(name, "wait") || str_has(name, "graph") || str_has(name, "Graph"))
			return;
		work = work == NONE && works_with_given(r, row, use->row) ? row : work;
	}
	if (work == NONE)
		return;
	struct site at = site_in(r->run->program, r->b, work);
	struct finding *f = report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "'%.*s' is new here and waits for no other stream: what the block is given may not have been made yet when it is used",
	                           (int)s->name.n, s->name.p));
	rule_step(r->run, f, &at, "used here, on the new stream");
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
	if (s->source.kind != STREAM_MEMBER || s->cell == NONE || r->b->cells[s->cell].parent == NONE)
		return; /* what a call gives twice may be one */
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

/* ---- a pinned buffer that is written again while its upload may be reading it ---- */

static bool is_nonblocking(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	const struct unit *u = r->run->program->functions[at->fn].unit;
	for (u32 i = 0; i < at->row->arg_count; i++)
		if (str_is(unit_text(u, u->arg_names[at->row->first_arg + i]), "non_blocking"))
			return operand_kind(u->args[at->row->first_arg + i]) == OPD_INT && u->ints[operand_index(u->args[at->row->first_arg + i])];
	return false;
}

/* An attribute that some method of the class makes with `pin_memory=`, and not with False. */
static bool is_pinned(const struct race *r, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(r->run->capture, r->b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		const struct body *made = writes[i].row == NONE ? NULL : capture_body(r->run->capture, writes[i].fn);
		struct value v = made && made->rows[writes[i].row].a != NONE ? value_of(capture_values(r->run->capture, made), writes[i].row, made->rows[writes[i].row].a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		const struct body_row *call = v.kind == VALUE_RESULT ? &made->rows[v.row] : NULL;
		const struct unit *u = call ? r->run->program->functions[call->fn].unit : NULL;
		for (u32 k = 0; call && k < call->row->arg_count; k++) {
			operand given = u->args[call->row->first_arg + k];
			bool is_no = operand_kind(given) == OPD_NULL || (operand_kind(given) == OPD_INT && !u->ints[operand_index(given)]);
			if (str_is(unit_text(u, u->arg_names[call->row->first_arg + k]), "pin_memory") && !is_no)
				return true;
		}
	}
	return false;
}

/* The attribute that the row starts to copy from without waiting; NONE. */
static u32 uploaded(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	struct str name = at->op == ROW_CALL && at->flags & RF_MEMBER ? body_row_name(r->run->program, at) : S("");
	u32 from = str_is(name, "copy_") && at->arg_count ? r->b->args[at->first_arg] : str_is(name, "to") || str_is(name, "cuda") ? at->a : NONE;
	if (from == NONE || !is_nonblocking(r, row))
		return NONE;
	return attribute_of(r->run->capture, r->b, row, slice_of(r->run->program, r->b, from).object);
}

static u32 written_attribute(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	struct str name = at->op == ROW_CALL && at->flags & RF_MEMBER ? body_row_name(r->run->program, at) : S("");
	bool is_call = str_is(name, "copy_") || str_is(name, "fill_") || str_is(name, "zero_");
	u32 to = is_call ? at->a : at->op == ROW_MOVE && at->flags & RF_INPLACE ? at->dst : NONE;
	return to == NONE ? NONE : attribute_of(r->run->capture, r->b, row, slice_of(r->run->program, r->b, to).object);
}

static void look_at_staging(struct race *r)
{
	for (u32 row = 0; row < r->b->n; row++) {
		u32 cell = uploaded(r, row);
		if (cell == NONE || r->b->cells[cell].parent == NONE || r->b->cells[r->b->cells[cell].parent].param != 0 || !is_pinned(r, cell))
			continue;
		for (u32 write = row + 1; write < r->b->n; write++) {
			if (written_attribute(r, write) != cell || !body_reaches(r->b, row, write))
				continue;
			if (waits_between(r, row, write))
				break;
			struct str name = body_cell_name(r->run->program, r->b, cell);
			struct finding *f = report(r, write, "write", true, arena_format(r->run->findings->arena, "writes '%.*s' while its copy to the device may still be reading it: that was started above and nothing waits for it",
			                           (int)name.n, name.p));
			struct site site = site_in(r->run->program, r->b, row);
			rule_step(r->run, f, &site, "the copy is started here, without waiting");
			break;
		}
	}
}

/* ---- `with stream(side): f(x.clone())`: the copy is to keep x from what the other stream does to it, and comes too late ---- */

static bool is_used_after(const struct race *r, u32 row, u32 stream, u32 cell)
{
	for (u32 use = row + 1; use < r->b->n; use++) {
		const struct body_row *at = &r->b->rows[use];
		if (r->table.current[use] == stream || at->op != ROW_CALL)
			continue;
		struct str name = body_row_name(r->run->program, at);
		if (str_has(name, "wait"))
			return false;
		for (u32 i = 0; i < at->arg_count; i++)
			if (r->b->args[at->first_arg + i] == cell && !models_torch(r->run->program->models, torch_name(r->run->capture, r->b, use)))
				return true;
	}
	return false;
}

static void look_at_late_copy(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	if (s->source.kind == STREAM_CURRENT || s->cell == NONE)
		return;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		const struct body_row *at = &r->b->rows[row];
		bool is_clone = at->op == ROW_CALL && at->flags & RF_MEMBER && at->a != NONE && !at->arg_count && str_is(body_row_name(r->run->program, at), "clone");
		if (!is_clone || r->b->cells[at->a].kind != CELL_LOCAL || r->b->cells[at->a].parent != NONE)
			continue;
		struct value v = value_of(&r->values, row, at->a);
		bool is_of_block = v.row != NONE && v.row > use->row;
		bool is_given = false;
		for (u32 next = row + 1; next < r->b->n && next < row + 4; next++)
			for (u32 i = 0; i < r->b->rows[next].arg_count && r->b->rows[next].op == ROW_CALL; i++)
				is_given = is_given || r->b->args[r->b->rows[next].first_arg + i] == at->dst;
		if (is_of_block || !is_given || !is_used_after(r, row, use->stream, at->a))
			continue;
		struct str name = body_cell_name(r->run->program, r->b, at->a);
		report(r, row, "read", true, arena_format(r->run->findings->arena, "copies '%.*s' on the side stream, while the other stream goes on to use it: what the copy is to be kept from may come first; copy it before the block",
		                                          (int)name.n, name.p));
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
		look_at_new(&r, op);
		look_at_mixup(&r, op);
		look_at_late_copy(&r, op);
	}
	look_at_staging(&r);
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

static bool has_nonblocking(const struct fn *fn, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count && row->op == ROW_CALL; i++)
		if (str_is(unit_text(fn->unit, fn->unit->arg_names[row->first_arg + i]), "non_blocking"))
			return true;
	return false;
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
			is_side = fn->unit->rows[row].op == ROW_ENTER || has_nonblocking(fn, &fn->unit->rows[row]) || str_ends(unit_text(fn->unit, fn->unit->rows[row].name), "wait_stream");
		if (is_side && !p->files[fn->file].is_test && !p->files[fn->file].is_vendored)
			look_at(run, f);
	}
}
