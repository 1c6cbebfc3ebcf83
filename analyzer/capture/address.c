#include "capture/address.h"

#include "capture/local.h"

bool takes_python_address(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		struct str name = row->op == ROW_CALL ? unit_text(fn->unit, row->name) : S("");
		if (str_is(name, "id") || str_is(name, "data_ptr"))
			return true;
	}
	return false;
}

/* What the row takes the identity or address of: id(x), x.data_ptr(); NONE. */
static u32 addressed(const struct program *p, const struct body *b, u32 row, bool *is_identity)
{
	const struct body_row *r = &b->rows[row];
	struct str name = r->op == ROW_CALL ? body_row_name(p, r) : S("");
	bool is_pointer = str_is(name, "data_ptr") && r->flags & RF_MEMBER && !r->arg_count;
	*is_identity = str_is(name, "id") && !(r->flags & RF_MEMBER) && r->arg_count == 1;
	return r->dst == NONE ? NONE : *is_identity ? b->args[r->first_arg] : is_pointer ? r->a : NONE;
}

/* By cell: it holds the address that the row gives, alone or in a tuple. */
static bool *carriers(const struct body *b, u32 row, struct arena *a)
{
	bool *carries = arena_array(a, bool, b->cell_count + 1);
	carries[b->rows[row].dst] = true;
	for (row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_MOVE || r->dst == NONE || r->a == NONE || !carries[r->a] || b->cells[r->dst].kind != CELL_LOCAL)
			continue;
		carries[r->dst] = true;
		if (b->cells[r->dst].is_element && b->cells[r->dst].parent != NONE)
			carries[b->cells[r->dst].parent] = true;
	}
	return carries;
}

bool asks_version(const struct program *p, const struct body *b)
{
	for (u32 i = 0; i < b->cell_count; i++)
		if (str_is(body_cell_name(p, b, i), "_version"))
			return true;
	/* getattr(x, "_version", 0) */
	for (u32 row = 0; row < b->n; row++) {
		const struct unit *u = p->functions[b->rows[row].fn].unit;
		for (u32 i = 0; i < b->rows[row].row->arg_count && b->rows[row].op == ROW_CALL; i++) {
			operand given = u->args[b->rows[row].row->first_arg + i];
			if (operand_kind(given) == OPD_STRING && str_is(unit_text(u, operand_index(given)), "_version"))
				return true;
		}
	}
	return false;
}

/* `self.key_of(x)`, a function of the program that gives the address of its parameter back; what it is given, or NONE. */
static u32 addressed_below(const struct capture *c, const struct body *b, u32 row, struct arena *a, bool *is_identity)
{
	const struct body_row *r = &b->rows[row];
	fn_id fn = r->op == ROW_CALL && r->dst != NONE && r->callee.n == 1 && !r->callee.by_name ? r->callee.at[0] : NONE;
	if (fn == NONE || !program_is_python(c->program, fn) || !takes_python_address(&c->program->functions[fn]))
		return NONE;
	const struct body *below = capture_body(c, fn);
	if (asks_version(c->program, below))
		return NONE;
	for (u32 at = 0; at < below->n; at++) {
		u32 of = addressed(c->program, below, at, is_identity);
		u32 param = of == NONE ? NONE : below->cells[of].param;
		const bool *carries = param == NONE ? NULL : carriers(below, at, a);
		for (u32 back = at; carries && back < below->n; back++)
			if (below->rows[back].op == ROW_RETURN && below->rows[back].a != NONE && carries[below->rows[back].a])
				return call_argument(c, b, row, fn, param);
	}
	return NONE;
}

bool address_at(const struct capture *c, struct arena *a, const struct body *b, u32 row, struct address *out)
{
	bool is_identity;
	u32 of = addressed(c->program, b, row, &is_identity);
	if (of == NONE)
		of = addressed_below(c, b, row, a, &is_identity);
	if (of != NONE)
		*out = (struct address){row, of, is_identity, carriers(b, row, a)};
	return of != NONE;
}
