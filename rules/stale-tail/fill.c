/* Which buffers a function fills up to a bound, and which of them it resets behind it. */
#include "tail.h"

static void add_fill(struct fills *fills, u32 buffer, u32 row, struct str bound)
{
	for (u32 i = 0; i < fills->n; i++)
		if (fills->at[i].buffer == buffer && str_eq(fills->at[i].bound, bound))
			return;
	if (buffer != NONE && fills->n < BUFFERS)
		fills->at[fills->n++] = (struct filled){buffer, row, bound, false, false, false};
}

/* `copy_all(dsts, srcs)`: the lists that take what their elements are copied into, by cell. */
static bool *lists_copied_into(const struct rule_run *run, const struct body *b, struct arena *a)
{
	bool *is = arena_array(a, bool, b->cell_count + 1), *is_given = arena_array(a, bool, b->cell_count + 1);
	for (u32 row = b->n; row-- > 0;) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_MOVE && r->dst != NONE && r->a != NONE && is_given[r->dst])
			is[r->a] = true;
		if (r->op != ROW_CALL || !r->arg_count || !str_has(body_row_name(run->program, r), "copy") || b->args[r->first_arg] == NONE)
			continue;
		u32 given = b->args[r->first_arg];
		struct value made = value_of(capture_values(run->capture, b), row, given);
		is[given] = is_given[given] = true;
		if (made.cell != NONE)
			is[made.cell] = true;
	}
	return is;
}

/* The slice that a row fills: x[:n].copy_(v), x[:n] = v, or x[:n] in a list that is copied into. */
static u32 filled_cell(const struct rule_run *run, const struct body *b, u32 row, const bool *is_copied)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(run->program, r), "copy_"))
		return r->a;
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->arg_count && str_is(body_row_name(run->program, r), "append"))
		return r->a != NONE && is_copied[r->a] ? b->args[r->first_arg] : NONE;
	if (r->op != ROW_MOVE || r->dst == NONE)
		return NONE;
	if (r->flags & RF_INPLACE && r->sub == OP_NONE)
		return r->dst;
	const struct cell *to = &b->cells[r->dst];
	return r->flags & RF_INITIALISER && to->is_element && to->parent != NONE && is_copied[to->parent] ? r->a : NONE;
}

/* `view = x[:n]; view.copy_(v)`: x[:n] for view. */
static u32 seen_through(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	bool is_view = cell != NONE && b->cells[cell].parent == NONE && b->cells[cell].kind == CELL_LOCAL && b->rows[row].op == ROW_CALL;
	struct value v = is_view ? value_of(capture_values(run->capture, b), row, cell) : (struct value){VALUE_UNKNOWN, NONE, NONE};
	return v.kind == VALUE_PLACE ? v.cell : cell;
}

/* Rows of length zero, or behind a sentinel, are not read at all: such a reset says nothing of the buffers beside it. */
static bool masks(struct str name, operand value, const struct unit *u)
{
	bool is_zero = operand_kind(value) == OPD_NONE || (operand_kind(value) == OPD_INT && u->ints[operand_index(value)] == 0);
	bool is_sentinel = operand_kind(value) == OPD_INT && u->ints[operand_index(value)] < 0;
	return is_sentinel || (is_zero && str_has(name, "len"));
}

static void behind(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell, bool is_fill, operand value)
{
	struct slice s = slice_of(run->program, b, cell), view = slice_of(run->program, b, seen_through(run, b, row, cell));
	u32 buffer = s.kind != SLICE_PREFIX ? attribute_of(run->capture, b, row, s.object) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++) {
		if (fills->at[i].buffer != buffer || (view.kind == SLICE_PREFIX && str_eq(view.bound, fills->at[i].bound)))
			continue;
		fills->at[i].is_written_behind = true;
		/* `if x is not None: buf[:n] = x; else: buf.zero_()`: one or the other, so no tail. */
		bool is_other_arm = !body_reaches(b, fills->at[i].row, row) && !body_reaches(b, row, fills->at[i].row);
		bool is_padded = is_fill && !is_other_arm && !masks(tail_buffer(run, b, buffer), value, run->program->functions[b->rows[row].fn].unit);
		fills->at[i].is_padded = fills->at[i].is_padded || is_padded;
		fills->at[i].is_reset_whole = fills->at[i].is_reset_whole || (is_padded && s.kind == SLICE_NONE);
	}
}

static struct filled *given_whole(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	struct slice s = slice_of(run->program, b, cell);
	u32 buffer = s.kind != SLICE_PREFIX ? attribute_of(run->capture, b, row, s.object) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer)
			return &fills->at[i];
	return NULL;
}

/* Whoever is given the whole buffer may write what is behind the bound; not one that is given buffers as well whose tails are reset here: it
 * leaves tails to this function. */
static void find_writers(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool resets_none = false;
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL; i++) {
			const struct filled *f = given_whole(run, b, fills, row, b->args[r->first_arg + i]);
			resets_none |= f && f->is_padded;
		}
		for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL && !resets_none && !tail_only_keeps(run, r); i++)
			behind(run, b, fills, row, b->args[r->first_arg + i], false, OPERAND(OPD_NONE, 0));
	}
}

/* `x[:padded] = 0` and then x[:live]: the tail is of this call. */
static void reset_up_to(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	struct slice s = slice_of(run->program, b, cell);
	u32 buffer = attribute_of(run->capture, b, row, s.object);
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer && !str_eq(fills->at[i].bound, s.bound))
			fills->at[i].is_written_behind = true;
}

/* `tail = slice(live, padded); x[tail] = 0`. */
static void reset_by_slice(const struct rule_run *run, const struct body *b, struct fills *fills, u32 row, u32 cell)
{
	if (!b->cells[cell].is_element || b->cells[cell].parent == NONE)
		return;
	struct str key = body_cell_name(run->program, b, cell);
	bool is_slice = false;
	for (u32 i = 0; i < b->cell_count && key.n && !is_slice; i++) {
		bool is_key = b->cells[i].kind == CELL_LOCAL && b->cells[i].parent == NONE && str_eq(body_cell_name(run->program, b, i), key);
		struct value v = value_of(capture_values(run->capture, b), row, is_key ? i : NONE);
		is_slice = v.kind == VALUE_RESULT && str_is(body_row_name(run->program, &b->rows[v.row]), "slice");
	}
	u32 buffer = is_slice ? attribute_of(run->capture, b, row, b->cells[cell].parent) : NONE;
	for (u32 i = 0; buffer != NONE && i < fills->n; i++)
		if (fills->at[i].buffer == buffer)
			fills->at[i].is_written_behind = true;
}

static void find_resets(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct unit *u = run->program->functions[r->fn].unit;
		if (r->op == ROW_MOVE && r->dst != NONE) {
			u32 kind = slice_of(run->program, b, r->dst).kind;
			if (kind == SLICE_PREFIX && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO))
				reset_up_to(run, b, fills, row, r->dst);
			if (kind == SLICE_NONE && r->flags & RF_INPLACE)
				reset_by_slice(run, b, fills, row, r->dst);
			if (kind != SLICE_NONE)
				behind(run, b, fills, row, r->dst, kind == SLICE_OTHER, r->row->a);
		}
		if (r->op != ROW_CALL)
			continue;
		struct str name = body_row_name(run->program, r);
		bool is_zero = str_is(name, "zero_"), is_value = (str_is(name, "fill_") || str_is(name, "fill")) && r->arg_count == 1, is_random = str_is(name, "random_");
		if (r->flags & RF_MEMBER && (is_zero || is_value) && r->a != NONE)
			reset_by_slice(run, b, fills, row, r->a);
		if (r->flags & RF_MEMBER && (is_zero || is_value) && slice_of(run->program, b, r->a).kind == SLICE_PREFIX)
			reset_up_to(run, b, fills, row, r->a);
		if (r->flags & RF_MEMBER && (is_value || is_random || str_ends(name, "_")))
			behind(run, b, fills, row, r->a, is_zero || is_value || is_random,
			       is_random ? OPERAND(OPD_UNKNOWN, 0) : is_value ? u->args[r->row->first_arg] : OPERAND(OPD_NONE, 0));
	}
	find_writers(run, b, fills);
}

void tail_find(const struct rule_run *run, const struct body *b, struct fills *fills)
{
	struct arena scratch = {0};
	const bool *is_copied = lists_copied_into(run, b, &scratch);
	for (u32 row = 0; row < b->n; row++) {
		struct slice s = slice_of(run->program, b, seen_through(run, b, row, filled_cell(run, b, row, is_copied)));
		if (s.kind == SLICE_PREFIX)
			add_fill(fills, attribute_of(run->capture, b, row, s.object), row, s.bound);
	}
	arena_release(&scratch);
	find_resets(run, b, fills);
}
