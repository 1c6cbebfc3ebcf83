#include "graph/constant.h"

#include "graph/link.h"

struct named {
	u32 file;
	const struct constant *constant;
};

struct constants {
	VEC(struct named) list;
	struct lists by_name; /* name id -> index in list */
};

void link_constants(struct program *p)
{
	pair_list pairs = {0};
	struct constants *c = p->link->constants = arena_new(p->arena, struct constants);
	for (u32 file = 0; file < p->file_count; file++)
		for (u32 i = 0; i < p->units[file].n_constants; i++) {
			struct named n = {file, &p->units[file].constants[i]};
			struct pair pair = {intern_put(&p->names, unit_text(&p->units[file], n.constant->name)), c->list.n};
			vec_push(p->arena, &c->list, n);
			vec_push(p->arena, &pairs, pair);
		}
	lists_pack(p->arena, &c->by_name, pairs.at, pairs.n, p->names.texts.n);
}

/* A::B::c: is A::B where it is declared? Namespaces are not kept, so of them everything may be meant. */
static bool may_mean(const struct program *p, const struct named *n, struct str name, struct str cls)
{
	struct str owner = last_component(unit_text(&p->units[n->file], n->constant->cls)), last = last_component(name);
	if (cls.n)
		return str_eq(owner, last_component(cls));
	if (last.n == name.n || !owner.n)
		return !owner.n;
	return str_eq(owner, last_component((struct str){name.p, name.n - last.n - 2}));
}

static bool name_value(const struct program *p, u32 file, struct str name, struct str cls, i64 *value)
{
	const struct constants *c = p->link->constants;
	u32 id = c ? intern_find(&p->names, last_component(name)) : NONE, found = 0;
	if (id == NONE || id >= c->by_name.keys)
		return false;
	for (u32 i = c->by_name.start[id]; i < c->by_name.start[id + 1]; i++) {
		const struct named *n = &c->list.at[c->by_name.at[i]];
		const struct unit *u = &p->units[n->file];
		if (n->constant->is_of_template ? n->file != file : !may_mean(p, n, name, cls) || !program_includes(p, file, n->file))
			continue;
		if (operand_kind(n->constant->value) != OPD_INT)
			return false;
		i64 here = u->ints[operand_index(n->constant->value)];
		if (found++ && here != *value)
			return false;
		*value = here;
	}
	return found;
}

static bool var_value(const struct unit *u, const struct function *f, u32 var, i64 *value)
{
	operand o = u->vars[f->first_var + var].value;
	if (var < f->param_count || operand_kind(o) != OPD_INT)
		return false;
	*value = u->ints[operand_index(o)];
	return true;
}

/* Later declarations hide earlier ones. */
static u32 find_var(const struct unit *u, const struct function *f, struct str name)
{
	for (u32 i = f->var_count; i-- > 0;)
		if (str_eq(unit_text(u, u->vars[f->first_var + i].name), name))
			return i;
	return NONE;
}

/* A name of several variables of one function means one of them. */
static bool is_only_var(const struct unit *u, const struct function *f, u32 var)
{
	for (u32 i = 0; i < var; i++)
		if (u->vars[f->first_var + i].name == u->vars[f->first_var + var].name)
			return false;
	return true;
}

static bool free_value(const struct program *p, const struct frame *f, struct str name, i64 *value)
{
	for (const struct frame *user = f->user; user; user = user->user) {
		u32 var = find_var(user->unit, user->f, name);
		if (var != NONE)
			return is_only_var(user->unit, user->f, var) && var_value(user->unit, user->f, var, value);
	}
	for (u32 outer = f->f->parent; outer != NONE; outer = f->unit->functions[outer].parent) {
		const struct function *of = &f->unit->functions[outer];
		u32 var = find_var(f->unit, of, name);
		if (var != NONE)
			return is_only_var(f->unit, of, var) && var_value(f->unit, of, var, value);
	}
	return name_value(p, p->functions[f->fn].file, name, S(""), value);
}

/* What an operand in a frame is, if that is one number. O(declarations of the name). */
static bool constant_value(const struct program *p, const struct frame *f, operand o, i64 *value)
{
	u32 i = operand_index(o);
	switch (operand_kind(o)) {
	case OPD_INT:
		*value = f->unit->ints[i];
		return true;
	case OPD_VAR:
		return var_value(f->unit, f->f, i, value);
	case OPD_CAPTURED:
	case OPD_GLOBAL:
		return free_value(p, f, unit_text(f->unit, i), value);
	case OPD_PLACE: {
		const struct place *place = &f->unit->places[i];
		bool is_member = operand_kind(place->base) == OPD_THIS && place->kinds[0] == STEP_FIELD && place->kinds[1] == STEP_END && f->f->cls;
		return is_member && name_value(p, p->functions[f->fn].file, unit_text(f->unit, place->names[0]), unit_text(f->unit, f->f->cls), value);
	}
	default:
		return false;
	}
}

static bool compare(enum op op, i64 a, i64 b, bool *is_true)
{
	switch (op) {
	case OP_EQ: *is_true = a == b; return true;
	case OP_NE: *is_true = a != b; return true;
	case OP_LT: *is_true = a < b; return true;
	case OP_LE: *is_true = a <= b; return true;
	case OP_GT: *is_true = a > b; return true;
	case OP_GE: *is_true = a >= b; return true;
	default: return false;
	}
}

bool constant_condition(const struct program *p, const struct frame *f, u32 unit_row, bool *is_true)
{
	const struct row *row = &f->unit->rows[unit_row], *before = row - 1;
	i64 a, b;
	/* Loops are left alone: one that never ends is no jump ahead. */
	if (row->op != ROW_BRANCH || row->flags & RF_LOOP || p->files[p->functions[f->fn].file].language == LANG_PYTHON)
		return false;
	if (operand_kind(row->a) == OPD_TEMP)
		return unit_row > f->f->first_row && before->op == ROW_BINARY && before->dst == row->a && constant_value(p, f, before->a, &a) &&
		       constant_value(p, f, before->b, &b) && compare((enum op)before->sub, a, b, is_true);
	if (!constant_value(p, f, row->a, &a))
		return false;
	*is_true = a;
	return true;
}
