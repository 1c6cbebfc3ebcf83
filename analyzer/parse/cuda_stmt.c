/* Statements of C++. */
#include "parse/cuda.h"

struct node *cuda_block(struct cuda *c, const struct syn *compound)
{
	struct node *n = cuda_node(c, NODE_BLOCK, compound);
	if (!cuda_enter(c))
		return n;
	struct node_list list = cuda_list(n);
	for (const struct syn *s = syn_first(compound); s; s = syn_next(s))
		cuda_stmt(c, &list, s);
	cuda_leave(c);
	return n;
}

struct node *cuda_body(struct cuda *c, const struct syn *s)
{
	if (!s)
		return node_new(c->arena, NODE_BLOCK, cuda_place(c, 0), cuda_place(c, 0));
	if (s->kind == SYN_COMPOUND)
		return cuda_block(c, s);
	struct node *block = cuda_node(c, NODE_BLOCK, s);
	struct node_list list = cuda_list(block);
	cuda_stmt(c, &list, s);
	return block->child && block->child == list.last ? block->child : block;
}

/* A condition that declares: its variables go into the block around, what is tested is returned. */
static struct node *condition(struct cuda *c, struct node_list *before, const struct syn *s)
{
	if (!s || s->kind == SYN_PARENTHESIZED)
		return cuda_expr(c, s);
	const struct syn *init = syn_field(s, FIELD_INITIALIZER), *value = syn_field(s, FIELD_VALUE);
	if (s->kind != SYN_CONDITION)
		value = s;
	if (init)
		cuda_stmt(c, before, init);
	if (!value || value->kind != SYN_DECLARATION)
		return cuda_expr(c, value);
	cuda_variables(c, before, value);
	struct node *var = before->last;
	if (!var || var->kind != NODE_VAR)
		return cuda_none(c, value->begin);
	struct node *name = node_new(c->arena, NODE_NAME, var->at, var->at + (u32)var->name.n);
	name->name = var->name;
	return name;
}

/* Puts n into the list, inside the block of what was declared before it if there is any. */
static void finish(struct node_list *to, struct node *block, struct node_list *before, struct node *n)
{
	if (!before->last) {
		node_list_add(to, n);
		return;
	}
	node_list_add(before, n);
	node_list_add(to, block);
}

static void if_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s), *n = cuda_node(c, NODE_IF, s);
	struct node_list before = cuda_list(block);
	const struct syn *other = syn_field(s, FIELD_ALTERNATIVE);
	node_add(n, condition(c, &before, syn_field(s, FIELD_CONDITION)));
	node_add(n, cuda_body(c, syn_field(s, FIELD_CONSEQUENCE)));
	if (other && other->kind == SYN_ELSE) {
		const struct syn *body = syn_first(other);
		while (body && !(body->flags & SYN_NAMED))
			body = syn_next(body);
		node_add(n, cuda_body(c, body));
	}
	finish(to, block, &before, n);
}

/* while (T x = f()): the variable is made once, assigned before every test. */
static struct node *assigning(struct cuda *c, struct node_list *before, const struct syn *s)
{
	struct node *value = condition(c, before, s), *var = before->last;
	if (!var || var->kind != NODE_VAR || value->kind != NODE_NAME || !var->child)
		return value;
	struct node *assign = node_new(c->arena, NODE_ASSIGN, var->begin, var->end);
	node_add(node_add(assign, value), var->child);
	var->child = NULL;
	return assign;
}

static void while_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s), *n = cuda_node(c, NODE_WHILE, s);
	struct node_list before = cuda_list(block);
	node_add(n, assigning(c, &before, syn_field(s, FIELD_CONDITION)));
	node_add(n, cuda_body(c, syn_field(s, FIELD_BODY)));
	finish(to, block, &before, n);
}

static void for_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s), *n = cuda_node(c, NODE_FOR, s);
	struct node_list before = cuda_list(block);
	const struct syn *init = syn_field(s, FIELD_INITIALIZER);
	if (init)
		cuda_stmt(c, &before, init->kind == SYN_INIT_STATEMENT && syn_first(init) ? syn_first(init) : init);
	struct node *first = cuda_none(c, s->begin);
	if (before.last && before.last == block->child) { /* just one: the loop's own */
		first = before.last;
		before = cuda_list(block);
		block->child = NULL;
	}
	node_add(n, first);
	node_add(n, assigning(c, &before, syn_field(s, FIELD_CONDITION)));
	node_add(n, cuda_expr(c, syn_field(s, FIELD_UPDATE)));
	node_add(n, cuda_body(c, syn_field(s, FIELD_BODY)));
	finish(to, block, &before, n);
}

static void range_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s), *n = cuda_node(c, NODE_FOREACH, s);
	struct node_list before = cuda_list(block);
	if (syn_field(s, FIELD_INITIALIZER))
		cuda_stmt(c, &before, syn_field(s, FIELD_INITIALIZER));
	const struct syn *type = syn_field(s, FIELD_TYPE);
	struct declarator d = cuda_declarator(syn_field(s, FIELD_DECLARATOR));
	struct node *target = cuda_node(c, d.binding ? NODE_LIST : NODE_VAR,
	                                d.binding ? d.binding
	                                : d.name  ? d.name
	                                          : s);
	if (d.binding) {
		struct node_list names = cuda_list(target);
		cuda_arguments(c, &names, d.binding);
	} else if (d.name) {
		target->name = cuda_name(c, d.name->begin, d.name->end).text;
		target->type = cuda_type(c, type, &d);
		target->flags = d.is_reference ? NF_REF : cuda_is_class_type(c, type, &d) ? NF_CLASS_TYPE : 0;
	}
	node_add(n, target);
	node_add(n, cuda_expr(c, syn_field(s, FIELD_RIGHT)));
	node_add(n, cuda_body(c, syn_field(s, FIELD_BODY)));
	finish(to, block, &before, n);
}

static void switch_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *block = cuda_node(c, NODE_BLOCK, s), *n = cuda_node(c, NODE_SWITCH, s);
	struct node_list before = cuda_list(block);
	const struct syn *body = syn_field(s, FIELD_BODY);
	node_add(n, condition(c, &before, syn_field(s, FIELD_CONDITION)));
	node_add(n, body && body->kind == SYN_COMPOUND ? cuda_block(c, body)
	                                               : node_new(c->arena, NODE_BLOCK, n->end, n->end));
	finish(to, block, &before, n);
}

static void do_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_DO, s);
	node_add(n, cuda_body(c, syn_field(s, FIELD_BODY)));
	node_add(n, cuda_expr(c, syn_field(s, FIELD_CONDITION)));
	node_list_add(to, n);
}

/* The label, then its statements as siblings. */
static void case_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *value = syn_field(s, FIELD_VALUE);
	struct node *n = cuda_node(c, NODE_CASE, s);
	n->end = value ? cuda_place(c, value->end) : n->begin + 7; /* "default" */
	node_list_add(to, node_add(n, cuda_expr(c, value)));
	for (const struct syn *inner = syn_first(s); inner; inner = syn_next(inner))
		if (inner != value)
			cuda_stmt(c, to, inner);
}

static void labeled_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *label = syn_field(s, FIELD_LABEL);
	if (label) {
		struct node *n = cuda_node(c, NODE_LABEL, label);
		n->name = cuda_slice(c, label->begin, label->end);
		node_list_add(to, n);
	}
	for (const struct syn *inner = syn_first(s); inner; inner = syn_next(inner))
		if (inner != label)
			cuda_stmt(c, to, inner);
}

static void catch_clause(struct cuda *c, struct node *to, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_CATCH, s);
	const struct syn *parameter = syn_kind(syn_field(s, FIELD_PARAMETERS), SYN_PARAMETER);
	if (parameter) {
		struct declarator d = cuda_declarator(syn_field(parameter, FIELD_DECLARATOR));
		n->type = cuda_type(c, syn_field(parameter, FIELD_TYPE), &d);
		if (d.name)
			n->name = cuda_slice(c, d.name->begin, d.name->end);
	}
	node_add(to, node_add(n, cuda_body(c, syn_field(s, FIELD_BODY))));
}

static void try_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_TRY, s);
	node_add(n, cuda_body(c, syn_field(s, FIELD_BODY)));
	for (const struct syn *inner = syn_first(s); inner; inner = syn_next(inner))
		if (inner->kind == SYN_CATCH)
			catch_clause(c, n, inner);
	node_list_add(to, n);
}

static void value_statement(struct cuda *c, struct node_list *to, const struct syn *s, enum node_kind kind)
{
	struct node *n = cuda_node(c, kind, s);
	const struct syn *value = syn_first(s);
	while (value && !cuda_is_expr(value->kind) && value->kind != SYN_ERROR)
		value = syn_next(value);
	if (value && value->kind != SYN_ERROR) {
		struct node *call = value->kind == SYN_COMMA ? cuda_call_of_comparison(c, value) : NULL;
		node_add(n, call ? call : cuda_expr(c, value));
	}
	node_list_add(to, n);
}

static void goto_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct node *n = cuda_node(c, NODE_GOTO, s);
	const struct syn *label = syn_field(s, FIELD_LABEL);
	if (label)
		n->name = cuda_slice(c, label->begin, label->end);
	node_list_add(to, n);
}

static bool sounds_like_macro(struct str name)
{
	static const char *const words[] = {"check", "Check", "rror"};
	return str_has_any(name, words, COUNT(words));
}

/* LOG_ERROR << a << b; begins with a macro that is used: no number is shifted for nothing. */
static void use_stream_macro(struct cuda *c, struct node *n, const struct syn *s)
{
	while (n->kind == NODE_BINARY && n->op == OP_SHL && s && s->kind == SYN_BINARY) {
		struct node *left = n->child;
		s = syn_field(s, FIELD_LEFT);
		if (s && left && left->kind == NODE_NAME && str_is_shouted(left->name)) {
			struct node *call = cuda_node(c, NODE_CALL, s), *rest = left->next;
			left->next = NULL;
			node_add(call, left);
			call->next = rest;
			n->child = call;
			return;
		}
		n = left;
	}
}

/* Only `delete` and `throw` are statements in the neutral tree. */
static void expression_statement(struct cuda *c, struct node_list *to, const struct syn *s)
{
	const struct syn *value = syn_first(s);
	while (value && !cuda_is_expr(value->kind))
		value = syn_next(value);
	if (!value)
		return;
	struct node *call = cuda_call_of_comparison(c, value), *n = call ? call : cuda_expr(c, value);
	/* CHECK_LAUNCH; is a macro that is used. A variable's name alone does nothing, so checkErrors; is one, too. */
	if (n->kind == NODE_NAME && (str_is_shouted(n->name) || sounds_like_macro(n->name)))
		n = node_add(cuda_node(c, NODE_CALL, value), n);
	else if (n->kind == NODE_BINARY)
		use_stream_macro(c, n, value);
	if (n->kind != NODE_DELETE && n->kind != NODE_THROW) {
		n = node_add(cuda_node(c, NODE_EXPR, s), n);
		n->at = n->child->at;
	}
	node_list_add(to, n);
}

/* NAME(args) { ... }: a macro that guards or repeats a block. */
static void macro_with_block(struct cuda *c, struct node_list *to, const struct syn *s, const struct declarator *d)
{
	struct node *call = cuda_call_of_declarator(c, d->function, d->name);
	struct str name = str_behind_scope(call->child->name);
	if (cuda_is_reserved(name))
		call->kind = NODE_OPAQUE;
	bool repeats = str_has(name, "FOR") || str_has(name, "for") || str_has(name, "LOOP") || str_has(name, "EACH");
	struct node *n = cuda_node(c, repeats ? NODE_WHILE : NODE_IF, s);
	node_add(node_add(n, call), cuda_body(c, syn_field(s, FIELD_BODY)));
	node_list_add(to, n);
}

static void nested_function(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct declarator d = cuda_declarator(syn_field(s, FIELD_DECLARATOR));
	bool is_plain = d.function && d.name && d.name->kind == SYN_IDENTIFIER;
	if (is_plain && (!syn_field(s, FIELD_TYPE) || cuda_is_reserved(cuda_slice(c, d.name->begin, d.name->end))))
		macro_with_block(c, to, s, &d);
	else
		cuda_function(c, to, s, 0);
}

static void convert(struct cuda *c, struct node_list *to, const struct syn *s)
{
	switch (s->kind) {
	case SYN_COMPOUND: node_list_add(to, cuda_block(c, s)); break;
	case SYN_EXPRESSION_STATEMENT: expression_statement(c, to, s); break;
	case SYN_DECLARATION: cuda_variables(c, to, s); break;
	case SYN_IF: if_statement(c, to, s); break;
	case SYN_WHILE: while_statement(c, to, s); break;
	case SYN_DO: do_statement(c, to, s); break;
	case SYN_FOR: for_statement(c, to, s); break;
	case SYN_FOR_RANGE: range_statement(c, to, s); break;
	case SYN_SWITCH: switch_statement(c, to, s); break;
	case SYN_CASE: case_statement(c, to, s); break;
	case SYN_LABELED: labeled_statement(c, to, s); break;
	case SYN_BREAK: node_list_add(to, cuda_node(c, NODE_BREAK, s)); break;
	case SYN_CONTINUE: node_list_add(to, cuda_node(c, NODE_CONTINUE, s)); break;
	case SYN_RETURN:
	case SYN_CO_RETURN: value_statement(c, to, s, NODE_RETURN); break;
	case SYN_CO_YIELD: value_statement(c, to, s, NODE_YIELD); break;
	case SYN_THROW: value_statement(c, to, s, NODE_THROW); break;
	case SYN_GOTO: goto_statement(c, to, s); break;
	case SYN_TRY: try_statement(c, to, s); break;
	case SYN_FUNCTION_DEFINITION: nested_function(c, to, s); break;
	case SYN_INIT_STATEMENT:
	case SYN_ATTRIBUTED_STATEMENT:
		for (const struct syn *inner = syn_first(s); inner; inner = syn_next(inner))
			cuda_stmt(c, to, inner);
		break;
	case SYN_ERROR: cuda_salvage(c, to, s); break;
	default:
		if (cuda_is_conditional(s->kind))
			cuda_conditional(c, to, s, cuda_stmt);
		else if (cuda_is_expr(s->kind))
			node_list_add(to, node_add(cuda_node(c, NODE_EXPR, s), cuda_expr(c, s)));
		else if (s->flags & SYN_NAMED)
			cuda_decl(c, to, s);
	}
}

void cuda_stmt(struct cuda *c, struct node_list *to, const struct syn *s)
{
	if (!cuda_enter(c)) {
		if (s->flags & SYN_NAMED)
			node_list_add(to, cuda_node(c, NODE_OPAQUE, s));
		return;
	}
	bool holds_error = s->flags & SYN_HAS_ERROR && s->kind != SYN_ERROR && s->kind != SYN_COMPOUND &&
	                   s->kind != SYN_CASE && s->kind != SYN_LABELED;
	if (holds_error)
		cuda_salvage_children(c, to, s);
	convert(c, to, s);
	cuda_leave(c);
}
