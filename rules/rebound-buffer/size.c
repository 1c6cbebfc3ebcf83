/* Python: a buffer's size is compared before a row: what follows makes room. */
#include "rebound.h"

/* The cell is a part of self.name, or the size of one: self.name.shape[0], self.name[0].size(0), len(self.name). */
static bool is_part_or_size(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 name)
{
	for (u32 depth = 0; depth < 4 && cell != NONE; depth++) {
		for (u32 up = cell; up != NONE; up = b->cells[up].parent)
			if (b->cells[up].name == name && cell_is_own(b, up))
				return true;
		struct value v = value_of(capture_values(run->capture, b), row, cell);
		if (v.kind == VALUE_PLACE && v.cell != cell) {
			cell = v.cell;
			continue;
		}
		const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
		struct str called = made ? body_row_name(run->program, made) : S("");
		if (!says_size(called))
			return false;
		row = v.row;
		cell = made->flags & RF_MEMBER ? made->a : made->arg_count ? b->args[made->first_arg] : NONE;
	}
	return false;
}

bool rebound_asks_attribute(const struct rule_run *run, const struct body *b, u32 row, u32 name)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 asked = 0;
	for (u32 to = d->branch[row]; to != NONE && asked < 32; to = next_branch(d, to), asked++) {
		struct value v = asked_value(run->capture, b, d->entry[to]);
		const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
		/* `len(x) == n` as well: it is full. */
		bool is_asked = made && made->op == ROW_BINARY && op_is_comparison(made->sub);
		if (is_asked && (is_part_or_size(run, b, v.row, made->a, name) || is_part_or_size(run, b, v.row, made->b, name)))
			return true;
	}
	return false;
}

/* x.numel(), x.size(0), x.shape[0] */
static bool is_size_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 whole)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (made && says_size(body_row_name(run->program, made)))
		return made->a == whole || row_is_given(b, made, whole);
	for (u32 up = v.kind == VALUE_PLACE ? v.cell : NONE; up != NONE; up = b->cells[up].parent)
		if (b->cells[up].parent == whole && str_is(body_cell_name(run->program, b, up), "shape"))
			return true;
	return false;
}

bool rebound_asks_tensor(const struct rule_run *run, const struct body *b, u32 row, u32 whole)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 asked = 0;
	for (u32 to = d->branch[row]; to != NONE && asked < 32; to = next_branch(d, to), asked++) {
		struct value v = asked_value(run->capture, b, d->entry[to]);
		const struct body_row *made = v.kind == VALUE_OPERATION && b->rows[v.row].op == ROW_BINARY ? &b->rows[v.row] : NULL;
		if (made && op_is_order(made->sub) &&
		    (is_size_of(run, b, v.row, made->a, whole) || is_size_of(run, b, v.row, made->b, whole)))
			return true;
	}
	return false;
}
