/* Calls, casts spelled as calls, and what the grammar takes for a function declaration. */
#include <ctype.h>

#include "parse/cuda.h"

/* The first byte that is no space, from `at` on in steps of `by`. */
static char byte_near(const struct cuda *c, u32 at, int by)
{
	while (at < c->parsed.text.n && isspace((u8)c->parsed.text.p[at]))
		at += (u32)by;
	return at < c->parsed.text.n ? c->parsed.text.p[at] : 0;
}

static bool is_between(char b) { return b == ',' || isspace((u8)b); }

/* An error that stands where an argument should: a type, an operator, a keyword. The grammar may take a comma beside it for a part of it. */
static bool is_whole_argument(const struct cuda *c, const struct syn *s)
{
	u32 begin = s->begin, end = s->end;
	while (begin < end && is_between(c->parsed.text.p[begin]))
		begin++;
	while (begin < end && is_between(c->parsed.text.p[end - 1]))
		end--;
	if (begin == end)
		return false;
	char before = begin ? byte_near(c, begin - 1, -1) : 0, after = byte_near(c, end, 1);
	return (before == ',' || before == '(') && (after == ',' || after == ')');
}

/* A declaration that the preparation put in braces: M(T x = f()) declares x for what follows, too. NULL if it is none.
 */
static struct node *declared(struct cuda *c, const struct syn *s)
{
	const struct syn *first = syn_first(s);
	bool is_ours = cuda_place(c, s->begin) == cuda_place(c, s->begin + 1);
	if (!is_ours || !first || syn_next(first) || first->kind != SYN_DECLARATION)
		return NULL;
	struct node *block = cuda_node(c, NODE_BLOCK, s);
	struct node_list list = cuda_list(block);
	cuda_variables(c, &list, first);
	return block->child && block->child == list.last && block->child->kind == NODE_VAR ? block->child : NULL;
}

void cuda_arguments(struct cuda *c, struct node_list *to, const struct syn *s)
{
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (cuda_is_expr(s->kind)) {
			struct node *var = s->kind == SYN_COMPOUND ? declared(c, s) : NULL;
			node_list_add(to, var ? var : cuda_expr(c, s));
			continue;
		}
		if (s->kind == SYN_ARGUMENTS && cuda_enter(c)) {
			cuda_arguments(c, to, s);
			cuda_leave(c);
		}
		if (s->kind == SYN_ARGUMENTS || !(s->flags & SYN_NAMED))
			continue;
		struct node *n = cuda_node(c, NODE_OPAQUE, s);
		struct node_list list = cuda_list(n);
		cuda_salvage(c, &list, s);
		if (list.last || s->kind != SYN_ERROR || is_whole_argument(c, s))
			node_list_add(to, n);
	}
}

struct node *cuda_call_of(struct cuda *c, const struct syn *s, u32 begin, u32 end)
{
	struct node *call = cuda_node(c, NODE_CALL, s);
	struct cuda_name name = cuda_name(c, begin, end);
	struct node *callee = node_new(c->arena, NODE_NAME, cuda_place(c, begin), cuda_place(c, end));
	callee->name = name.text;
	call->at = callee->at = cuda_place(c, name.at);
	call->begin = min_u32(call->begin, callee->begin);
	struct node_list list = cuda_list(call);
	node_list_add(&list, callee);
	const struct syn *value = syn_field(s, FIELD_VALUE);
	cuda_arguments(c, &list, value ? value : s);
	return call;
}

static void comma_arguments(struct cuda *c, struct node_list *to, const struct syn *s)
{
	if (s->kind == SYN_COMMA && syn_field(s, FIELD_LEFT) && syn_field(s, FIELD_RIGHT) && cuda_enter(c)) {
		comma_arguments(c, to, syn_field(s, FIELD_LEFT));
		comma_arguments(c, to, syn_field(s, FIELD_RIGHT));
		cuda_leave(c);
		return;
	}
	node_list_add(to, cuda_expr(c, s));
}

struct node *cuda_call_of_comparison(struct cuda *c, const struct syn *s)
{
	const struct syn *last = s;
	while (last && (last->kind == SYN_COMMA || last->kind == SYN_BINARY))
		last = syn_field(last, FIELD_RIGHT);
	if (!last || last == s || last->kind != SYN_PARENTHESIZED || last->end != s->end || byte_near(c, last->begin - 1, -1) != '>')
		return NULL;
	struct str text = cuda_slice(c, s->begin, s->end);
	size_t name = 0;
	while (name < text.n && (isalnum((u8)text.p[name]) || text.p[name] == '_' || text.p[name] == ':'))
		name++;
	if (!name || isdigit((u8)text.p[0]) || text.p[name] != '<' || text.p[name + 1] == '<')
		return NULL;
	struct node *call = cuda_node(c, NODE_CALL, s), *callee = cuda_node(c, NODE_NAME, s);
	struct cuda_name whole = cuda_name(c, s->begin, last->begin);
	callee->name = whole.text;
	callee->end = cuda_place(c, last->begin);
	call->at = callee->at = cuda_place(c, whole.at);
	struct node_list list = cuda_list(call);
	node_list_add(&list, callee);
	for (const struct syn *inner = syn_first(last); inner; inner = syn_next(inner))
		if (cuda_is_expr(inner->kind))
			comma_arguments(c, &list, inner);
	return call;
}

static bool is_cast_name(struct str name)
{
	return str_is(name, "static_cast") || str_is(name, "reinterpret_cast") || str_is(name, "const_cast") ||
	       str_is(name, "dynamic_cast");
}

/* static_cast<T>(x) and void(x); NULL if it is none. */
static struct node *cast_call(struct cuda *c, const struct syn *s, const struct syn *function,
                              const struct syn *arguments)
{
	const struct syn *name = syn_field(function, FIELD_NAME), *type = NULL;
	if (function->kind == SYN_PRIMITIVE_TYPE && str_is(cuda_slice(c, function->begin, function->end), "void"))
		type = function;
	else if (function->kind == SYN_TEMPLATE_FUNCTION && name && is_cast_name(cuda_slice(c, name->begin, name->end)))
		type = syn_kind(syn_kind(function, SYN_TEMPLATE_ARGUMENTS), SYN_TYPE_DESCRIPTOR);
	if (!type)
		return NULL;
	struct node *n = cuda_node(c, NODE_CAST, s);
	n->type = cuda_slice(c, type->begin, type->end);
	if (str_is(n->type, "void"))
		n->name = n->type;
	struct node *values = cuda_node(c, NODE_OPAQUE, s);
	struct node_list list = cuda_list(values);
	cuda_arguments(c, &list, arguments);
	bool is_single = list.last && values->child == list.last;
	node_add(n, is_single ? list.last : values);
	return n;
}

struct node *cuda_call(struct cuda *c, const struct syn *s)
{
	const struct syn *function = syn_field(s, FIELD_FUNCTION), *arguments = syn_field(s, FIELD_ARGUMENTS);
	const struct syn *configuration = syn_kind(s, SYN_KERNEL_CALL);
	struct node *cast = function && !configuration ? cast_call(c, s, function, arguments) : NULL;
	if (cast)
		return cast;
	struct node *callee = cuda_expr(c, function);
	if (configuration && cuda_is_launch(c, configuration->begin))
		return cuda_launch(c, s, callee, configuration);
	if (configuration) {
		struct node *rest = node_add(cuda_node(c, NODE_OPAQUE, s), callee);
		struct node_list list = {rest, callee};
		cuda_arguments(c, &list, configuration);
		cuda_arguments(c, &list, arguments);
		return rest;
	}
	struct node *call = cuda_node(c, NODE_CALL, s);
	bool is_named = callee->kind == NODE_NAME || callee->kind == NODE_MEMBER;
	call->at = is_named ? callee->at : cuda_place(c, arguments ? arguments->begin : s->begin);
	struct node_list list = cuda_list(call);
	node_list_add(&list, callee);
	cuda_arguments(c, &list, arguments);
	if (name_is_launch(callee->name))
		node_become_launch(c->arena, call);
	return call;
}

static struct node *product(struct cuda *c, const struct syn *s, const struct syn *type, const struct syn *declarator)
{
	const struct syn *name = syn_field(declarator, FIELD_DECLARATOR);
	if (!name)
		name = syn_kind(declarator, SYN_IDENTIFIER);
	if (!name || name->kind != SYN_IDENTIFIER)
		return NULL;
	struct str sign = cuda_slice(c, declarator->begin, name->begin);
	struct node *n = cuda_node(c, NODE_BINARY, s);
	n->op = sign.p[0] == '*' ? OP_MUL : str_starts(sign, "&&") ? OP_AND : OP_BITAND;
	n->at = cuda_place(c, declarator->begin);
	return node_add(node_add(n, cuda_expr(c, type)), cuda_expr(c, name));
}

/* f(a, g(b)) read as type f with a parameter list. */
static struct node *call_of_type(struct cuda *c, const struct syn *s, const struct syn *type, const struct syn *list)
{
	struct node *call = cuda_node(c, NODE_CALL, s), *callee = cuda_expr(c, type);
	call->at = callee->at;
	struct node_list to = cuda_list(call);
	node_list_add(&to, callee);
	for (const struct syn *p = list ? syn_first(list) : NULL; p; p = syn_next(p)) {
		struct node *value = cuda_parameter_as_expr(c, p);
		node_list_add(&to, value ? value : cuda_node(c, NODE_OPAQUE, p));
	}
	return call;
}

struct node *cuda_parameter_as_expr(struct cuda *c, const struct syn *s)
{
	const struct syn *type = syn_field(s, FIELD_TYPE), *declarator = syn_field(s, FIELD_DECLARATOR);
	bool is_name = type && (type->kind == SYN_TYPE_IDENTIFIER || type->kind == SYN_QUALIFIED_IDENTIFIER ||
	                        type->kind == SYN_TEMPLATE_TYPE);
	if (s->kind != SYN_PARAMETER || !is_name || syn_kind(s, SYN_TYPE_QUALIFIER) || !cuda_enter(c))
		return NULL;
	struct node *n = NULL;
	if (!declarator)
		n = cuda_expr(c, type);
	else if (declarator->kind == SYN_ABSTRACT_FUNCTION)
		n = call_of_type(c, s, type, syn_field(declarator, FIELD_PARAMETERS));
	else if (declarator->kind == SYN_POINTER_DECLARATOR || declarator->kind == SYN_REFERENCE_DECLARATOR)
		n = product(c, s, type, declarator);
	cuda_leave(c);
	return n;
}

struct node *cuda_call_of_declarator(struct cuda *c, const struct syn *function, const struct syn *name)
{
	struct node *call = cuda_node(c, NODE_CALL, function), *callee = cuda_expr(c, name);
	const struct syn *parameters = syn_field(function, FIELD_PARAMETERS);
	struct node_list list = cuda_list(call);
	call->at = callee->at;
	node_list_add(&list, callee);
	for (const struct syn *p = parameters ? syn_first(parameters) : NULL; p; p = syn_next(p)) {
		struct node *value = cuda_parameter_as_expr(c, p);
		if (!value && p->flags & SYN_NAMED) {
			value = cuda_node(c, NODE_OPAQUE, p);
			struct node_list inner = cuda_list(value);
			cuda_salvage(c, &inner, p);
		}
		if (value)
			node_list_add(&list, value);
	}
	return call;
}
