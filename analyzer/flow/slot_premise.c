/* What branches ask of variables that are no codes: `if (bits == 4) fails(); ... if (bits == 2) { launch; check; }`. A failure keeps what was asked on
 * every path to it, and does not come to where the opposite is true; through calls, by parameter. */
#include "flow/slot_local.h"
#include "graph/edges.h"
#include "graph/link.h"

enum { STEPS = 6 }; /* temps between a branch and the variable that it asks */

/* A row that makes a temp, the only one; NULL if there is none. */
static const struct body_row *maker_of(const struct walk *w, u32 cell)
{
	const struct cell *c = cell < w->body->cell_count ? &w->body->cells[cell] : NULL;
	if (!c || c->kind != CELL_LOCAL || c->name || c->first_write == NONE || w->body->rows[c->first_write].next_write != NONE)
		return NULL;
	return &w->body->rows[c->first_write];
}

/* A number or an enumerator, as it is written. */
static bool constant_of(const struct walk *w, fn_id fn, u32 cell, operand written, u32 *out)
{
	const struct unit *u = w->program->functions[fn].unit;
	if (!value_class_of(w, cell))
		return false;
	if (operand_kind(written) == OPD_INT) {
		i64 value = u->ints[operand_index(written)];
		*out = (u32)value;
		return value >= 0 && value < PREMISE_NAME;
	}
	if (operand_kind(written) == OPD_NULL) {
		*out = 0;
		return true;
	}
	*out = w->body->cells[cell].name | PREMISE_NAME;
	return w->body->cells[cell].name && w->body->cells[cell].name < PREMISE_NAME;
}

/* A variable of which each write is seen, that is asked more than once, here or by a caller, and that holds no code: those have relations. */
static bool is_premise_cell(const struct walk *w, u32 cell)
{
	if (!value_is_followed(w, cell) || (w->asks[cell] < 2 && w->body->cells[cell].param == NONE))
		return false;
	struct str type = intern_get(&w->program->names, w->body->cells[cell].type);
	return !is_status_type(type) && !sounds_like_code(body_cell_name(w->program, w->body, cell));
}

static bool premise_of_compare(const struct walk *w, const struct body_row *r, struct premise *out)
{
	if (r->sub != OP_EQ && r->sub != OP_NE)
		return false;
	bool is_a = is_premise_cell(w, r->a);
	u32 value, constant = is_a ? r->b : r->a;
	if (!(is_a || is_premise_cell(w, r->b)) || constant == NONE || !constant_of(w, r->fn, constant, is_a ? r->row->b : r->row->a, &value))
		return false;
	*out = (struct premise){is_a ? r->a : r->b, value | (r->sub == OP_NE ? PREMISE_NOT : 0), 0};
	return true;
}

bool premise_of_branch(const struct walk *w, u32 row, enum value_class taken, struct premise *out)
{
	u32 cell = w->body->rows[row].a;
	bool is_false = taken == CLASS_ZERO, is_found = false;
	for (u32 i = 0; i < STEPS && !is_found; i++) {
		if (is_premise_cell(w, cell)) {
			*out = (struct premise){cell, PREMISE_NOT, 0};
			is_found = true;
			break;
		}
		const struct body_row *r = maker_of(w, cell);
		if (!r || r > &w->body->rows[row])
			return false;
		if (r->op == ROW_BINARY) {
			if (!premise_of_compare(w, r, out))
				return false;
			is_found = true;
		} else if (r->op == ROW_UNARY && r->sub == OP_NOT) {
			is_false = !is_false;
			cell = r->a;
		} else if ((r->op == ROW_UNARY || r->op == ROW_MOVE) && r->sub == OP_NONE) {
			cell = r->a;
		} else {
			return false;
		}
	}
	if (is_found && is_false)
		out->value ^= PREMISE_NOT;
	return is_found;
}

/* The call that a branch asks; *is_negated if the branch is true where its answer is false. NULL: something else. */
static const struct body_row *asked_call(const struct walk *w, u32 row, bool *is_negated)
{
	const struct body_row *r = maker_of(w, w->body->rows[row].a);
	*is_negated = false;
	for (u32 i = 0; i < STEPS && r && r->op == ROW_UNARY; i++) {
		*is_negated ^= r->sub == OP_NOT;
		r = r->sub == OP_NOT || r->sub == OP_NONE ? maker_of(w, r->a) : NULL;
	}
	return r && r->op == ROW_CALL && r < &w->body->rows[row] ? r : NULL;
}

static bool asks_same(const struct walk *w, const struct body_row *a, const struct body_row *b)
{
	if (a->fn != b->fn || a->a != b->a || a->arg_count != b->arg_count || !str_eq(body_row_name(w->program, a), body_row_name(w->program, b)))
		return false;
	for (u32 i = 0; i < a->arg_count; i++)
		if (w->body->args[a->first_arg + i] != w->body->args[b->first_arg + i])
			return false;
	return true;
}

/* The only branch that comes to a row, and nothing else does; NONE if there is none. */
static u32 branch_before(const struct walk *w, u32 row)
{
	u32 from = w->comes_from[row] && w->comes_from[row] != NONE ? w->comes_from[row] - 1 : NONE, to[EDGES];
	if (from == NONE || from >= row || w->body->rows[from].op != ROW_BRANCH)
		return NONE;
	for (u32 n = from == row - 1 ? 0 : body_edges(w->body, row - 1, false, to); n-- > 0;)
		if (to[n] == row && w->body->rows[row - 1].target != row)
			return NONE;
	return from;
}

enum value_class premise_of_complement(const struct walk *w, u32 row)
{
	bool is_negated, was_negated;
	const struct body_row *call = asked_call(w, row, &is_negated), *r = &w->body->rows[row];
	u32 at = call ? (u32)(call - w->body->rows) : NONE, before = call ? branch_before(w, at) : NONE;
	const struct body_row *first = before == NONE ? NULL : asked_call(w, before, &was_negated);
	if (!first || !asks_same(w, first, call))
		return CLASS_ANY;
	bool answer = (w->body->rows[before].target == at) != was_negated, is_true = answer != is_negated;
	/* Asked for the same again it is another try. */
	if ((is_true ? r->target : r->other) != row + 1)
		return CLASS_ANY;
	return is_true ? CLASS_NONZERO : CLASS_ZERO;
}

/* Of one variable: both can't be. Constants of different names are taken for different, a name and a number for neither. */
static bool contradicts(const struct walk *w, u32 a, u32 b)
{
	const u32 value = ~PREMISE_NOT;
	if ((a & PREMISE_NAME) != (b & PREMISE_NAME) || (a & b & PREMISE_NOT))
		return false;
	bool is_same = (a & value) == (b & value);
	if (!is_same && a & PREMISE_NAME) {
		struct intern *names = &w->program->names;
		is_same = str_eq(last_component(intern_get(names, a & value & ~PREMISE_NAME)), last_component(intern_get(names, b & value & ~PREMISE_NAME)));
	}
	return (a | b) & PREMISE_NOT ? is_same : !is_same;
}

/* None of the numbers that the one says is what the other says. */
static bool excludes(const struct walk *w, const struct premise *a, const struct premise *b)
{
	return contradicts(w, a->value, b->value) && (!a->other || contradicts(w, a->other - 1, b->value)) &&
	       (!b->other || (contradicts(w, a->value, b->other - 1) && (!a->other || contradicts(w, a->other - 1, b->other - 1))));
}

static bool is_contradicted(const struct walk *w, const struct premises *known, struct premise one)
{
	for (u32 i = 0; i < known->n; i++)
		if (known->at[i].cell == one.cell && excludes(w, &known->at[i], &one))
			return true;
	return false;
}

bool premise_assume(const struct walk *w, struct state *s, struct premise one)
{
	const struct fact *constants = state_find(s, CONSTANTS);
	if (constants && is_contradicted(w, &constants->premises, one))
		return false;
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		if (is_contradicted(w, &s->at[i].premises, one))
			continue;
		if (kept != i)
			s->at[kept] = s->at[i];
		premises_add(&s->at[kept++].premises, one);
	}
	s->n = kept;
	return true;
}

void premise_forget(struct state *s, u32 cell)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].premises.n)
			premises_drop(&s->at[i].premises, cell);
}

struct premises premise_of_params(const struct walk *w, const struct premises *of)
{
	struct premises out = {0};
	for (u32 i = 0; i < of->n; i++) {
		u32 cell = of->at[i].cell, param = w->body->cells[cell].param;
		if (param != NONE && !w->is_rewritten[cell])
			premises_add(&out, (struct premise){param, of->at[i].value, of->at[i].other});
	}
	return out;
}

/* The variable that is handed over as it is, or converted. */
static u32 handed_cell(const struct walk *w, u32 cell)
{
	for (u32 i = 0; i < STEPS; i++) {
		const struct body_row *r = maker_of(w, cell);
		if (!r || (r->op != ROW_MOVE && r->op != ROW_UNARY) || r->sub != OP_NONE)
			break;
		cell = r->a;
	}
	return is_premise_cell(w, cell) ? cell : NONE;
}

bool premise_at_call(const struct walk *w, u32 row, const struct premises *of_callee, const struct premises *here, struct premises *out)
{
	const struct body_row *r = &w->body->rows[row];
	out->n = 0;
	/* Python's arguments have been put in the order of parameters. */
	bool is_written = r->op == ROW_CALL && r->arg_count == r->row->arg_count && !program_is_python(w->program, r->fn);
	for (u32 i = 0; i < of_callee->n; i++) {
		u32 n = of_callee->at[i].cell, value;
		u32 arg = n < r->arg_count ? w->body->args[r->first_arg + n] : NONE;
		if (arg == NONE)
			continue;
		if (is_written && constant_of(w, r->fn, arg, w->program->functions[r->fn].unit->args[r->row->first_arg + n], &value)) {
			if (excludes(w, &of_callee->at[i], &(struct premise){n, value, 0}))
				return false;
			continue;
		}
		struct premise one = {handed_cell(w, arg), of_callee->at[i].value, of_callee->at[i].other};
		if (one.cell == NONE)
			continue;
		if (is_contradicted(w, here, one))
			return false;
		premises_add(out, one);
	}
	return true;
}
