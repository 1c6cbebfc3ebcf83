/* Expressions of C++ and CUDA. */
#include "parse/cuda.h"

#include <ctype.h>

struct node *cuda_node(struct cuda *c, enum node_kind kind, const struct syn *s)
{
	return node_new(c->arena, kind, cuda_place(c, s->begin), cuda_place(c, s->end));
}

struct node *cuda_none(struct cuda *c, u32 at)
{
	return node_new(c->arena, NODE_NONE, cuda_place(c, at), cuda_place(c, at));
}

bool cuda_enter(struct cuda *c)
{
	if (c->depth >= TREE_DEPTH)
		return false;
	c->depth++;
	return true;
}

void cuda_leave(struct cuda *c) { c->depth--; }

bool cuda_is_expr(enum syn_kind kind)
{
	return (kind >= SYN_IDENTIFIER && kind <= SYN_OPERATOR_NAME && kind != SYN_TEMPLATE_ARGUMENTS) ||
	       (kind >= SYN_CALL && kind <= SYN_THIS && kind != SYN_KERNEL_CALL) || kind == SYN_COMPOUND;
}

static struct node *name_node(struct cuda *c, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_NAME, s);
	struct cuda_name name = cuda_name(c, s->begin, s->end);
	n->name = name.text;
	n->at = cuda_place(c, name.at);
	return n;
}

static struct node *literal(struct cuda *c, const struct syn *s, enum node_kind kind)
{
	struct node *n = cuda_node(c, kind, s);
	n->name = cuda_slice(c, s->begin, s->end);
	return n;
}

static struct node *number(struct cuda *c, const struct syn *s)
{
	struct str text = cuda_slice(c, s->begin, s->end);
	bool is_hex = text.n > 1 && text.p[0] == '0' && (text.p[1] == 'x' || text.p[1] == 'X');
	bool is_float = false;
	for (size_t i = 0; i < text.n; i++) {
		char ch = text.p[i];
		is_float |= ch == '.' || ch == 'p' || ch == 'P' ||
		            (!is_hex && (ch == 'e' || ch == 'E' || ch == 'f' || ch == 'F'));
	}
	return literal(c, s, is_float ? NODE_FLOAT : NODE_INT);
}

/* One operand or more, from fields. */
static struct node *with(struct cuda *c, enum node_kind kind, const struct syn *s, enum syn_field a, enum syn_field b)
{
	struct node *n = cuda_node(c, kind, s);
	node_add(n, cuda_expr(c, syn_field(s, a)));
	if (b)
		node_add(n, cuda_expr(c, syn_field(s, b)));
	return n;
}

static enum op operator_of(struct str text, bool is_unary)
{
	static const struct { const char *word; u8 op;
	} words[] = {
		{"bitand", OP_BITAND},    {"bitor", OP_BITOR},   {"xor", OP_XOR},     {"not_eq", OP_NE},
		{"compl", OP_COMPLEMENT}, {"and_eq", OP_BITAND}, {"or_eq", OP_BITOR}, {"xor_eq", OP_XOR},
	};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_is(text, words[i].word))
			return words[i].op;
	return op_of(text, is_unary);
}

static struct node *operation(struct cuda *c, const struct syn *s, struct node *n)
{
	const struct syn *token = syn_field(s, FIELD_OPERATOR);
	if (!token)
		return n;
	struct str text = cuda_slice(c, token->begin, token->end);
	if (n->kind == NODE_ASSIGN && str_ends(text, "="))
		text.n--;
	n->op = (u8)operator_of(text, n->kind == NODE_UNARY);
	n->at = cuda_place(c, token->begin);
	return n;
}

/* `(cudaHostFn_t)&f` reads as a binary `&` to those who don't know types: the name in the parentheses says that it is a cast. */
static bool casts_right_side(struct cuda *c, const struct syn *s)
{
	const struct syn *left = syn_field(s, FIELD_LEFT), *token = syn_field(s, FIELD_OPERATOR);
	if (!left || !token || left->kind != SYN_PARENTHESIZED)
		return false;
	struct str name = cuda_slice(c, left->begin, left->end), op = cuda_slice(c, token->begin, token->end);
	if (!str_is(op, "&") && !str_is(op, "*") && !str_is(op, "-"))
		return false;
	if (name.n < 5 || !str_ends((struct str){name.p, name.n - 1}, "_t"))
		return false;
	for (size_t i = 1; i + 1 < name.n; i++)
		if (!isalnum((unsigned char)name.p[i]) && name.p[i] != '_' && name.p[i] != ':')
			return false;
	return true;
}

static struct node *binary(struct cuda *c, const struct syn *s)
{
	bool is_cast = s->kind == SYN_BINARY && casts_right_side(c, s);
	return operation(c, s, is_cast ? with(c, NODE_UNARY, s, FIELD_RIGHT, FIELD_NONE) : with(c, NODE_BINARY, s, FIELD_LEFT, FIELD_RIGHT));
}

static struct node *update(struct cuda *c, const struct syn *s)
{
	struct node *n = operation(c, s, with(c, NODE_UNARY, s, FIELD_ARGUMENT, FIELD_NONE));
	const struct syn *token = syn_field(s, FIELD_OPERATOR), *value = syn_field(s, FIELD_ARGUMENT);
	bool is_minus = token && c->parsed.text.p[token->begin] == '-';
	bool is_post = token && value && token->begin > value->begin;
	n->op = is_post ? (is_minus ? OP_POST_DEC : OP_POST_INC) : is_minus ? OP_PRE_DEC : OP_PRE_INC;
	return n;
}

static struct node *member(struct cuda *c, const struct syn *s)
{
	struct node *n = with(c, NODE_MEMBER, s, FIELD_ARGUMENT, FIELD_NONE);
	const struct syn *field = syn_field(s, FIELD_FIELD), *token = syn_field(s, FIELD_OPERATOR);
	if (field) {
		struct cuda_name name = cuda_name(c, field->begin, field->end);
		n->name = name.text;
		n->at = cuda_place(c, name.at);
	}
	if (token && c->parsed.text.p[token->begin] == '-')
		n->flags |= NF_ARROW;
	return n;
}

static struct node *subscript(struct cuda *c, const struct syn *s)
{
	struct node *n = with(c, NODE_INDEX, s, FIELD_ARGUMENT, FIELD_NONE);
	struct node_list list = {n, n->child};
	cuda_arguments(c, &list, syn_field(s, FIELD_INDICES));
	return n;
}

static struct node *cast(struct cuda *c, const struct syn *s)
{
	struct node *n = with(c, NODE_CAST, s, FIELD_VALUE, FIELD_NONE);
	const struct syn *type = syn_field(s, FIELD_TYPE);
	if (type)
		n->type = cuda_slice(c, type->begin, type->end);
	if (str_is(n->type, "void"))
		n->name = n->type;
	return n;
}

static struct node *ternary(struct cuda *c, const struct syn *s)
{
	if (!syn_field(s, FIELD_CONSEQUENCE)) /* GNU a ?: b */
		return with(c, NODE_OPAQUE, s, FIELD_CONDITION, FIELD_ALTERNATIVE);
	struct node *n = with(c, NODE_TERNARY, s, FIELD_CONDITION, FIELD_CONSEQUENCE);
	return node_add(n, cuda_expr(c, syn_field(s, FIELD_ALTERNATIVE)));
}

/* Children that are expressions, in order. */
static struct node *children(struct cuda *c, const struct syn *s, enum node_kind kind)
{
	struct node *n = cuda_node(c, kind, s);
	struct node_list list = cuda_list(n);
	cuda_arguments(c, &list, s);
	return n;
}

static struct node *unwrapped(struct cuda *c, const struct syn *s)
{
	const struct syn *inner = syn_first(s);
	while (inner && !cuda_is_expr(inner->kind))
		inner = syn_next(inner);
	if (!inner)
		return children(c, s, NODE_OPAQUE);
	return cuda_expr(c, inner);
}

static struct node *pair(struct cuda *c, const struct syn *s)
{
	const struct syn *designator = syn_field(s, FIELD_DESIGNATOR);
	const struct syn *name = syn_kind(designator, SYN_FIELD_IDENTIFIER);
	struct node *n = cuda_node(c, NODE_PAIR, s);
	node_add(n, name ? name_node(c, name) : designator ? unwrapped(c, designator) : cuda_none(c, s->begin));
	return node_add(n, cuda_expr(c, syn_field(s, FIELD_VALUE)));
}

static struct node *new_object(struct cuda *c, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_NEW, s);
	const struct syn *type = syn_field(s, FIELD_TYPE);
	if (type)
		n->type = cuda_slice(c, type->begin, type->end);
	struct node_list list = cuda_list(n);
	cuda_arguments(c, &list, syn_field(s, FIELD_PLACEMENT));
	cuda_arguments(c, &list, syn_field(s, FIELD_ARGUMENTS));
	return n;
}

/* [x = f()] is evaluated where the lambda is written; it reads best as a variable of the lambda. */
static void captures(struct cuda *c, struct node_list *to, const struct syn *s)
{
	for (s = s ? syn_first(s) : NULL; s; s = syn_next(s)) {
		if (s->kind != SYN_LAMBDA_INIT)
			continue;
		const struct syn *name = syn_field(s, FIELD_LEFT), *value = syn_field(s, FIELD_RIGHT);
		if (!name || !value)
			continue;
		struct node *var = cuda_node(c, NODE_VAR, s);
		var->name = cuda_name(c, name->begin, name->end).text;
		var->at = cuda_place(c, name->begin);
		node_list_add(to, node_add(var, cuda_expr(c, value)));
	}
}

static struct node *lambda(struct cuda *c, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_LAMBDA, s);
	struct node_list list = cuda_list(n);
	const struct syn *declarator = syn_field(s, FIELD_DECLARATOR), *body = syn_field(s, FIELD_BODY);
	cuda_parameters(c, &list, syn_field(declarator, FIELD_PARAMETERS));
	if (syn_kind(declarator, SYN_NOEXCEPT))
		n->flags |= NF_NOEXCEPT;
	struct cuda outside = *c;
	c->in_function = true;
	struct node *block = body ? cuda_block(c, body) : node_new(c->arena, NODE_BLOCK, n->end, n->end);
	*c = outside;
	struct node *statements = block->child;
	block->child = NULL;
	struct node_list first = cuda_list(block);
	captures(c, &first, syn_field(s, FIELD_CAPTURES));
	node_add(block, statements);
	node_list_add(&list, block);
	return n;
}

/* asm: the operands; strings are constraints. */
static struct node *assembly(struct cuda *c, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_OPAQUE, s);
	struct node_list list = cuda_list(n);
	for (const struct syn *operands = syn_first(s); operands; operands = syn_next(operands))
		for (const struct syn *o = syn_first(operands); o; o = syn_next(o))
			if (syn_field(o, FIELD_VALUE))
				node_list_add(&list, cuda_expr(c, syn_field(o, FIELD_VALUE)));
	return n;
}

static struct node *statement_expr(struct cuda *c, const struct syn *s)
{
	bool in_function = c->in_function;
	c->in_function = true;
	struct node *n = node_add(cuda_node(c, NODE_STMT_EXPR, s), cuda_block(c, s));
	c->in_function = in_function;
	return n;
}

static struct node *convert(struct cuda *c, const struct syn *s)
{
	switch (s->kind) {
	case SYN_CALL: return cuda_call(c, s);
	case SYN_FIELD: return member(c, s);
	case SYN_SUBSCRIPT: return subscript(c, s);
	case SYN_ASSIGNMENT: return operation(c, s, with(c, NODE_ASSIGN, s, FIELD_LEFT, FIELD_RIGHT));
	case SYN_BINARY:
	case SYN_FOLD: return binary(c, s);
	case SYN_UNARY:
	case SYN_POINTER: return operation(c, s, with(c, NODE_UNARY, s, FIELD_ARGUMENT, FIELD_NONE));
	case SYN_UPDATE: return update(c, s);
	case SYN_CAST: return cast(c, s);
	case SYN_CONDITIONAL: return ternary(c, s);
	case SYN_COMPOUND_LITERAL: {
		const struct syn *type = syn_field(s, FIELD_TYPE);
		return type ? cuda_call_of(c, s, type->begin, type->end) : children(c, s, NODE_LIST);
	}
	case SYN_INITIALIZER_LIST: return children(c, s, NODE_LIST);
	case SYN_INITIALIZER_PAIR: return pair(c, s);
	case SYN_LAMBDA: return lambda(c, s);
	case SYN_NEW: return new_object(c, s);
	case SYN_COMPOUND: return statement_expr(c, s);
	case SYN_ASM: return assembly(c, s);
	case SYN_NUMBER: return number(c, s);
	case SYN_CHAR:
	case SYN_USER_LITERAL: return literal(c, s, NODE_INT);
	case SYN_STRING:
	case SYN_RAW_STRING:
	case SYN_CONCATENATED: return literal(c, s, NODE_STRING);
	case SYN_TRUE:
	case SYN_FALSE: return literal(c, s, NODE_BOOL);
	case SYN_NULL: return cuda_node(c, NODE_NULL, s);
	case SYN_THIS: return cuda_node(c, NODE_THIS, s);
	case SYN_SIZEOF:
	case SYN_ALIGNOF:
	case SYN_OFFSETOF: return cuda_node(c, NODE_SIZEOF, s);
	case SYN_PARENTHESIZED:
	case SYN_PACK:
	case SYN_EXTENSION: return unwrapped(c, s);
	case SYN_COMMA: {
		struct node *n = with(c, NODE_BINARY, s, FIELD_LEFT, FIELD_RIGHT);
		n->op = OP_COMMA;
		return n;
	}
	case SYN_DELETE: return children(c, s, NODE_DELETE);
	case SYN_AWAIT: {
		struct node *n = with(c, NODE_UNARY, s, FIELD_ARGUMENT, FIELD_NONE);
		n->op = OP_AWAIT;
		return n;
	}
	case SYN_CO_YIELD: return children(c, s, NODE_YIELD);
	case SYN_THROW: return children(c, s, NODE_THROW);
	case SYN_PRIMITIVE_TYPE:
	case SYN_SIZED_TYPE: return name_node(c, s);
	case SYN_REQUIRES_EXPRESSION: return cuda_node(c, NODE_OPAQUE, s);
	default:
		if (s->kind >= SYN_IDENTIFIER && s->kind <= SYN_OPERATOR_NAME)
			return name_node(c, s);
		return children(c, s, NODE_OPAQUE);
	}
}

struct node *cuda_expr(struct cuda *c, const struct syn *s)
{
	if (!s)
		return cuda_none(c, 0);
	if (!cuda_enter(c))
		return cuda_node(c, NODE_OPAQUE, s);
	struct node *n = convert(c, s);
	if (s->flags & SYN_HAS_ERROR && n->kind != NODE_OPAQUE && syn_kind(s, SYN_ERROR)) {
		struct node *all = cuda_node(c, NODE_OPAQUE, s);
		struct node_list list = cuda_list(all);
		cuda_salvage_children(c, &list, s);
		if (list.last) {
			node_list_add(&list, n);
			n = all;
		}
		n->flags |= NF_ERROR;
	}
	cuda_leave(c);
	return n;
}
