/* What the way of a capture gives for the parameters that branches ask for. */
#include "capture/hazard.h"
#include "capture/local.h"

#include "graph/dominate.h"

enum {
	WAY = 8,       /* calls up that a parameter is followed through */
	BRANCHES = 64, /* of those that stand before a row, innermost first, so many are asked */
};

enum given {
	GIVEN_UNKNOWN,
	GIVEN_NOTHING,    /* null, None, zero, false */
	GIVEN_CONSTANT,   /* a constant that is none of those */
	GIVEN_EXPRESSION, /* what the caller has made or holds */
};

static enum given of_constant(operand o, const struct unit *u)
{
	switch (operand_kind(o)) {
	case OPD_NULL:
		return GIVEN_NOTHING;
	case OPD_INT:
		return u->ints[operand_index(o)] ? GIVEN_CONSTANT : GIVEN_NOTHING;
	case OPD_STRING:
		return GIVEN_CONSTANT;
	case OPD_NONE: case OPD_TEMP: case OPD_VAR: case OPD_CAPTURED: case OPD_GLOBAL: case OPD_PLACE: case OPD_THIS: case OPD_FUNCTION: case OPD_UNKNOWN:
		break;
	}
	return GIVEN_UNKNOWN;
}

/* f(*args, **words): what goes where can't be told. */
static bool unpacks(const struct unit *u, const struct row *row)
{
	for (u32 i = 0; i < row->arg_count; i++)
		if (str_starts(unit_text(u, u->arg_names[row->first_arg + i]), "*"))
			return true;
	return false;
}

static enum given given_for(const struct capture *c, u32 at, u32 param, u32 depth)
{
	const struct reached *r = &c->reached.at[at];
	const struct fn *fn = &c->program->functions[r->fn];
	if (r->from == NONE || depth > WAY || param >= fn->f->param_count)
		return GIVEN_UNKNOWN;
	const struct body *from = c->reached.at[r->from].body;
	const struct body_row *call = &from->rows[r->from_row];
	u32 cell = call->op == ROW_CALL ? call_argument(c, from, r->from_row, r->fn, param) : NONE;
	if (call->op != ROW_CALL || call->callee.n != 1 || unpacks(c->program->functions[call->fn].unit, call->row))
		return GIVEN_UNKNOWN;
	if (cell == NONE)
		return of_constant(fn->unit->vars[fn->f->first_var + param].value, fn->unit);
	struct value v = value_of(capture_values(c, from), r->from_row, cell);
	switch ((enum value_kind)v.kind) {
	case VALUE_CONSTANT:
		return from->cells[v.cell].kind == CELL_ZERO ? GIVEN_NOTHING : from->cells[v.cell].kind == CELL_NONZERO ? GIVEN_CONSTANT : GIVEN_UNKNOWN;
	case VALUE_PARAM:
		return given_for(c, r->from, from->cells[v.cell].param, depth + 1);
	case VALUE_PLACE: case VALUE_RESULT: case VALUE_OPERATION:
		return GIVEN_EXPRESSION;
	case VALUE_UNKNOWN: case VALUE_WRITTEN: case VALUE_ITEM:
		break;
	}
	return GIVEN_UNKNOWN;
}

/* What a branch asks: a parameter, itself or compared with nothing. */
struct question {
	u32 param;         /* NONE: something else */
	bool is_zero;      /* on the way of `target` it is null, None, zero or false */
	bool is_of_object; /* it is compared with nothing, not taken for true or false */
};

static u32 param_at(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return NONE;
	struct value v = value_of(capture_values(c, b), row, cell);
	return v.kind == VALUE_PARAM ? b->cells[v.cell].param : NONE;
}

static struct question question_of(const struct capture *c, const struct body *b, u32 branch)
{
	const struct body_row *r = &b->rows[branch];
	struct question q = {.param = NONE};
	if (r->op != ROW_BRANCH || r->a == NONE)
		return q;
	struct value v = value_of(capture_values(c, b), branch, r->a);
	if (v.kind != VALUE_OPERATION) {
		q.param = param_at(c, b, branch, r->a);
		return q;
	}
	const struct body_row *made = &b->rows[v.row];
	bool is_equal = made->sub == OP_EQ || made->sub == OP_IS, is_compared = is_equal || made->sub == OP_NE || made->sub == OP_IS_NOT;
	if (made->op == ROW_UNARY && made->sub == OP_NOT)
		q = (struct question){param_at(c, b, v.row, made->a), true, false};
	else if (made->op == ROW_BINARY && is_compared && made->b != NONE && b->cells[made->b].kind == CELL_ZERO)
		q = (struct question){param_at(c, b, v.row, made->a), is_equal, true};
	return q;
}

static bool is_contradicted(const struct capture *c, u32 at, u32 branch, u32 to)
{
	const struct body *b = c->reached.at[at].body;
	struct question q = question_of(c, b, branch);
	if (q.param == NONE)
		return false;
	bool needs_zero = (b->rows[branch].target == to) == q.is_zero;
	enum given given = given_for(c, at, q.param, 0);
	/* Who gives something of its own for what may be left out means it to be used. */
	return needs_zero ? given == GIVEN_CONSTANT || (given == GIVEN_EXPRESSION && q.is_of_object) : given == GIVEN_NOTHING;
}

/* What may be given stands outside: a parameter, or what an object that was given holds. */
static bool may_be_given(const struct capture *c, const struct body *b, u32 branch)
{
	struct value v = value_of(capture_values(c, b), branch, b->rows[branch].a);
	struct value asked = v.kind == VALUE_OPERATION ? value_of(capture_values(c, b), v.row, b->rows[v.row].a) : v;
	return asked.kind == VALUE_PARAM || asked.kind == VALUE_PLACE;
}

bool capture_is_fallback(const struct capture *c, u32 at, u32 row)
{
	const struct body *b = c->reached.at[at].body;
	const struct dominators *d = capture_dominators(c, b, true);
	u32 to = d->branch[row];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++) {
		u32 branch = d->entry[to];
		struct question q = question_of(c, b, branch);
		bool is_missing = q.is_of_object && (b->rows[branch].target == to) == q.is_zero && may_be_given(c, b, branch);
		if (is_missing && (q.param == NONE || given_for(c, at, q.param, 0) != GIVEN_NOTHING))
			return true;
	}
	return false;
}

bool capture_is_ruled_out(const struct capture *c, u32 at, u32 row)
{
	for (u32 up = 0; at != NONE && c->reached.at[at].from != NONE && up <= WAY; up++) {
		const struct reached *r = &c->reached.at[at];
		const struct dominators *d = capture_dominators(c, r->body, true);
		u32 to = d->branch[row];
		for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++)
			if (is_contradicted(c, at, d->entry[to], to))
				return true;
		row = r->from_row;
		at = r->from;
	}
	return false;
}
