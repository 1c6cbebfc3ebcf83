/* Whether a value's memory was made for it. */
#include "capture/tensor_local.h"

/* x[i] with a tensor as index is a copy; with numbers and slices it is a view. */
static bool is_gathered(struct question q, u32 row, u32 cell)
{
	const struct cell *of = &q.b->cells[cell];
	struct str key = of->is_element ? intern_get(&q.c->program->names, of->name) : S("");
	for (size_t from = 0, i = 0; i <= key.n && key.n; i++) {
		if (i < key.n && key.p[i] != ',')
			continue;
		struct str part = {key.p + from, i - from};
		part.n -= str_ends(part, "[]") ? 2 : 0;
		from = i + 1;
		for (u32 k = 0; k < q.b->cell_count && part.n && !key_is_slice(part); k++)
			if (q.b->cells[k].kind == CELL_LOCAL && q.b->cells[k].parent == NONE && str_eq(body_cell_name(q.c->program, q.b, k), part) && tensor_ask(q, row, k).is_tensor)
				return true;
	}
	return false;
}

static enum fresh fresh_of(struct question q, u32 row, struct value v)
{
	if (v.kind == VALUE_PLACE)
		return is_gathered(q, row, v.cell) ? FRESH_YES : FRESH_NO;
	if (v.kind == VALUE_OPERATION && q.b->rows[v.row].op == ROW_BINARY)
		return tensor_ask(q, v.row + 1, v.cell).is_tensor ? FRESH_YES : FRESH_NO;
	bool is_unary = v.kind == VALUE_OPERATION && q.b->rows[v.row].op == ROW_UNARY;
	if (is_unary && (q.b->rows[v.row].sub == OP_COMPLEMENT || q.b->rows[v.row].sub == OP_NEG)) /* ~x, -x */
		return tensor_ask(q, v.row, q.b->rows[v.row].a).is_tensor ? FRESH_YES : FRESH_NO;
	const struct torch_op *op = v.kind == VALUE_RESULT ? torch_chosen(q, v.row) : NULL;
	if (!op)
		return FRESH_NO;
	if (op->gives == GIVES_MAYBE)
		return FRESH_MAYBE;
	return op->gives == GIVES_NEW || op->gives == GIVES_PLACED ? FRESH_YES : FRESH_NO;
}

enum fresh tensor_fresh(const struct capture *c, const struct body *b, u32 at, u32 row, u32 cell)
{
	u32 left = STEPS;
	struct question q = {.c = c, .b = b, .at = at, .depth = 1, .left = &left};
	struct value values[VALUES];
	enum fresh least = FRESH_YES;
	if (cell == NONE)
		return FRESH_NO;
	u32 n = values_of(capture_values(c, b), row, cell, values);
	for (u32 i = 0; i < n; i++) {
		enum fresh one = fresh_of(q, row, values[i]);
		least = one < least ? one : least;
	}
	return n ? least : FRESH_NO;
}

bool tensor_is_upload(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = cell == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(c, b), row, cell);
	const struct torch_op *op = v.kind == VALUE_RESULT ? torch_at(c, b, NONE, v.row) : NULL;
	return op && op->traits & TRAIT_SOURCE;
}
