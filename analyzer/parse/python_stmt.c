/* Statements of Python. */
#include <string.h>

#include "parse/python.h"

struct node *python_block(struct python *p, const struct syn *s)
{
	struct node *n = python_node(p, NODE_BLOCK, s);
	struct node_list list = {.parent = n};
	if (s->kind != SYN_PY_BLOCK) {
		python_stmt(p, &list, s);
		return n;
	}
	for (s = syn_first(s); s; s = syn_next(s))
		python_stmt(p, &list, s);
	return n;
}

static struct node *block_or_empty(struct python *p, const struct syn *s, u32 at)
{
	return s ? python_block(p, s) : node_new(p->arena, NODE_BLOCK, at, at);
}

/* The block of an else, except or finally clause. */
static struct node *clause_block(struct python *p, const struct syn *s)
{
	const struct syn *body = syn_field(s, FIELD_BODY);
	return block_or_empty(p, body ? body : syn_kind(s, SYN_PY_BLOCK), s->end);
}

/* if, and from then on its elif and else clauses, which are siblings. */
static struct node *if_chain(struct python *p, const struct syn *s, const struct syn *rest)
{
	struct node *n = python_node(p, NODE_IF, s);
	node_add(n, python_expr(p, syn_field(s, FIELD_CONDITION)));
	node_add(n, block_or_empty(p, syn_field(s, FIELD_CONSEQUENCE), s->end));
	while (rest && rest->kind != SYN_PY_ELIF && rest->kind != SYN_ELSE)
		rest = syn_next(rest);
	if (!rest || !python_enter(p))
		return n;
	node_add(n, rest->kind == SYN_ELSE ? clause_block(p, rest) : if_chain(p, rest, syn_next(rest)));
	p->depth--;
	return n;
}

static void for_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	struct node *n = python_node(p, NODE_FOREACH, s);
	const struct syn *other = syn_field(s, FIELD_ALTERNATIVE);
	node_add(n, python_expr(p, syn_field(s, FIELD_LEFT)));
	node_add(n, python_expr(p, syn_field(s, FIELD_RIGHT)));
	node_add(n, block_or_empty(p, syn_field(s, FIELD_BODY), s->end));
	if (other)
		node_add(n, clause_block(p, other));
	node_list_add(to, n);
}

static void while_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	struct node *n = python_node(p, NODE_WHILE, s);
	const struct syn *other = syn_field(s, FIELD_ALTERNATIVE);
	node_add(n, python_expr(p, syn_field(s, FIELD_CONDITION)));
	node_add(n, block_or_empty(p, syn_field(s, FIELD_BODY), s->end));
	if (other)
		node_add(n, clause_block(p, other));
	node_list_add(to, n);
}

static const struct syn *first_named(const struct syn *s)
{
	for (s = syn_first(s); s && !(s->flags & SYN_NAMED);)
		s = syn_next(s);
	return s;
}

static void except_clause(struct python *p, struct node *to, const struct syn *s)
{
	struct node *n = python_node(p, NODE_CATCH, s);
	const struct syn *value = syn_field(s, FIELD_VALUE), *alias = syn_field(s, FIELD_ALIAS);
	if (value && value->kind == SYN_PY_AS_PATTERN) {
		alias = syn_field(value, FIELD_ALIAS);
		value = first_named(value);
	}
	if (value)
		n->type = python_text(p, value);
	if (alias) {
		n->name = python_text(p, alias);
		n->at = alias->begin;
	}
	node_add(to, node_add(n, clause_block(p, s)));
}

static void try_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	struct node *n = python_node(p, NODE_TRY, s);
	const struct syn *other = syn_kind(s, SYN_ELSE), *finally = syn_kind(s, SYN_PY_FINALLY);
	node_add(n, block_or_empty(p, syn_field(s, FIELD_BODY), s->end));
	for (const struct syn *i = syn_first(s); i; i = syn_next(i))
		if (i->kind == SYN_PY_EXCEPT)
			except_clause(p, n, i);
	if (other || finally)
		node_add(n, other ? clause_block(p, other) : python_none(p, s->end));
	if (finally)
		node_add(n, clause_block(p, finally));
	node_list_add(to, n);
}

/* What is behind `as` when it is no plain name is assigned first thing in the block. */
static void with_item(struct python *p, struct node_list *items, struct node_list *block, const struct syn *s)
{
	const struct syn *value = syn_field(s, FIELD_VALUE), *target = NULL;
	struct node *n = python_node(p, NODE_VAR, s);
	if (value && value->kind == SYN_PY_AS_PATTERN) {
		target = syn_field(value, FIELD_ALIAS);
		target = target ? first_named(target) : NULL;
		value = first_named(value);
	}
	node_add(n, python_expr(p, value));
	node_list_add(items, n);
	if (target && target->kind == SYN_IDENTIFIER) {
		n->name = python_text(p, target);
		n->at = target->begin;
	} else if (target) {
		struct node *assign = python_node(p, NODE_ASSIGN, target);
		node_add(node_add(assign, python_expr(p, target)), python_node(p, NODE_OPAQUE, target));
		node_list_add(block, node_add(python_node(p, NODE_EXPR, target), assign));
	}
}

static void with_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	struct node *n = python_node(p, NODE_WITH, s);
	const struct syn *clause = syn_kind(s, SYN_PY_WITH_CLAUSE), *body = syn_field(s, FIELD_BODY);
	struct node *block = node_new(p->arena, NODE_BLOCK, body ? body->begin : s->end, s->end);
	struct node_list items = {.parent = n}, list = {.parent = block};
	for (const struct syn *i = clause ? syn_first(clause) : NULL; i; i = syn_next(i))
		if (i->kind == SYN_PY_WITH_ITEM)
			with_item(p, &items, &list, i);
	for (const struct syn *i = body ? syn_first(body) : NULL; i; i = syn_next(i))
		python_stmt(p, &list, i);
	node_list_add(&items, block);
	node_list_add(to, n);
}

/* x: T = v declares a variable; self.x: T = v assigns, perhaps nothing, and keeps the type. */
static void assignment(struct python *p, struct node_list *to, const struct syn *s)
{
	const struct syn *left = syn_field(s, FIELD_LEFT), *type = syn_field(s, FIELD_TYPE),
			 *right = syn_field(s, FIELD_RIGHT);
	if (type && left && left->kind == SYN_IDENTIFIER) {
		struct node *var = python_named(p, NODE_VAR, left);
		var->end = s->end;
		var->type = python_text(p, type);
		node_list_add(to, right ? node_add(var, python_expr(p, right)) : var);
	} else if (right || type) {
		struct node *assign = python_expr(p, s);
		if (type && assign->kind == NODE_ASSIGN)
			assign->type = python_text(p, type);
		node_list_add(to, node_add(python_node(p, NODE_EXPR, s), assign));
	}
}

static void value_statement(struct python *p, struct node_list *to, const struct syn *s, enum node_kind kind)
{
	struct node *n = python_node(p, kind, s);
	const struct syn *value = syn_first(s);
	while (value && !python_is_expr(value->kind))
		value = syn_next(value);
	if (value)
		node_add(n, python_expr(p, value));
	if (value || kind == NODE_RETURN || kind == NODE_THROW)
		node_list_add(to, n);
}

static void expression_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	for (const struct syn *i = syn_first(s); i; i = syn_next(i))
		if (i->kind == SYN_PY_ASSIGNMENT)
			assignment(p, to, i);
		else if (i->kind == SYN_ERROR)
			python_stmt(p, to, i);
		else if (python_is_expr(i->kind))
			node_list_add(to, node_add(python_node(p, NODE_EXPR, i), python_expr(p, i)));
}

static void delete_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s)) {
		if (s->kind == SYN_PY_EXPRESSION_LIST && python_enter(p)) {
			delete_statement(p, to, s);
			p->depth--;
		} else if (python_is_expr(s->kind)) {
			node_list_add(to, node_add(python_node(p, NODE_DELETE, s), python_expr(p, s)));
		}
	}
}

static void names_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s))
		if (s->kind == SYN_IDENTIFIER)
			node_list_add(to, python_named(p, NODE_GLOBAL, s));
}

/* print and exec of Python 2 are calls. */
static void old_statement(struct python *p, struct node_list *to, const struct syn *s, struct str name)
{
	struct node *call = python_node(p, NODE_CALL, s), *callee = python_node(p, NODE_NAME, s);
	struct node_list list = {.parent = call};
	callee->name = name;
	node_list_add(&list, callee);
	python_items(p, &list, s);
	node_list_add(to, node_add(python_node(p, NODE_EXPR, s), call));
}

/* Literals and dotted names can be compared; all other patterns may or may not match. Captured names are bound. */
static struct node *pattern_test(struct python *p, const struct syn *pattern, struct str subject)
{
	const struct syn *value = pattern->kind == SYN_PY_CASE_PATTERN ? first_named(pattern) : pattern;
	bool is_literal = value && (value->kind == SYN_PY_INTEGER || value->kind == SYN_PY_FLOAT ||
	                            value->kind == SYN_PY_STRING || value->kind == SYN_TRUE ||
	                            value->kind == SYN_FALSE || value->kind == SYN_PY_NONE);
	bool is_dotted = value && value->kind == SYN_PY_DOTTED &&
	                 memchr(p->text.p + value->begin, '.', value->end - value->begin);
	if (!is_literal && !is_dotted)
		return python_node(p, NODE_OPAQUE, pattern);
	struct node *n = python_node(p, NODE_BINARY, pattern), *name = python_node(p, NODE_NAME, pattern);
	name->name = subject;
	n->op = OP_EQ;
	return node_add(node_add(n, name), python_expr(p, value));
}

/* `case _:` and `case name:` always match. */
static bool always_matches(const struct python *p, const struct syn *pattern, const struct syn *guard)
{
	struct str text = pattern ? python_text(p, pattern) : S("");
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] != '_' && !(text.p[i] >= 'a' && text.p[i] <= 'z') &&
		    !(text.p[i] >= 'A' && text.p[i] <= 'Z') && !(text.p[i] >= '0' && text.p[i] <= '9'))
			return false;
	const struct syn *inner = pattern ? first_named(pattern) : NULL;
	return !guard && text.n && (!inner || inner->kind == SYN_PY_DOTTED || inner->kind == SYN_IDENTIFIER);
}

static struct node *case_chain(struct python *p, const struct syn *s, struct str subject)
{
	while (s && s->kind != SYN_PY_CASE)
		s = syn_next(s);
	if (!s || !python_enter(p))
		return NULL;
	const struct syn *pattern = syn_kind(s, SYN_PY_CASE_PATTERN), *guard = syn_field(s, FIELD_GUARD);
	struct node *body = block_or_empty(p, syn_field(s, FIELD_CONSEQUENCE), s->end), *n = body;
	if (!always_matches(p, pattern, guard)) {
		struct node *test = pattern ? pattern_test(p, pattern, subject) : python_node(p, NODE_OPAQUE, s);
		const struct syn *value = guard ? first_named(guard) : NULL;
		if (value) {
			struct node *both = python_node(p, NODE_BINARY, guard);
			both->op = OP_AND;
			test = node_add(node_add(both, test), python_expr(p, value));
		}
		struct node *rest = case_chain(p, syn_next(s), subject);
		n = node_add(node_add(python_node(p, NODE_IF, s), test), body);
		if (rest)
			node_add(n, rest);
	}
	p->depth--;
	return n;
}

/* match: a chain of ifs over a variable no program can name. */
static void match_statement(struct python *p, struct node_list *to, const struct syn *s)
{
	const struct syn *subject = syn_field(s, FIELD_SUBJECT), *body = syn_field(s, FIELD_BODY);
	struct str name = S("match subject");
	struct node *assign = python_node(p, NODE_ASSIGN, subject ? subject : s),
		    *target = python_node(p, NODE_NAME, s);
	target->name = name;
	node_add(node_add(assign, target), python_expr(p, subject));
	node_list_add(to, node_add(python_node(p, NODE_EXPR, s), assign));
	struct node *chain = case_chain(p, syn_first(body ? body : s), name);
	if (chain)
		node_list_add(to, chain);
}

static void contents(struct python *p, struct node_list *to, const struct syn *s)
{
	for (s = syn_first(s); s; s = syn_next(s))
		python_stmt(p, to, s);
}

static void convert(struct python *p, struct node_list *to, const struct syn *s)
{
	switch (s->kind) {
	case SYN_EXPRESSION_STATEMENT: expression_statement(p, to, s); break;
	case SYN_IF: node_list_add(to, if_chain(p, s, syn_first(s))); break;
	case SYN_FOR: for_statement(p, to, s); break;
	case SYN_WHILE: while_statement(p, to, s); break;
	case SYN_TRY: try_statement(p, to, s); break;
	case SYN_PY_WITH: with_statement(p, to, s); break;
	case SYN_BREAK: node_list_add(to, python_node(p, NODE_BREAK, s)); break;
	case SYN_CONTINUE: node_list_add(to, python_node(p, NODE_CONTINUE, s)); break;
	case SYN_RETURN: value_statement(p, to, s, NODE_RETURN); break;
	case SYN_PY_RAISE: value_statement(p, to, s, NODE_THROW); break;
	case SYN_PY_ASSERT: value_statement(p, to, s, NODE_ASSERT); break;
	case SYN_PY_DELETE: delete_statement(p, to, s); break;
	case SYN_PY_GLOBAL:
	case SYN_PY_NONLOCAL: names_statement(p, to, s); break;
	case SYN_PY_PRINT: old_statement(p, to, s, S("print")); break;
	case SYN_PY_EXEC: old_statement(p, to, s, S("exec")); break;
	case SYN_PY_MATCH: match_statement(p, to, s); break;
	case SYN_FUNCTION_DEFINITION:
	case SYN_PY_CLASS: python_definition(p, to, s, NULL); break;
	case SYN_PY_DECORATED:
		if (syn_field(s, FIELD_DEFINITION))
			python_definition(p, to, syn_field(s, FIELD_DEFINITION), s);
		break;
	case SYN_PY_IMPORT:
	case SYN_PY_FROM:
	case SYN_PY_FUTURE: python_import(p, to, s); break;
	case SYN_PY_ASSIGNMENT: assignment(p, to, s); break;
	case SYN_PY_PASS: break;
	case SYN_PY_TYPE_ALIAS: /* also what the grammar makes of `type(x).y = z` */
		if (str_starts(python_text(p, s), "type("))
			contents(p, to, s);
		break;
	case SYN_PY_BLOCK:
	case SYN_ERROR: contents(p, to, s); break;
	default:
		if (python_is_expr(s->kind))
			node_list_add(to, node_add(python_node(p, NODE_EXPR, s), python_expr(p, s)));
		else if (s->flags & SYN_NAMED)
			contents(p, to, s);
	}
}

void python_stmt(struct python *p, struct node_list *to, const struct syn *s)
{
	if (!python_enter(p)) {
		if (s->flags & SYN_NAMED)
			node_list_add(to, python_node(p, NODE_OPAQUE, s));
		return;
	}
	convert(p, to, s);
	p->depth--;
}
