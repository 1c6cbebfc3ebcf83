/* Calls, launches and construction. */
#include "facts/lower_state.h"

#include <strings.h>

struct arguments {
	VEC(operand) values;
	VEC(u32) names;
	bool has_lambda;
};

static struct str last_identifier(const struct node *n);

/* A statement that is given to a macro and leaves: CHECK(x, return false), CHECK(x, abort()). The macro decides whether it runs. */
static bool leaves(const struct node *n)
{
	static const char *const ends[] = {"abort", "exit", "_exit", "quick_exit", "terminate"};
	switch (n->kind) {
	case NODE_RETURN: case NODE_BREAK: case NODE_CONTINUE: case NODE_GOTO: case NODE_THROW:
		return true;
	case NODE_BLOCK: case NODE_OPAQUE: case NODE_EXPR: case NODE_STMT_EXPR:
		for (const struct node *c = n->child; c; c = c->next)
			if (leaves(c))
				return true;
		return false;
	case NODE_CALL:
		for (u32 i = 0; n->child && i < COUNT(ends); i++)
			if (n->child->kind == NODE_NAME && str_is(last_identifier(n->child), ends[i]))
				return true;
		return false;
	default:
		return false;
	}
}

static void argument_add(struct lower *l, struct arguments *args, const struct node *n)
{
	u32 name = 0;
	/* T{.field = value} */
	if (!l->is_python && n->kind == NODE_PAIR && node_child(n, 1) && n->child->kind == NODE_NAME) {
		name = string_put(l, n->child->name);
		n = node_child(n, 1);
	} else if (n->kind == NODE_KEYWORD)
		name = n->name.n ? string_put(l, n->name) : string_put(l, S("**"));
	else if (n->kind == NODE_STAR)
		name = string_put(l, S("*"));
	else if (!l->is_python && n->kind != NODE_NONE)
		name = comment_name(l, n->begin);
	bool is_statement = !l->is_python && leaves(n);
	operand value = is_statement ? OPERAND(OPD_FUNCTION, lower_statement_argument(l, n)) : lower_expr(l, n);
	args->has_lambda |= is_statement || (n->kind == NODE_KEYWORD && n->child ? n->child : n)->kind == NODE_LAMBDA;
	if (operand_kind(value) == OPD_NONE && n->kind != NODE_NONE)
		value = OPERAND(OPD_UNKNOWN, 0);
	vec_push(l->arena, &args->values, value);
	vec_push(l->arena, &args->names, name);
}

static void arguments_lower(struct lower *l, struct arguments *args, const struct node *list)
{
	for (const struct node *n = list; n; n = n->next)
		argument_add(l, args, n);
}

/* Calls inside the arguments have added theirs by now, so a row's arguments stay together. */
static void arguments_put(struct lower *l, struct row *r, const struct arguments *args)
{
	r->first_arg = l->b->args.n;
	r->arg_count = args->values.n;
	for (u32 i = 0; i < args->values.n; i++) {
		vec_push(l->arena, &l->b->args, args->values.at[i]);
		vec_push(l->arena, &l->b->arg_names, args->names.at[i]);
	}
}

static struct str last_identifier(const struct node *n)
{
	for (; n; n = n->child)
		if (n->kind == NODE_NAME)
			return name_last(n->name);
		else if (n->kind == NODE_MEMBER)
			return n->name;
		else if (n->kind != NODE_INDEX && n->kind != NODE_UNARY && n->kind != NODE_CAST)
			break;
	return S("");
}

struct callee {
	operand value;
	u32 name, flags;
};

static struct callee callee_lower(struct lower *l, const struct node *n)
{
	struct callee c = {0};
	/* run.operator()<float>(x): the variable is called, by the only spelling that names the arguments of a template. */
	if (n->kind == NODE_MEMBER && !(n->flags & NF_ARROW) && n->child && n->child->kind == NODE_NAME && str_starts(n->name, "operator()"))
		n = n->child;
	struct str last = last_identifier(n);
	if (n->kind == NODE_NAME) {
		c.value = name_operand(l, n->name);
		if (operand_kind(c.value) == OPD_GLOBAL)
			c.value = 0;
		c.name = string_put(l, c.value ? last : n->name);
	} else if (n->kind == NODE_MEMBER && n->child) {
		bool through = n->child->kind == NODE_UNARY && n->child->op == OP_ADDR && n->child->child;
		c.value = lower_expr(l, through ? n->child->child : n->child);
		c.name = string_put(l, n->name);
		c.flags = RF_MEMBER | (n->flags & NF_ARROW && !through ? RF_ARROW : 0);
	} else if (n->kind != NODE_NONE) {
		c.value = lower_expr(l, n);
		c.name = string_put(l, last);
	}
	if ((c.flags & RF_MEMBER || !c.name) && operand_kind(c.value) == OPD_NONE)
		c.value = OPERAND(OPD_UNKNOWN, 0);
	if (str_is_shouted(last))
		c.flags |= RF_MACRO_LIKE;
	return c;
}

/* Calls whose value is their first argument: branch hints, the casts of the standard library, T(x) of a scalar T. */
static bool hands_on(struct str name, u32 count)
{
	struct str last = name_last(name);
	static const char *const hints[] = {"likely", "unlikely"};
	for (u32 i = 0; i < COUNT(hints); i++) {
		struct str hint = str_of(hints[i]);
		if (last.n >= hint.n && !strncasecmp(last.p + last.n - hint.n, hint.p, hint.n))
			return true;
	}
	return str_is(name, "__builtin_expect") || str_is(name, "std::move") || str_is(name, "std::forward") ||
	       (count == 1 && name_is_scalar(last));
}

/* In a constructor, a call of a base or of the class itself constructs this object. */
static bool constructs_this(const struct lower *l, u32 name)
{
	const struct function *f = &l->b->functions.at[l->fn->index];
	if (!(f->flags & NF_CTOR) || !f->cls || l->is_python)
		return false;
	struct str plain = name_last(string_get(l, name));
	if (str_eq(plain, name_last(string_get(l, f->cls))))
		return true;
	for (u32 i = idmap_get(&l->bases, f->cls); i < l->b->bases.n && l->b->bases.at[i].cls == f->cls; i++)
		if (str_eq(plain, name_last(string_get(l, l->b->bases.at[i].base))))
			return true;
	return false;
}

static bool reads_last_error(struct str name) { return str_ends(name, "GetLastError") || str_ends(name, "PeekAtLastError"); }

operand lower_call(struct lower *l, const struct node *n, u32 flags, operand dst)
{
	static const struct node nothing = {.kind = NODE_NONE};
	const struct node *callee = n->child ? n->child : &nothing;
	struct callee c = callee_lower(l, callee);
	struct arguments args = {0};
	arguments_lower(l, &args, callee->next);
	if (flags & RF_DISCARDED && !c.value && constructs_this(l, c.name)) {
		flags = RF_CONSTRUCT;
		dst = OPERAND(OPD_THIS, 0);
	}
	if (!(flags & (RF_DISCARDED | RF_VOID_CAST)) && operand_kind(dst) == OPD_NONE)
		dst = temp_new(l);
	u32 unwind = unwind_label(l);
	operand special = c.value || l->is_python || !str_has(string_get(l, c.name), "::") ? 0 : special_of_call(l, n->at);
	struct row *r = row_add(l, ROW_CALL, n);
	r->dst = dst;
	r->a = c.value;
	r->b = special;
	r->name = c.name;
	r->flags = (u16)(c.flags | flags | (args.has_lambda ? RF_CALLED_HERE : 0));
	r->unwind = unwind;
	bool is_away = flags & (RF_DISCARDED | RF_VOID_CAST);
	if (is_away ? comment_explains(l, n->begin, n->end) : reads_last_error(string_get(l, c.name)) && comment_tells_of_older(l, n->begin, n->end))
		r->flags |= RF_EXPLAINED;
	arguments_put(l, r, &args);
	if (!l->fn->is_copy)
		l->b->functions.at[l->fn->index].calls++;
	bool passes = !l->is_python && dst && args.values.n && !c.value && hands_on(string_get(l, c.name), args.values.n);
	return passes ? args.values.at[0] : dst;
}

void lower_launch(struct lower *l, const struct node *n)
{
	if (!n->child)
		return;
	struct callee c = callee_lower(l, n->child);
	struct arguments args = {0};
	arguments_lower(l, &args, n->child->next);
	while (args.values.n < 4) {
		vec_push(l->arena, &args.values, 0);
		vec_push(l->arena, &args.names, 0);
	}
	struct row *r = row_add(l, ROW_LAUNCH, n);
	r->a = c.value;
	r->name = c.name;
	r->flags = (u16)c.flags;
	arguments_put(l, r, &args);
	if (!l->fn->is_copy)
		l->b->functions.at[l->fn->index].launches++;
}

static void construct_add(struct lower *l, const struct node *n, operand dst, struct str type,
                          const struct arguments *args)
{
	u32 unwind = unwind_label(l);
	struct row *r = row_add(l, ROW_CALL, n);
	r->dst = dst;
	r->name = string_put(l, name_plain(type));
	r->flags = RF_CONSTRUCT;
	r->unwind = unwind;
	arguments_put(l, r, args);
}

operand lower_new(struct lower *l, const struct node *n)
{
	struct arguments args = {0};
	arguments_lower(l, &args, n->child);
	if (!type_is_class(l, n->type, 0)) {
		/* new cudaGraphExec_t{exec}: what the handle names is kept where the pointer points. */
		if (args.values.n == 1 && operand_kind(args.values.at[0]) == OPD_VAR && !l->is_python)
			move_add(l, n, place_step(l, OPERAND(OPD_UNKNOWN, 0), STEP_DEREF, 0), args.values.at[0], 0);
		return OPERAND(OPD_UNKNOWN, 0);
	}
	operand dst = temp_new(l);
	construct_add(l, n, dst, n->type, &args);
	return dst;
}

void lower_default_construct(struct lower *l, const struct node *n, operand dst, struct str type)
{
	struct arguments none = {0};
	construct_add(l, n, dst, type, &none);
}
