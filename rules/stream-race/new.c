/* Python: a block on a stream that the function has just made, and that waits for nobody. */
#include "race.h"

static bool makes_stream(const struct race *r, u32 row)
{
	return str_ends(python_callee(r->run->capture->program, r->b->rows[row].fn, r->b->rows[row].row), "cuda.Stream");
}

/* A stream that the function makes, on some way at least. */
static bool may_be_made_new(struct race *r, u32 row, u32 cell)
{
	struct value all[VALUES];
	u32 n = cell == NONE ? 0 : values_of(&r->values, row, cell, all);
	for (u32 i = 0; i < n; i++)
		if (all[i].kind == VALUE_RESULT && makes_stream(r, all[i].row))
			return true;
	return false;
}

/* The same on every way. */
static bool is_made_new(struct race *r, u32 row, u32 cell)
{
	struct value v = value_of(&r->values, row, cell);
	return v.kind == VALUE_RESULT && makes_stream(r, v.row);
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
		if (!is_own && race_host_waits(r, row - 1, row + 1))
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

/* self.mean, which the object was made with and nobody has written since: no work of now. */
static bool is_of_object(struct race *r, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(r->run->capture, r->b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		const struct fn *fn = &r->run->program->functions[writes[i].fn];
		if (!str_is(unit_text(fn->unit, fn->f->name), "__init__"))
			return false;
	}
	return n > 0;
}

/* It was there before the block: given, kept by an object that gets others, or made above. */
static bool is_of_before(struct race *r, u32 row, u32 cell, u32 enter)
{
	struct value v = cell == NONE || r->b->cells[cell].kind == CELL_ZERO || r->b->cells[cell].kind == CELL_NONZERO ? (struct value){VALUE_CONSTANT, NONE, NONE} : value_of(&r->values, row, cell);
	return v.kind == VALUE_PARAM || (v.kind == VALUE_PLACE && r->b->cells[cell_root(r->b, v.cell)].kind != CELL_NONZERO && !is_of_object(r, v.cell)) || ((v.kind == VALUE_RESULT || v.kind == VALUE_ITEM) && v.row < enter);
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

void race_at_new(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	if (s->cell == NONE || s->source.kind == STREAM_CURRENT || !is_made_here(r, use) || may_be_ordered(r, use))
		return;
	u32 work = NONE;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		struct str name = r->b->rows[row].op == ROW_CALL || r->b->rows[row].op == ROW_ENTER ? body_row_name(r->run->program, &r->b->rows[row]) : S("");
		/* A capture waits for the device before it begins. */
		if (str_has(name, "wait") || says_graph(name))
			return;
		work = work == NONE && works_with_given(r, row, use->row) ? row : work;
	}
	if (work == NONE)
		return;
	struct site at = site_in(r->run->program, r->b, work);
	struct finding *f = race_report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "'%.*s' is new here and waits for no other stream: what the block is given may not have been made yet when it is used",
	                           (int)s->name.n, s->name.p));
	rule_step(r->run, f, &at, "used here, on the new stream");
}

void race_at_context(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	bool yields = false;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream && !yields; row++)
		yields = r->b->rows[row].op == ROW_YIELD;
	if (!yields || s->cell == NONE || !may_be_made_new(r, use->row, s->cell))
		return;
	for (u32 i = 0; i < r->table.ops.n; i++)
		if (r->table.ops.at[i].stream == use->stream && (r->table.ops.at[i].kind == FORK_WAIT || r->table.ops.at[i].kind == FORK_SYNC))
			return;
	if (race_host_waits(r, 0, use->row))
		return;
	race_report(r, use->row, "fork", true, arena_format(r->run->findings->arena, "users of this context go on with '%.*s', a new stream that does not wait for the one they come from: what they have enqueued "
	                                               "there may not be done when they read it here", (int)s->name.n, s->name.p));
}
