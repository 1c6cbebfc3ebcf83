#include "capture/turn.h"

#include "capture/local.h"

enum { CALLS_UP = 2, PARTS = 4 };

static bool is_number_type(struct str type)
{
	static const char *const names[] = {"float", "int", "bool", "str", "Optional[float]", "Optional[int]", "Optional[bool]", "Optional[str]",
	                                    "float | None", "int | None", "bool | None", "str | None"};
	return str_is_any(type, names, COUNT(names));
}

/* What the value is, or what it is an element of: the tuple of a loop over zip(). */
static struct value whole_of(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	for (u32 depth = 0; depth < PARTS && cell != NONE; depth++) {
		struct value v = value_of(capture_values(c, b), row, cell);
		if (v.kind != VALUE_PLACE && v.kind != VALUE_UNKNOWN)
			return v;
		u32 at = v.cell == NONE ? cell : v.cell;
		if (!b->cells[at].is_element || b->cells[at].parent == NONE)
			break;
		cell = b->cells[at].parent;
	}
	return (struct value){VALUE_UNKNOWN, NONE, NONE};
}

u32 given_by_loop(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = whole_of(c, b, row, cell);
	bool is_turn = v.kind == VALUE_ITEM && b->rows[v.row].op == ROW_ITER;
	return is_turn && body_reaches(b, row, v.row) && body_reaches(b, v.row, row) ? v.row : NONE;
}

static bool tells_number(struct str callee)
{
	static const char *const names[] = {"float", "int", "bool", "len", "str", "item", "round", "isinstance", "min", "max"};
	return str_is_any(callee, names, COUNT(names));
}

static bool is_question(const struct body_row *r)
{
	return r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT || r->sub == OP_IN || r->sub == OP_NOT_IN);
}

static bool is_given(const struct capture *c, fn_id fn, u32 param, u32 depth);

/* A loop over numbers of the host: range(n), x.tolist(). */
static bool counts(const struct capture *c, const struct body *b, u32 iter)
{
	struct value v = whole_of(c, b, iter, b->rows[iter].a);
	static const char *const names[] = {"range", "tolist"};
	return v.kind == VALUE_RESULT && str_is_any(body_row_name(c->program, &b->rows[v.row]), names, COUNT(names));
}

static bool is_number(const struct capture *c, const struct body *b, u32 row, u32 cell, u32 depth)
{
	struct value v = whole_of(c, b, row, cell);
	const struct fn *fn = &c->program->functions[b->fn];
	switch ((enum value_kind)v.kind) {
	case VALUE_OPERATION:
		return is_question(&b->rows[v.row]);
	case VALUE_RESULT:
		return tells_number(body_row_name(c->program, &b->rows[v.row]));
	case VALUE_ITEM:
		return b->rows[v.row].op == ROW_ITER && counts(c, b, v.row);
	case VALUE_PARAM: {
		u32 param = b->cells[v.cell].param;
		if (param == NONE || param >= fn->f->param_count || b->cells[v.cell].parent != NONE)
			return false;
		return is_number_type(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + param].type)) || (depth && is_given(c, b->fn, param, depth - 1));
	}
	case VALUE_UNKNOWN: case VALUE_CONSTANT: case VALUE_PLACE: case VALUE_WRITTEN:
		break;
	}
	return false;
}

/* What constants the callers give, bit by bit. */
enum { GIVES_ZERO = 1, GIVES_OTHER = 2 };

/* A call of the function by this caller gives such a number; *constants: what constants its calls give. */
static bool caller_gives(const struct capture *c, fn_id caller, fn_id fn, u32 param, u32 depth, u32 *constants)
{
	const struct body *from = capture_body(c, caller);
	for (u32 row = 0; row < from->n; row++) {
		const struct body_row *r = &from->rows[row];
		for (u32 i = 0; r->op == ROW_CALL && i < r->callee.n; i++) {
			u32 cell = r->callee.at[i] == fn ? call_argument(c, from, row, fn, param) : NONE;
			if (cell == NONE)
				continue;
			*constants |= from->cells[cell].kind == CELL_ZERO ? GIVES_ZERO : from->cells[cell].kind == CELL_NONZERO ? GIVES_OTHER : 0;
			if (is_number(c, from, row, cell, depth))
				return true;
		}
	}
	return false;
}

static bool is_given(const struct capture *c, fn_id fn, u32 param, u32 depth)
{
	const struct fn *f = &c->program->functions[fn];
	struct str name = unit_text(f->unit, f->f->name);
	u32 constants = 0;
	for (fn_id caller = 0; caller < c->program->function_count; caller++) {
		const struct fn *from = &c->program->functions[caller];
		bool is_python = c->program->files[from->file].language == LANG_PYTHON && !c->program->files[from->file].is_test;
		if (is_python && fn_calls_name(from, name) && caller_gives(c, caller, fn, param, depth, &constants))
			return true;
	}
	/* None stands for tensors as well. */
	return constants == (GIVES_ZERO | GIVES_OTHER) && operand_kind(f->unit->vars[f->f->first_var + param].value) != OPD_NULL;
}

bool is_number_of_call(const struct capture *c, fn_id fn, u32 param) { return is_given(c, fn, param, CALLS_UP); }
