/* Assignments, variables and their initialisers, lists. */
#include "facts/lower_state.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_ITEMS = 64 }; /* literals behind these in a list say nothing that is worth a row */

u32 key_text(struct lower *l, const struct node *n)
{
	bool is_number;
	i64 value = node_int(n, &is_number);
	if (n->kind == NODE_STRING && key_is_slice(n->name))
		return 0;
	if (n->kind == NODE_NAME || n->kind == NODE_STRING || (n->kind == NODE_INT && n->name.n))
		return string_put(l, n->name);
	if (!is_number)
		return 0;
	char text[24];
	snprintf(text, sizeof text, "%lld", (long long)value);
	return string_put(l, str_of(text));
}

static operand element(struct lower *l, operand base, u32 index)
{
	char text[12];
	snprintf(text, sizeof text, "%u", index);
	return place_step(l, base, STEP_ELEMENT, string_put(l, str_of(text)));
}

/* Where an assignment to n writes. Something that is no variable and no place is a reference that a call gave. */
static operand target_lower(struct lower *l, const struct node *n)
{
	if (n->kind == NODE_NAME && l->fn->class_body)
		return place_step(l, OPERAND(OPD_GLOBAL, l->fn->class_body), STEP_FIELD, string_put(l, n->name));
	operand to = n->kind == NODE_VAR ? lower_var(l, n) : lower_expr(l, n);
	switch (operand_kind(to)) {
	case OPD_VAR:
	case OPD_CAPTURED:
	case OPD_GLOBAL:
	case OPD_PLACE: return to;
	case OPD_NONE: return place_step(l, OPERAND(OPD_UNKNOWN, 0), STEP_DEREF, 0);
	default: return place_step(l, to, STEP_DEREF, 0);
	}
}

static void item_into(struct lower *l, const struct node *item, operand to, struct str type)
{
	if (item->kind == NODE_LIST && item->child)
		lower_list_into(l, item, to, type);
	else if (item->kind != NODE_NONE)
		move_add(l, item, to, lower_expr(l, item), RF_INITIALISER);
}

void lower_list_into(struct lower *l, const struct node *list, operand base, struct str type)
{
	const char *bracket = type.n ? memchr(type.p, '[', type.n) : NULL;
	struct str inner = bracket ? (struct str){type.p, (size_t)(bracket - type.p)} : S("");
	u32 cls = type.n && !bracket ? class_find(l, type) : 0, i = 0;
	for (const struct node *item = list->child; item; item = item->next, i++) {
		const struct node *value = item;
		operand to;
		if (i >= SHOWN_ITEMS && node_is_literal(item))
			continue;
		u32 field = cls ? class_field(l, cls, i) : 0;
		if (item->kind == NODE_PAIR && node_child(item, 1)) {
			value = node_child(item, 1);
			bool is_field = !l->is_python && item->child->kind == NODE_NAME;
			if (!is_field)
				lower_expr(l, item->child);
			to = place_step(l, base, is_field ? STEP_FIELD : STEP_ELEMENT, key_text(l, item->child));
		} else if (field) {
			to = place_step(l, base, STEP_FIELD, field);
		} else {
			to = element(l, base, i);
		}
		item_into(l, value, to, inner);
	}
}

operand lower_list(struct lower *l, const struct node *n)
{
	if (!n->child)
		return OPERAND(OPD_UNKNOWN, 0);
	operand list = temp_new(l);
	move_add(l, n, list, OPERAND(OPD_UNKNOWN, 0), 0);
	lower_list_into(l, n, list, S(""));
	return list;
}

/* A constructor call as initialiser names the variable's own type. */
static bool constructs(const struct node *var, const struct node *init)
{
	if (init->kind != NODE_CALL || !init->child || init->child->kind != NODE_NAME || !var->type.n)
		return false;
	return str_eq(name_last(init->child->name), name_last(name_plain(var->type)));
}

static void list_init(struct lower *l, const struct node *var, const struct node *list, operand dst)
{
	bool is_scalar = !type_is_class(l, var->type, 0) && !class_find(l, var->type);
	if (!list->child && is_scalar)
		move_add(l, var, dst, int_operand(l, 0), RF_INITIALISER);
	else if (!list->child)
		lower_default_construct(l, var, dst, var->type);
	else if (is_scalar && !list->child->next && list->child->kind != NODE_PAIR && list->child->kind != NODE_LIST)
		move_add(l, var, dst, lower_expr(l, list->child), RF_INITIALISER);
	else
		lower_list_into(l, list, dst, var->type);
}

void lower_init(struct lower *l, const struct node *var, operand dst)
{
	const struct node *init = var->child;
	if (!init || init->kind == NODE_NONE)
		return;
	if (constructs(var, init))
		lower_call(l, init, RF_CONSTRUCT, dst);
	else if (init->kind == NODE_LIST && !l->is_python)
		list_init(l, var, init, dst);
	else
		move_add(l, var, dst, lower_expr(l, init), RF_INITIALISER);
}

static void destroy_later(struct lower *l, const struct node *n, operand variable)
{
	struct scope *s = scope_push(l, SCOPE_DESTROY, n);
	s->value = variable;
	s->name = string_put(l, n->type);
}

static bool is_destroyed(const struct lower *l, const struct node *n)
{
	return l->fn != l->file && !l->is_python && type_is_class(l, n->type, n->flags);
}

/* The variable of a loop over a range. */
static void variable_assign(struct lower *l, const struct node *n, operand value)
{
	bool is_again;
	operand dst = var_declare(l, n->name, n->type, n->flags, n->at, &is_again);
	move_add(l, n, dst, value, RF_INITIALISER);
	if (is_destroyed(l, n) && !is_again)
		destroy_later(l, n, dst);
}

void lower_assign_to(struct lower *l, const struct node *target, operand value, const struct node *n)
{
	if (target->kind == NODE_LIST) {
		u32 i = 0;
		for (const struct node *item = target->child; item; item = item->next)
			lower_assign_to(l, item, element(l, value, i++), n);
	} else if (target->kind == NODE_STAR && target->child) {
		lower_assign_to(l, target->child, value, n);
	} else if (target->kind == NODE_VAR) {
		variable_assign(l, target, value);
	} else {
		operand dst = target_lower(l, target);
		move_add(l, n, dst, value, l->is_python && target->kind == NODE_INDEX ? RF_INPLACE : 0);
	}
}

operand lower_assign(struct lower *l, const struct node *n)
{
	const struct node *target = n->child, *from = node_child(n, 1);
	if (!from)
		return OPERAND(OPD_UNKNOWN, 0);
	if (n->type.n)
		python_annotate(l, n);
	if (from->kind == NODE_NONE)
		return OPERAND(OPD_UNKNOWN, 0);
	operand value = lower_expr(l, from);
	if (target->kind == NODE_LIST) {
		lower_assign_to(l, target, value, n);
		return value;
	}
	operand dst = target_lower(l, target);
	bool in_place = l->is_python && (n->op != OP_NONE || target->kind == NODE_INDEX);
	move_add(l, n, dst, value, in_place ? RF_INPLACE : 0)->sub = n->op;
	return dst;
}

/* Of a function of this file: what all of that name give, if it is one type. */
static struct str result_of(const struct lower *l, struct str name)
{
	u32 id = intern_find(&l->b->strings, name_last(name)), result = 0;
	for (u32 i = 0; i < l->b->functions.n && id != NONE; i++) {
		const struct function *f = &l->b->functions.at[i];
		if (f->name != id || (f->kind != FN_FUNCTION && f->kind != FN_METHOD))
			continue;
		if (result && f->result != result)
			return S("");
		result = f->result;
	}
	for (u32 i = 0; i < l->b->prototypes.n && id != NONE; i++) {
		if (l->b->prototypes.at[i].name != id)
			continue;
		if (result && l->b->prototypes.at[i].result != result)
			return S("");
		result = l->b->prototypes.at[i].result;
	}
	return result ? string_get(l, result) : S("");
}

/* `auto x = make_guard();`, `auto x = Guard(s);`: the class, if it is one of this file; else empty. */
static struct str deduced(const struct lower *l, const struct node *n)
{
	const struct node *callee = n->child && n->child->kind == NODE_CALL ? n->child->child : NULL;
	if (l->is_python || !callee || callee->kind != NODE_NAME || n->flags & (NF_REF | NF_STATIC) || (n->type.n && !str_is(n->type, "auto")))
		return S("");
	struct str type = class_find(l, callee->name) ? callee->name : result_of(l, callee->name);
	return type.n && class_find(l, type) && type_is_class(l, type, 0) ? type : S("");
}

/* In arms of an #if one variable may be several constants: then it is none. */
static void var_is(struct lower *l, const struct node *n, operand dst, bool is_again)
{
	struct var *v = &l->fn->vars.at[operand_index(dst)];
	operand value = constant_of(l, n);
	v->value = !is_again || v->value == value ? value : OPERAND(OPD_NONE, 0);
}

operand lower_var(struct lower *l, const struct node *n)
{
	struct str type = deduced(l, n);
	if (type.n) {
		struct node *told = arena_new(l->arena, struct node); /* its scope points to it until the function ends */
		*told = *n;
		told->type = type;
		return lower_var(l, told);
	}
	bool is_again, has_init = n->child && n->child->kind != NODE_NONE;
	if (l->fn->class_body) {
		operand cls = OPERAND(OPD_GLOBAL, l->fn->class_body);
		operand field = place_step(l, cls, STEP_FIELD, string_put(l, n->name));
		lower_init(l, n, field);
		return field;
	}
	operand dst = var_declare(l, n->name, n->type, n->flags, n->at, &is_again);
	if (l->fn == l->file && (l->is_python || operand_kind(dst) == OPD_GLOBAL))
		python_annotate(l, n);
	if (l->fn == l->file)
		constant_collect(l, n, 0);
	else if (operand_kind(dst) == OPD_VAR && !l->is_python)
		var_is(l, n, dst, is_again);
	bool is_class = is_destroyed(l, n);
	if (has_init)
		lower_init(l, n, dst);
	else if (is_class)
		lower_default_construct(l, n, dst, n->type);
	if (is_class && !is_again)
		destroy_later(l, n, dst);
	return dst;
}
