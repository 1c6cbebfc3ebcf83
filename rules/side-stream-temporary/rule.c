/* A tensor that a function makes on one stream, uses on a side stream and drops while the side stream may still read it: the allocator
 * gives the block to the next one on its own stream. */
#include "side.h"

/* Somebody waits for the stream, or may, from a row on. */
static bool is_joined_after(const struct side *s, u32 stream, u32 row)
{
	for (u32 i = 0; i < s->table.ops.n; i++) {
		const struct fork_op *op = &s->table.ops.at[i];
		if (op->row >= row && op->stream == stream && (op->kind == FORK_SYNC || op->kind == FORK_HANDED))
			return true;
		if (op->kind != FORK_RECORD || op->stream != stream || op->row < row)
			continue;
		for (u32 k = 0; k < s->table.ops.n; k++)
			if (s->table.ops.at[k].kind == FORK_WAIT && s->table.ops.at[k].event == op->event && s->table.ops.at[k].stream != stream)
				return true;
	}
	return false;
}

/* The variable lives on: it is returned, kept, or told to the allocator; so may what is made of it. */
static bool lives_on(const struct side *s, u32 cell)
{
	for (u32 row = 0; row < s->b->n; row++) {
		const struct body_row *r = &s->b->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(s->run->program, r) : S("");
		if (r->a == cell && (r->op == ROW_RETURN || r->op == ROW_YIELD || str_is(name, "record_stream")))
			return true;
		if (r->op == ROW_MOVE && r->a == cell && (s->b->cells[r->dst].kind == CELL_OUTER || s->b->cells[r->dst].parent != NONE))
			return true;
		for (u32 i = 0; i < r->arg_count; i++)
			if (s->b->args[r->first_arg + i] == cell && (str_is(name, "append") || str_is(name, "put") || str_is(name, "add") || str_has(name, "extend")))
				return true;
	}
	return false;
}

/* The row of this function that made what the cell holds: an operation that gives new memory, on another stream. */
static u32 made_at(struct side *s, u32 row, u32 cell)
{
	struct value value = cell == NONE || !s->b->cells[cell].name || s->b->cells[cell].kind != CELL_LOCAL ? (struct value){VALUE_UNKNOWN, NONE, NONE}
	                                                                                                      : value_of(&s->values, row, cell);
	if (value.kind != VALUE_RESULT || s->table.current[value.row] == NONE || s->table.current[value.row] == s->table.current[row])
		return NONE;
	const struct torch_op *op = torch_at(s->run->capture, s->b, s->reached, value.row);
	return op && op->gives == GIVES_NEW ? value.row : NONE;
}

/* It is on the host, or nothing shows that it is a tensor at all: a method of some attribute has the name of an operation. */
static bool is_elsewhere(const struct side *s, u32 made)
{
	const struct body_row *r = &s->b->rows[made];
	struct tensor t = tensor_at(s->run->capture, s->b, s->reached, made + 1, r->dst);
	bool is_of_attribute = r->flags & RF_MEMBER && r->a != NONE && s->b->cells[r->a].parent != NONE;
	bool is_known = is_of_attribute && tensor_at(s->run->capture, s->b, s->reached, made, r->a).is_tensor;
	return t.home == HOME_HOST || t.home == HOME_PINNED || (is_of_attribute && !is_known && t.home == HOME_UNKNOWN);
}

static bool look_at_cell(struct side *s, u32 row, u32 cell)
{
	u32 made = made_at(s, row, cell), stream = s->table.current[row];
	if (made == NONE || is_elsewhere(s, made) || lives_on(s, cell) || is_joined_after(s, stream, row))
		return false;
	struct str name = body_cell_name(s->run->program, s->b, cell), on = s->table.streams.at[stream].name;
	struct site site = site_in(s->run->program, s->b, row), from = site_in(s->run->program, s->b, made);
	struct finding *f = rule_report(s->run, SEVERITY_WARNING, &site,
	                                arena_format(s->run->findings->arena, "'%.*s' is used on '%.*s' and dropped when the function ends, with no wait for that stream: its "
	                                             "memory is given to the next tensor while the side stream may still read it", (int)name.n, name.p,
	                                             (int)on.n, on.p));
	rule_step(s->run, f, &from, "made here, on another stream");
	return true;
}

/* ---- t.record_stream(current_stream()), where t was made on that very stream ---- */

/* The row that made what a cell holds: of a variable, or of a field that this function has just set. */
static u32 row_that_made(struct side *s, u32 row, u32 cell)
{
	if (s->b->cells[cell].parent != NONE) {
		u32 set = NONE;
		for (u32 i = s->b->cells[cell].first_write; i < row; i = s->b->rows[i].next_write)
			if (s->b->rows[i].op == ROW_MOVE && body_reaches(s->b, i, row))
				set = i;
		/* On another way it may have come from elsewhere. */
		bool is_sure = set != NONE && stands_before(capture_dominators(s->run->capture, s->b, false), set, row);
		cell = is_sure ? s->b->rows[set].a : NONE;
		row = set;
	}
	struct value v = value_of(&s->values, row, cell);
	return v.kind == VALUE_RESULT ? v.row : NONE;
}

/* The allocator knows that stream: the block was taken on it. What has to be told is who else uses it. */
static bool look_at_record(struct side *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	u32 given = r->arg_count == 1 && r->a != NONE && str_is(body_row_name(s->run->program, r), "record_stream") ? s->b->args[r->first_arg] : NONE;
	struct value stream = value_of(&s->values, row, given);
	if (stream.kind != VALUE_RESULT || !str_ends(body_row_name(s->run->program, &s->b->rows[stream.row]), "current_stream"))
		return false;
	u32 made = row_that_made(s, row, r->a);
	const struct torch_op *op = made == NONE ? NULL : torch_at(s->run->capture, s->b, s->reached, made);
	bool is_made = op && (op->gives == GIVES_NEW || op->gives == GIVES_PLACED || op->gives == GIVES_MAYBE);
	if (!is_made || s->table.current[made] == NONE || s->table.current[made] != s->table.current[stream.row])
		return false;
	struct str name = body_cell_name(s->run->program, s->b, r->a);
	struct site site = site_in(s->run->program, s->b, row), from = site_in(s->run->program, s->b, made);
	/* What stays with this function may well be used there alone. */
	struct finding *f = rule_report(s->run, s->b->cells[r->a].parent == NONE ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(s->run->findings->arena, "tells the allocator that '%.*s' is used on the stream on which it was made, which it knows: a stream that uses it later is still "
	                                             "not told of", (int)name.n, name.p));
	rule_step(s->run, f, &from, "made here, on the same stream");
	return true;
}

static void look_at(struct rule_run *run, fn_id fn)
{
	struct side s = {.run = run, .b = capture_body(run->capture, fn), .reached = run->capture->of[fn]};
	values_open(&s.scratch, &s.values, s.b);
	fork_table(run->capture, &s.scratch, &s.values, NULL, 0, &s.table);
	u32 told = 0;
	for (u32 row = 0; row < s.b->n && told < CROWD; row++)
		told += s.b->rows[row].op == ROW_CALL && look_at_record(&s, row);
	for (u32 row = 0; row < s.b->n && s.table.ops.n && told < CROWD; row++)
		told += s.b->rows[row].op == ROW_MOVE && side_kept(&s, row);
	for (u32 row = 0; row < s.b->n && s.table.streams.n > 1 && told < CROWD; row++) {
		const struct body_row *r = &s.b->rows[row];
		u32 stream = s.table.current[row];
		if (r->op != ROW_CALL || stream == NONE || s.table.streams.at[stream].cell == NONE)
			continue;
		bool found = look_at_cell(&s, row, r->a);
		for (u32 i = 0; i < r->arg_count && !found; i++)
			found = look_at_cell(&s, row, s.b->args[r->first_arg + i]);
		told += found;
	}
	arena_release(&s.scratch);
}

void rule_side_stream_temporary(struct rule_run *run)
{
	const struct program *p = run->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		bool enters = false;
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && run->shows[f] && program_is_python(p, f) && !enters; row++)
			enters = fn->unit->rows[row].op == ROW_ENTER || str_is(unit_text(fn->unit, fn->unit->rows[row].name), "record_stream");
		if (enters && !p->files[fn->file].is_test && !p->files[fn->file].is_vendored)
			look_at(run, f);
	}
}
