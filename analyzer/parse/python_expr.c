/* Expressions of Python. */
#include <string.h>

#include "parse/python.h"

bool python_is_expr(enum syn_kind kind)
{
	return kind == SYN_IDENTIFIER ||
	       (kind >= SYN_PY_ASSIGNMENT && kind <= SYN_PY_ELLIPSIS && kind != SYN_PY_FOR_IN &&
	        kind != SYN_PY_IF_CLAUSE && kind != SYN_PY_INTERPOLATION) ||
	       kind == SYN_PARENTHESIZED || kind == SYN_CONDITIONAL || kind == SYN_CONCATENATED || kind == SYN_TRUE ||
	       kind == SYN_FALSE || kind == SYN_PY_AS_PATTERN || kind == SYN_PY_AS_TARGET || kind == SYN_PY_DOTTED ||
	       kind == SYN_PY_LIST_SPLAT_PATTERN;
}

void python_items(struct python *p, struct node_list *to, const struct syn *s)
{
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (python_is_expr(s->kind))
			node_list_add(to, python_expr(p, s));
		else if (s->flags & SYN_NAMED && python_enter(p)) {
			python_items(p, to, s);
			p->depth--;
		}
	}
}

static struct node *items(struct python *p, const struct syn *s, enum node_kind kind)
{
	struct node *n = python_node(p, kind, s);
	struct node_list list = {.parent = n};
	python_items(p, &list, s);
	return n;
}

/* The only child, or all of them in an OPAQUE. */
static struct node *inner(struct python *p, const struct syn *s)
{
	struct node *n = items(p, s, NODE_OPAQUE);
	return n->child && !n->child->next ? n->child : n;
}

static struct node *with(struct python *p, enum node_kind kind, const struct syn *s, enum syn_field a, enum syn_field b)
{
	struct node *n = python_node(p, kind, s);
	node_add(n, python_expr(p, syn_field(s, a)));
	return b ? node_add(n, python_expr(p, syn_field(s, b))) : n;
}

static enum op operator_of(struct str text, bool is_unary)
{
	if (str_starts(text, "is"))
		return str_has(text, "not") ? OP_IS_NOT : OP_IS;
	if (str_starts(text, "not") && str_has(text, "in"))
		return OP_NOT_IN;
	return str_is(text, "<>") ? OP_NE : op_of(text, is_unary);
}

static struct node *operation(struct python *p, struct node *n, const struct syn *token)
{
	if (!token)
		return n;
	struct str text = python_text(p, token);
	if (n->kind == NODE_ASSIGN && str_ends(text, "="))
		text.n--;
	n->op = (u8)operator_of(text, n->kind == NODE_UNARY);
	n->at = token->begin;
	return n;
}

static bool has_call(const struct node *n)
{
	for (; n; n = n->next)
		if (n->kind == NODE_CALL || n->kind == NODE_ASSIGN || has_call(n->child))
			return true;
	return false;
}

/* a < b <= c is a < b and b <= c; b is evaluated once, so if that matters the second b is an unknown value. */
static struct node *comparison(struct python *p, const struct syn *s)
{
	struct node *all = NULL;
	const struct syn *left = NULL, *token = NULL;
	for (const struct syn *i = syn_first(s); i; i = syn_next(i)) {
		if (i->field == FIELD_OPERATORS) {
			token = token ? token : i;
			continue;
		}
		if (!python_is_expr(i->kind))
			continue;
		if (left && token) {
			struct node *one = operation(p, python_node(p, NODE_BINARY, s), token),
				    *value = python_expr(p, left);
			struct node *shown = all && has_call(value) ? python_node(p, NODE_OPAQUE, left) : value;
			node_add(node_add(one, shown), python_expr(p, i));
			if (all) {
				struct node *both = python_node(p, NODE_BINARY, s);
				both->op = OP_AND;
				one = node_add(node_add(both, all), one);
			}
			all = one;
		}
		left = i;
		token = NULL;
	}
	return all ? all : items(p, s, NODE_OPAQUE);
}

static struct node *call(struct python *p, const struct syn *s)
{
	struct node *n = python_node(p, NODE_CALL, s), *callee = python_expr(p, syn_field(s, FIELD_FUNCTION));
	const struct syn *arguments = syn_field(s, FIELD_ARGUMENTS);
	bool is_named = callee->kind == NODE_NAME || callee->kind == NODE_MEMBER;
	n->at = is_named ? callee->at : arguments ? arguments->begin : s->begin;
	struct node_list list = {.parent = n};
	node_list_add(&list, callee);
	if (arguments && arguments->kind == SYN_PY_GENERATOR) /* sum(x for x in y) */
		node_list_add(&list, python_expr(p, arguments));
	else
		python_items(p, &list, arguments);
	return n;
}

static struct node *attribute(struct python *p, const struct syn *s)
{
	struct node *n = with(p, NODE_MEMBER, s, FIELD_OBJECT, FIELD_NONE);
	const struct syn *name = syn_field(s, FIELD_ATTRIBUTE);
	if (name) {
		n->name = python_text(p, name);
		n->at = name->begin;
	}
	return n;
}

/* a.b.c in a pattern */
static struct node *dotted(struct python *p, const struct syn *s)
{
	struct node *n = NULL;
	for (const struct syn *i = syn_first(s); i; i = syn_next(i)) {
		if (i->kind != SYN_IDENTIFIER)
			continue;
		struct node *part = python_named(p, n ? NODE_MEMBER : NODE_NAME, i);
		part->begin = s->begin;
		part->at = i->begin;
		n = n ? node_add(part, n) : part;
	}
	return n ? n : python_node(p, NODE_OPAQUE, s);
}

static struct node *keyword(struct python *p, const struct syn *s)
{
	struct node *n = with(p, NODE_KEYWORD, s, FIELD_VALUE, FIELD_NONE);
	const struct syn *name = syn_field(s, FIELD_NAME);
	if (name)
		n->name = python_text(p, name);
	return n;
}

/* Which of low, high and step a part is: the colons before it say. */
static struct node *slice(struct python *p, const struct syn *s)
{
	struct node *parts[3] = {0}, *n = python_node(p, NODE_SLICE, s);
	u32 at = s->begin, colons = 0;
	for (const struct syn *i = syn_first(s); i; i = syn_next(i)) {
		if (!python_is_expr(i->kind))
			continue;
		for (; at < i->begin; at++)
			colons += p->text.p[at] == ':';
		if (colons < 3)
			parts[colons] = python_expr(p, i);
		at = i->end;
	}
	for (u32 i = 0; i < 3; i++)
		node_add(n, parts[i] ? parts[i] : python_none(p, s->end));
	n->name = python_text(p, s);
	return n;
}

static struct node *subscript(struct python *p, const struct syn *s)
{
	struct node *n = with(p, NODE_INDEX, s, FIELD_VALUE, FIELD_NONE);
	struct node_list list = {n, n->child};
	for (const struct syn *i = syn_first(s); i; i = syn_next(i))
		if (i->field == FIELD_SUBSCRIPT)
			node_list_add(&list, python_expr(p, i));
	return n;
}

static struct node *ternary(struct python *p, const struct syn *s)
{
	const struct syn *parts[3] = {0};
	u32 count = 0;
	for (const struct syn *i = syn_first(s); i && count < 3; i = syn_next(i))
		if (python_is_expr(i->kind))
			parts[count++] = i;
	if (count < 3)
		return items(p, s, NODE_OPAQUE);
	struct node *n = node_add(python_node(p, NODE_TERNARY, s), python_expr(p, parts[1]));
	return node_add(node_add(n, python_expr(p, parts[0])), python_expr(p, parts[2]));
}

/* The clauses from s on: loops and conditions, one inside the other. */
static struct node *clauses(struct python *p, const struct syn *s, const struct syn *whole)
{
	while (s && s->kind != SYN_PY_FOR_IN && s->kind != SYN_PY_IF_CLAUSE)
		s = syn_next(s);
	if (!s || !python_enter(p))
		return node_new(p->arena, NODE_BLOCK, whole->end, whole->end);
	struct node *n;
	if (s->kind == SYN_PY_FOR_IN)
		n = with(p, NODE_FOREACH, s, FIELD_LEFT, FIELD_RIGHT);
	else
		n = node_add(python_node(p, NODE_IF, s), inner(p, s));
	node_add(n, clauses(p, syn_next(s), whole));
	p->depth--;
	return n;
}

static struct node *comprehension(struct python *p, const struct syn *s)
{
	struct node *n = with(p, NODE_COMPREHENSION, s, FIELD_BODY, FIELD_NONE);
	return node_add(n, clauses(p, syn_first(s), s));
}

static struct node *lambda(struct python *p, const struct syn *s)
{
	struct node *n = python_node(p, NODE_LAMBDA, s);
	struct node_list list = {.parent = n};
	const struct syn *body = syn_field(s, FIELD_BODY);
	python_parameters(p, &list, syn_field(s, FIELD_PARAMETERS));
	struct node *block = python_node(p, NODE_BLOCK, body ? body : s);
	if (body)
		node_add(block, node_add(python_node(p, NODE_RETURN, body), python_expr(p, body)));
	node_list_add(&list, block);
	return n;
}

static struct node *formatted(struct python *p, const struct syn *s)
{
	struct node *n = node_add(python_node(p, NODE_OPAQUE, s), python_expr(p, s));
	n->op = OP_FORMAT;
	return n;
}

/* The expressions in an f-string, format specifications included. */
static void interpolations(struct python *p, struct node_list *to, const struct syn *s)
{
	if (!python_enter(p))
		return;
	for (s = syn_first(s); s; s = syn_next(s)) {
		if (s->field == FIELD_EXPRESSION)
			node_list_add(to, formatted(p, s));
		else if (s->flags & SYN_NAMED)
			interpolations(p, to, s);
	}
	p->depth--;
}

static struct node *string(struct python *p, const struct syn *s)
{
	struct node *n = python_named(p, NODE_STRING, s);
	struct node_list list = {.parent = n};
	interpolations(p, &list, s);
	return n;
}

static struct node *convert(struct python *p, const struct syn *s)
{
	switch (s->kind) {
	case SYN_IDENTIFIER: return python_named(p, NODE_NAME, s);
	case SYN_PY_DOTTED: return dotted(p, s);
	case SYN_PY_ASSIGNMENT: return with(p, NODE_ASSIGN, s, FIELD_LEFT, FIELD_RIGHT);
	case SYN_PY_AUGMENTED:
		return operation(p, with(p, NODE_ASSIGN, s, FIELD_LEFT, FIELD_RIGHT), syn_field(s, FIELD_OPERATOR));
	case SYN_PY_NAMED: return with(p, NODE_ASSIGN, s, FIELD_NAME, FIELD_VALUE);
	case SYN_PY_CALL: return call(p, s);
	case SYN_PY_KEYWORD: return keyword(p, s);
	case SYN_PY_LIST_SPLAT:
	case SYN_PY_LIST_SPLAT_PATTERN:
	case SYN_PY_PARENTHESIZED_SPLAT: return node_add(python_node(p, NODE_STAR, s), inner(p, s));
	case SYN_PY_DICT_SPLAT: return node_add(python_node(p, NODE_KEYWORD, s), inner(p, s));
	case SYN_PY_ATTRIBUTE: return attribute(p, s);
	case SYN_PY_SUBSCRIPT: return subscript(p, s);
	case SYN_PY_SLICE: return slice(p, s);
	case SYN_PY_BOOLEAN:
	case SYN_PY_BINARY:
		return operation(p, with(p, NODE_BINARY, s, FIELD_LEFT, FIELD_RIGHT), syn_field(s, FIELD_OPERATOR));
	case SYN_PY_UNARY:
		return operation(p, with(p, NODE_UNARY, s, FIELD_ARGUMENT, FIELD_NONE), syn_field(s, FIELD_OPERATOR));
	case SYN_PY_NOT: {
		struct node *n = with(p, NODE_UNARY, s, FIELD_ARGUMENT, FIELD_NONE);
		n->op = OP_NOT;
		return n;
	}
	case SYN_PY_COMPARISON: return comparison(p, s);
	case SYN_CONDITIONAL: return ternary(p, s);
	case SYN_PY_LIST:
	case SYN_PY_TUPLE:
	case SYN_PY_SET:
	case SYN_PY_DICT:
	case SYN_PY_EXPRESSION_LIST:
	case SYN_PY_PATTERN_LIST:
	case SYN_PY_TUPLE_PATTERN:
	case SYN_PY_LIST_PATTERN: return items(p, s, NODE_LIST);
	case SYN_PY_PAIR: return with(p, NODE_PAIR, s, FIELD_KEY, FIELD_VALUE);
	case SYN_PY_LIST_COMPREHENSION:
	case SYN_PY_SET_COMPREHENSION:
	case SYN_PY_DICT_COMPREHENSION:
	case SYN_PY_GENERATOR: return comprehension(p, s);
	case SYN_PY_LAMBDA: return lambda(p, s);
	case SYN_PY_AWAIT: {
		struct node *n = node_add(python_node(p, NODE_UNARY, s), inner(p, s));
		n->op = OP_AWAIT;
		return n;
	}
	case SYN_PY_YIELD: return items(p, s, NODE_YIELD);
	case SYN_PY_STRING:
	case SYN_CONCATENATED: return string(p, s);
	case SYN_PY_INTEGER: return python_named(p, NODE_INT, s);
	case SYN_PY_FLOAT: return python_named(p, NODE_FLOAT, s);
	case SYN_TRUE:
	case SYN_FALSE: return python_named(p, NODE_BOOL, s);
	case SYN_PY_NONE: return python_node(p, NODE_NULL, s);
	case SYN_PARENTHESIZED:
	case SYN_PY_AS_TARGET: return inner(p, s);
	default: return items(p, s, NODE_OPAQUE);
	}
}

struct node *python_expr(struct python *p, const struct syn *s)
{
	if (!s)
		return python_none(p, 0);
	if (!python_enter(p))
		return python_node(p, NODE_OPAQUE, s);
	struct node *n = convert(p, s);
	p->depth--;
	return n;
}
