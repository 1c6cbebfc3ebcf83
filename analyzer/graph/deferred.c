#include "graph/deferred.h"

#include "graph/program.h"

enum { HANDED_ON = 4 }; /* macros in macros */

static bool is_param(const struct unit *u, operand o, u32 param)
{
	if (operand_kind(o) == OPD_PLACE)
		o = u->places[operand_index(o)].base;
	return o == OPERAND(OPD_VAR, param);
}

bool deferred_uses(const struct unit *u, const struct function *f, const struct row *row, u32 param)
{
	if (is_param(u, row->dst, param) || is_param(u, row->a, param) || is_param(u, row->b, param) || (row->name && row->name == u->vars[f->first_var + param].name))
		return true;
	for (u32 i = 0; i < row->arg_count; i++)
		if (is_param(u, u->args[row->first_arg + i], param))
			return true;
	return false;
}

u32 deferred_handed_on(const struct unit *u, const struct row *row, u32 param)
{
	u32 found = NONE;
	for (u32 i = 0; i < row->arg_count && row->op == ROW_CALL; i++)
		if (u->args[row->first_arg + i] == OPERAND(OPD_VAR, param))
			found = found == NONE ? i : NONE - 1;
	return found == NONE - 1 ? NONE : found;
}

static bool is_macro(const struct program *p, struct call_target t)
{
	for (u32 i = 0; i < t.n; i++)
		if (p->functions[t.at[i]].f->kind != FN_MACRO)
			return false;
	return t.n && t.n <= TARGETS;
}

/* Rows that one after the other make a value, and nothing else. */
static bool is_straight(const struct row *r)
{
	return r->op == ROW_CALL || r->op == ROW_UNARY || r->op == ROW_BINARY || (r->op == ROW_MOVE && operand_kind(r->dst) == OPD_TEMP);
}

enum used { USED_NEVER, USED_FIRST, USED_LATE }; /* USED_FIRST: before anything else is done */

static enum used use_of(struct program *p, fn_id macro, u32 param, u32 depth);

static enum used use_in_all(struct program *p, struct call_target t, u32 param, u32 depth)
{
	enum used found = USED_FIRST;
	for (u32 i = 0; i < t.n; i++) {
		enum used one = use_of(p, t.at[i], param, depth);
		if (one == USED_NEVER)
			return USED_NEVER;
		if (one == USED_LATE)
			found = USED_LATE;
	}
	return found;
}

/* How a macro uses its parameter, once and on every way; else USED_NEVER. */
static enum used use_of(struct program *p, fn_id macro, u32 param, u32 depth)
{
	const struct fn *fn = &p->functions[macro];
	const struct unit *u = fn->unit;
	const struct function *f = fn->f;
	if (param >= f->param_count || u->vars[f->first_var + param].flags & NF_VARIADIC || depth > HANDED_ON)
		return USED_NEVER;
	for (u32 i = 0; i < u->n_functions; i++) /* a lambda may use it as well */
		if (u->functions[i].parent == (u32)(f - u->functions))
			return USED_NEVER;
	enum used found = USED_NEVER;
	bool does_something = false, branches = false;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		const struct row *r = &u->rows[i];
		if (deferred_uses(u, f, r, param)) {
			if (found != USED_NEVER || branches)
				return USED_NEVER;
			found = does_something ? USED_LATE : USED_FIRST;
			u32 arg = deferred_handed_on(u, r, param);
			struct call_target t = arg == NONE ? (struct call_target){0} : program_resolve(p, macro, r, unit_text(u, r->name));
			enum used below = is_macro(p, t) ? use_in_all(p, t, arg, depth + 1) : USED_FIRST;
			if (below == USED_NEVER)
				return USED_NEVER;
			if (below == USED_LATE)
				found = USED_LATE;
		}
		does_something |= r->op == ROW_CALL || r->op == ROW_LAUNCH;
		branches |= r->op == ROW_BRANCH || r->op == ROW_ALT || r->op == ROW_JUMP || r->op == ROW_RETURN;
	}
	return found;
}

/* The rows that make a value, back from the call: each feeds one behind it. */
static u32 first_of(const struct frame *f, u32 unit_row, operand value)
{
	const struct unit *u = f->unit;
	u32 first = unit_row;
	bool has_value = false;
	for (u32 i = unit_row; i-- > f->f->first_row;) {
		const struct row *r = &u->rows[i];
		bool feeds = r->dst == value && value;
		for (u32 k = i + 1; k < unit_row && !feeds; k++) {
			const struct row *later = &u->rows[k];
			feeds = operand_kind(r->dst) == OPD_TEMP && (later->a == r->dst || later->b == r->dst);
			for (u32 n = 0; n < later->arg_count && !feeds; n++)
				feeds = operand_kind(r->dst) == OPD_TEMP && u->args[later->first_arg + n] == r->dst;
		}
		if (!is_straight(r) || operand_kind(r->dst) != OPD_TEMP || !feeds)
			break;
		has_value |= r->dst == value;
		first = i;
	}
	return has_value ? first : unit_row;
}

bool deferred_argument(struct program *p, const struct frame *f, u32 unit_row, u32 *first, u32 *arg)
{
	const struct unit *u = f->unit;
	const struct row *row = &u->rows[unit_row];
	u32 temp = NONE;
	for (u32 i = 0; i < row->arg_count && row->op == ROW_CALL; i++)
		if (operand_kind(u->args[row->first_arg + i]) == OPD_TEMP)
			temp = temp == NONE ? i : NONE - 1;
	if (temp >= NONE - 1 || unit_row == f->f->first_row || u->rows[unit_row - 1].dst != u->args[row->first_arg + temp] || u->rows[unit_row - 1].op != ROW_CALL)
		return false;
	struct call_target t = program_resolve(p, f->fn, row, unit_text(u, row->name));
	if (!is_macro(p, t) || use_in_all(p, t, temp, 0) != USED_LATE)
		return false;
	*first = first_of(f, unit_row, u->args[row->first_arg + temp]);
	*arg = temp;
	return *first < unit_row;
}
