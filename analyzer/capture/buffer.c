#include "capture/buffer.h"

enum { STEPS = 24 }; /* a workspace is cut into as many parts by `ptr += n` */

static bool is_accessor(struct str name)
{
	static const char *const names[] = {"data_ptr", "mutable_data_ptr", "const_data_ptr", "data", "get", "begin", "data_handle"};
	return str_is_any(name, names, COUNT(names));
}

/* Of a + b the operand that is no number: a pointer, or the only one that is no constant. */
static u32 base_of(const struct body *b, const struct body_row *r)
{
	bool is_second = r->b != NONE && (r->a == NONE || b->cells[r->a].kind == CELL_NONZERO || b->cells[r->a].kind == CELL_ZERO ||
	                                  (b->cells[r->b].is_pointer && !b->cells[r->a].is_pointer));
	return is_second ? r->b : r->a;
}

static u32 named(const struct body *b, u32 cell) { return cell == NONE || b->cells[cell].is_element ? NONE : cell; }

static u32 behind(const struct program *p, struct values *v, u32 row, u32 cell, u32 depth);

static u32 behind_value(const struct program *p, struct values *v, const struct value *value, u32 depth)
{
	const struct body *b = v->body;
	const struct body_row *r = &b->rows[value->row == NONE ? 0 : value->row];
	switch ((enum value_kind)value->kind) {
	case VALUE_PARAM: case VALUE_PLACE: case VALUE_WRITTEN:
		return named(b, value->cell);
	case VALUE_UNKNOWN:
		/* handle->workspace, or an array of the function's own. */
		return value->row == NONE ? named(b, value->cell) : NONE;
	case VALUE_RESULT:
		if (r->op == ROW_CALL && r->flags & RF_MEMBER && !r->arg_count && r->a != NONE && is_accessor(body_row_name(p, r)))
			return named(b, r->a);
		return r->dst == NONE ? NONE : named(b, r->dst);
	case VALUE_OPERATION:
		if (r->op == ROW_MOVE)
			return r->sub == OP_NONE ? NONE : behind(p, v, value->row, r->dst, depth + 1);
		if (r->op == ROW_UNARY) {
			u32 of = r->dst == NONE ? NONE : b->cells[r->dst].address_of; /* &x[i] is in x, &x is x */
			return of == NONE ? NONE : b->cells[of].is_element ? behind(p, v, value->row, b->cells[of].parent, depth + 1) : of;
		}
		return r->op == ROW_BINARY ? behind(p, v, value->row, base_of(b, r), depth + 1) : NONE;
	case VALUE_CONSTANT: case VALUE_ITEM:
		break;
	}
	return NONE;
}

static u32 behind(const struct program *p, struct values *v, u32 row, u32 cell, u32 depth)
{
	struct value all[VALUES];
	u32 found = NONE;
	if (cell == NONE || depth > STEPS)
		return NONE;
	if (v->body->cells[cell].address_of != NONE && !v->body->cells[v->body->cells[cell].address_of].is_element)
		return v->body->cells[cell].address_of;
	u32 n = values_of(v, row, cell, all);
	for (u32 i = 0; i < n; i++) {
		u32 at = behind_value(p, v, &all[i], depth);
		if (at == NONE || (i && at != found))
			return NONE;
		found = at;
	}
	return found;
}

u32 buffer_behind(const struct program *p, struct values *v, u32 row, u32 cell) { return behind(p, v, row, cell, 0); }
