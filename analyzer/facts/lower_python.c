/* Which names a Python function binds: they are its variables wherever in it they stand. What def and class do. */
#include "facts/lower_state.h"

static void local_bind(struct lower *l, const struct node *n, struct str type)
{
	bool again;
	u32 id = string_put(l, n->name);
	u32 bound = idmap_get(&l->fn->bound, id);
	if (id && (bound == NONE || bound == 0))
		var_declare(l, n->name, type, n->flags, n->at, &again);
}

static void target_bind(struct lower *l, const struct node *n)
{
	if (n->kind == NODE_NAME)
		local_bind(l, n, S(""));
	else if (n->kind == NODE_VAR)
		local_bind(l, n, n->type);
	else if (n->kind == NODE_LIST || n->kind == NODE_STAR)
		for (const struct node *c = n->child; c; c = c->next)
			target_bind(l, c);
}

static bool is_apart(const struct node *n)
{
	return n->kind == NODE_FUNCTION || n->kind == NODE_LAMBDA || n->kind == NODE_CLASS ||
	       n->kind == NODE_COMPREHENSION;
}

static void globals_bind(struct lower *l, const struct node *n, u32 depth)
{
	if (n->kind == NODE_GLOBAL && n->name.n)
		name_bind(l, string_put(l, n->name), 0);
	for (const struct node *c = n->child; c && !is_apart(n) && depth < TREE_DEPTH; c = c->next)
		globals_bind(l, c, depth + 1);
}

static void names_bind(struct lower *l, const struct node *n, u32 depth)
{
	if ((n->kind == NODE_ASSIGN || n->kind == NODE_FOREACH) && n->child)
		target_bind(l, n->child);
	else if (n->kind == NODE_VAR || n->kind == NODE_CATCH || n->kind == NODE_FUNCTION || n->kind == NODE_CLASS)
		local_bind(l, n, n->kind == NODE_VAR || n->kind == NODE_CATCH ? n->type : S(""));
	for (const struct node *c = n->child; c && !is_apart(n) && depth < TREE_DEPTH; c = c->next)
		names_bind(l, c, depth + 1);
}

void python_locals(struct lower *l, const struct node *body)
{
	globals_bind(l, body, 0);
	names_bind(l, body, 0);
}

/* Decorators, and default arguments, run where the function is defined. */
struct decorators python_decorators(struct lower *l, const struct node *n)
{
	struct decorators d = {0};
	for (const struct node *c = n->child; c; c = c->next)
		if (c->kind == NODE_DECORATOR)
			vec_push(l->arena, &d.list, lower_expr(l, c));
		else if (c->kind == NODE_PARAM && c->child)
			lower_expr(l, c->child);
	return d;
}

struct row *python_define(struct lower *l, const struct node *n, operand dst, operand value, const struct decorators *d)
{
	struct row *r = row_add(l, ROW_DEFINE, n);
	r->dst = dst;
	r->a = value;
	r->name = string_put(l, n->name);
	r->first_arg = l->b->args.n;
	r->arg_count = d->list.n;
	for (u32 i = 0; i < d->list.n; i++) {
		vec_push(l->arena, &l->b->args, d->list.at[i]);
		vec_push(l->arena, &l->b->arg_names, 0);
	}	return r;
}

/* A string by itself, first of all. */
u32 python_doc(struct lower *l, const struct node *body)
{
	const struct node *first = body ? body->child : NULL;
	if (!first || first->kind != NODE_EXPR || !first->child || first->child->kind != NODE_STRING)
		return 0;
	operand text = lower_expr(l, first->child);
	return operand_kind(text) == OPD_STRING ? operand_index(text) : 0;
}

/* The class whose method this is, or is around it, if `name` is its object there. */
static u32 class_of_self(const struct lower *l, struct str name)
{
	for (const struct building *fn = l->fn; fn; fn = fn->outer) {
		const struct function *f = &l->b->functions.at[fn->index];
		if (f->kind == FN_METHOD)
			return fn->vars.n && str_eq(string_get(l, fn->vars.at[0].name), name) ? f->cls : 0;
	}
	return 0;
}

void python_annotate(struct lower *l, const struct node *n)
{
	const struct node *target = n->kind == NODE_ASSIGN ? n->child : NULL;
	struct field f = {.name = string_put(l, n->name), .type = string_put(l, n->type), .at = n->at};
	if (target) {
		if (target->kind != NODE_MEMBER || !target->child || target->child->kind != NODE_NAME)
			return;
		f.cls = class_of_self(l, target->child->name);
		f.name = string_put(l, target->name);
		f.at = target->at;
	}
	if (f.type && (f.cls || !target))
		vec_push(l->arena, &l->b->fields, f);
}
