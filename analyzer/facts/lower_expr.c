/* Expressions. A value becomes an operand; what it costs to get it becomes rows. */
#include "facts/lower_state.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 2 * TREE_DEPTH };

static const operand unknown = OPERAND(OPD_UNKNOWN, 0);

/* 'n', '\0': a letter's number; other escapes, and those with a prefix, are not known. */
static bool literal_char(struct str text, i64 *value)
{
	bool is_plain = text.n == 3 && text.p[1] != '\\' && (u8)text.p[1] < 128, is_end = str_is(text, "'\\0'");
	*value = is_plain ? text.p[1] : 0;
	return is_plain || is_end;
}

/* C and Python literals: digit separators and suffixes are skipped. */
static bool literal_int(struct str text, i64 *value)
{
	if (text.n && text.p[0] == '\'')
		return literal_char(text, value);
	char digits[70];
	u32 n = 0;
	for (size_t i = 0; i < text.n && n < sizeof digits - 1; i++)
		if (text.p[i] != '\'' && !(text.p[i] == '_' && i && i + 1 < text.n))
			digits[n++] = text.p[i];
	digits[n] = 0;
	const char *from = digits;
	int base = 0;
	if (digits[0] == '0' && digits[1] && strchr("bBoO", digits[1])) {
		base = digits[1] == 'b' || digits[1] == 'B' ? 2 : 8;
		from += 2;
	}
	char *end;
	errno = 0;
	unsigned long long v = strtoull(from, &end, base);
	*value = (i64)v;
	return end != from && !errno && strspn(end, "uUlLzZ") == strlen(end);
}

i64 node_int(const struct node *n, bool *ok)
{
	i64 value = 0;
	if (n->kind == NODE_UNARY && n->op == OP_NEG && n->child) {
		value = node_int(n->child, ok);
		*ok = *ok && value != INT64_MIN;
		return *ok ? -value : 0;
	}
	*ok = true;
	if (n->kind == NODE_BOOL)
		return str_is(n->name, "true") || str_is(n->name, "True");
	*ok = n->kind == NODE_INT && literal_int(n->name, &value);
	return value;
}

bool node_is_literal(const struct node *n)
{
	if (n->kind == NODE_UNARY && n->op == OP_NEG && n->child)
		n = n->child;
	return n->kind == NODE_INT || n->kind == NODE_FLOAT || n->kind == NODE_STRING || n->kind == NODE_BOOL ||
	       n->kind == NODE_NULL;
}

/* Without prefix and quotes; of a raw string, without the delimiters too. */
static operand string_operand(struct lower *l, struct str text)
{
	const char *quote = memchr(text.p, '"', text.n), *single = memchr(text.p, '\'', text.n);
	if (single && (!quote || single < quote))
		quote = single;
	if (!quote)
		return OPERAND(OPD_STRING, string_put(l, text));
	size_t prefix = (size_t)(quote - text.p);
	bool is_raw = !l->is_python && prefix && text.p[prefix - 1] == 'R';
	char mark = *quote;
	text = (struct str){quote, text.n - prefix};
	u32 n = text.n >= 6 && text.p[1] == mark && text.p[2] == mark ? 3 : 1;
	if (text.n < 2 * (size_t)n)
		return OPERAND(OPD_STRING, 0);
	text = (struct str){text.p + n, text.n - 2 * n};
	const char *open = is_raw ? memchr(text.p, '(', text.n) : NULL;
	size_t delimiter = open ? (size_t)(open - text.p) + 1 : 0;
	if (open && text.n >= 2 * delimiter)
		text = (struct str){text.p + delimiter, text.n - 2 * delimiter};
	return OPERAND(OPD_STRING, string_put(l, text));
}

static operand lower_int(struct lower *l, const struct node *n)
{
	bool ok;
	i64 value = node_int(n, &ok);
	return ok ? int_operand(l, value) : unknown;
}

/* Python: a number that is known to be one. Of a whole one that is its value; of others a value that no other number has, and that isn't zero: the
 * bits of the double. */
static operand lower_float(struct lower *l, const struct node *n)
{
	char digits[70];
	u32 length = 0;
	for (size_t i = 0; i < n->name.n && length < sizeof digits - 1; i++)
		if (n->name.p[i] != '_')
			digits[length++] = n->name.p[i];
	digits[length] = 0;
	double value = strtod(digits, NULL);
	i64 bits;
	memcpy(&bits, &value, sizeof bits);
	bool is_whole = value >= 0 && value < 1e15 && value == (double)(i64)value;
	return int_operand(l, is_whole ? (i64)value : bits);
}

static operand unary_add(struct lower *l, const struct node *n, enum op op, operand value)
{
	operand dst = temp_new(l);
	struct row *r = row_add(l, ROW_UNARY, n);
	r->sub = (u8)op;
	r->dst = dst;
	r->a = value;
	return dst;
}

static operand binary_add(struct lower *l, const struct node *n, enum op op, operand left, operand right)
{
	operand dst = temp_new(l);
	struct row *r = row_add(l, ROW_BINARY, n);
	r->sub = (u8)op;
	r->dst = dst;
	r->a = left;
	r->b = right;
	return dst;
}

bool node_is_unary(const struct node *n, enum op op) { return n->kind == NODE_UNARY && n->op == op && n->child; }

/* The object of a member access or a dereference; &x reached through is x itself. */
static operand lower_object(struct lower *l, const struct node *n)
{
	return node_is_unary(n, OP_ADDR) ? lower_expr(l, n->child) : lower_expr(l, n);
}

static operand lower_unary(struct lower *l, const struct node *n)
{
	if (!n->child)
		return unknown;
	if (n->op == OP_NEG && node_is_literal(n->child))
		return lower_int(l, n);
	if (node_is_unary(n, OP_NOT) && node_is_unary(n->child, OP_NOT)) /* as true as x, and x is easier to follow */
		return lower_expr(l, n->child->child);
	if (n->op == OP_DEREF) {
		operand to = lower_object(l, n->child);
		return node_is_unary(n->child, OP_ADDR) ? to : place_step(l, to, STEP_DEREF, 0);
	}
	return unary_add(l, n, (enum op)n->op, lower_expr(l, n->child));
}

static operand lower_member(struct lower *l, const struct node *n)
{
	if (!n->child)
		return unknown;
	operand object = lower_object(l, n->child);
	return place_step(l, object, STEP_FIELD, string_put(l, n->name));
}

static u32 text_add(char *text, u32 n, struct str part)
{
	for (size_t k = 0; k < part.n && n < KEY_TEXT; k++)
		if (part.p[k] > ' ')
			text[n++] = part.p[k];
	return n;
}

/* x[key], x[:n], x[0, a:b]: a slice as it is written, without blanks; x[i[k]]: "i[]". */
static u32 index_text(struct lower *l, const struct node *key)
{
	char text[KEY_TEXT];
	u32 n = 0;
	bool is_written = false;
	for (const struct node *i = key; i; i = i->next)
		is_written = is_written || i->kind == NODE_SLICE || (i->kind == NODE_INDEX && i->child && i->child->kind == NODE_NAME);
	if (!is_written)
		return key && !key->next ? key_text(l, key) : 0;
	for (const struct node *i = key; i; i = i->next) {
		bool is_part = i->kind == NODE_INDEX && i->child && i->child->kind == NODE_NAME;
		bool is_plain = i->kind == NODE_SLICE || i->kind == NODE_NAME || i->kind == NODE_INT;
		struct str plain = i->kind == NODE_SLICE && !i->name.n ? S(":") : i->name;
		n = text_add(text, n, is_part ? i->child->name : is_plain ? plain : S("?"));
		n = text_add(text, n, is_part ? S("[]") : S(""));
		n = text_add(text, n, i->next ? S(",") : S(""));
	}
	return n < KEY_TEXT ? string_put(l, (struct str){text, n}) : 0;
}

static operand lower_index(struct lower *l, const struct node *n)
{
	if (!n->child)
		return unknown;
	operand object = lower_expr(l, n->child);
	const struct node *key = n->child->next;
	operand given = OPERAND(OPD_NONE, 0);
	for (const struct node *i = key; i; i = i->next)
		given = lower_expr(l, i);
	operand element = place_step(l, object, STEP_ELEMENT, index_text(l, key));
	bool is_kept = l->is_python && key && !key->next && key->kind != NODE_SLICE;
	return is_kept ? place_keyed(l, element, given) : element;
}

static operand lower_binary(struct lower *l, const struct node *n)
{
	const struct node *right = node_child(n, 1);
	if (!right)
		return n->child ? lower_expr(l, n->child) : unknown;
	if (n->op == OP_COMMA) {
		lower_discard(l, n->child, RF_DISCARDED);
		return lower_expr(l, right);
	}
	operand a = lower_expr(l, n->child);
	operand b = lower_expr(l, right);
	return binary_add(l, n, (enum op)n->op, a, b);
}

/* The value of ({ ... }) is that of its last expression statement. */
static operand lower_stmt_expr(struct lower *l, const struct node *n)
{
	operand value = OPERAND(OPD_NONE, 0);
	const struct node *block = n->child;
	if (!block)
		return value;
	struct block_mark mark = block_enter(l);
	for (const struct node *s = block->kind == NODE_BLOCK ? block->child : block; s; s = s->next)
		if (s->kind == NODE_EXPR && s->child && !s->next)
			value = lower_expr(l, s->child);
		else
			lower_stmt(l, s);
	block_leave(l, mark, block);
	return value;
}

/* Something made of parts: an unknown function of their values. */
static operand lower_opaque(struct lower *l, const struct node *n)
{
	operand value = unknown;
	for (const struct node *c = n->child; c; c = c->next) {
		operand part = lower_expr(l, c);
		enum operand_kind kind = operand_kind(part);
		if (kind == OPD_NONE || kind == OPD_UNKNOWN || kind == OPD_INT || kind == OPD_STRING)
			continue;
		if (value == unknown)
			value = unary_add(l, n, n->op == OP_FORMAT ? OP_FORMAT : OP_NONE, part);
		else
			value = binary_add(l, n, OP_NONE, value, part);
	}
	return value;
}

struct element {
	const struct node *node;
	operand list;
};

static void comprehension_body(struct lower *l, const struct node *n, void *with)
{
	struct element *e = with;
	if (n && n->kind == NODE_FOREACH && n->child) {
		names_declare(l, n->child);
		lower_foreach(l, n, comprehension_body, with);
	} else if (n && n->kind == NODE_IF && n->child) {
		u32 yes = label_new(l), no = label_new(l);
		lower_condition(l, n->child, yes, no);
		label_place(l, yes);
		comprehension_body(l, n->child->next, with);
		label_place(l, label_use(l, no));
	} else {
		const struct node *value = e->node->kind == NODE_PAIR ? node_child(e->node, 1) : NULL;
		if (value)
			lower_expr(l, e->node->child);
		operand item = lower_expr(l, value ? value : e->node);
		move_add(l, e->node, place_step(l, e->list, STEP_ELEMENT, 0), item, 0);
	}
}

static operand lower_comprehension(struct lower *l, const struct node *n)
{
	const struct node *loop = node_child(n, 1);
	if (!loop)
		return lower_opaque(l, n);
	struct element e = {n->child, temp_new(l)};
	move_add(l, n, e.list, unknown, 0);
	struct block_mark mark = block_enter(l);
	comprehension_body(l, loop, &e);
	block_leave(l, mark, n);
	return e.list;
}

static operand lower_yield(struct lower *l, const struct node *n)
{
	operand value = n->child ? lower_expr(l, n->child) : 0;
	operand dst = temp_new(l);
	u32 unwind = unwind_label(l);
	struct row *r = row_add(l, ROW_YIELD, n);
	r->a = value;
	r->dst = dst;
	r->unwind = unwind;
	return dst;
}

static operand lower_cast(struct lower *l, const struct node *n)
{
	if (!n->child)
		return unknown;
	if (!str_is(n->name, "void"))
		return lower_expr(l, n->child);
	lower_discard(l, n->child, RF_VOID_CAST);
	return 0;
}

static operand lower_expr_here(struct lower *l, const struct node *n)
{
	if (node_is_logical(n) || node_is_ternary(n))
		return lower_logic(l, n);
	switch (n->kind) {
	case NODE_NONE: return 0;
	case NODE_NAME: return name_operand(l, n->name);
	case NODE_MEMBER: return lower_member(l, n);
	case NODE_INDEX: return lower_index(l, n);
	case NODE_CALL: return lower_call(l, n, 0, 0);
	case NODE_LAUNCH: lower_launch(l, n); return 0;
	case NODE_UNARY: return lower_unary(l, n);
	case NODE_BINARY: return lower_binary(l, n);
	case NODE_ASSIGN: return lower_assign(l, n);
	case NODE_CAST: return lower_cast(l, n);
	case NODE_NEW: return lower_new(l, n);
	case NODE_INT:
	case NODE_BOOL: return lower_int(l, n);
	case NODE_STRING: lower_opaque(l, n); return string_operand(l, n->name);
	case NODE_NULL: return OPERAND(OPD_NULL, 0);
	case NODE_THIS: return OPERAND(OPD_THIS, 0);
	case NODE_LIST: return lower_list(l, n);
	case NODE_LAMBDA: return OPERAND(OPD_FUNCTION, lower_lambda(l, n));
	case NODE_COMPREHENSION: return lower_comprehension(l, n);
	case NODE_STMT_EXPR: return lower_stmt_expr(l, n);
	case NODE_YIELD: return lower_yield(l, n);
	case NODE_VAR: return lower_var(l, n);
	case NODE_KEYWORD:
	case NODE_STAR:
	case NODE_DECORATOR:
	case NODE_EXPR: return n->child ? lower_expr(l, n->child) : unknown;
	case NODE_FLOAT: return l->is_python ? lower_float(l, n) : unknown;
	case NODE_SIZEOF: return unknown;
	case NODE_OPAQUE:
	case NODE_SLICE:
	case NODE_PAIR:
	case NODE_TERNARY: return lower_opaque(l, n);
	default: lower_stmt(l, n); return 0;
	}
}

operand lower_expr(struct lower *l, const struct node *n)
{
	if (l->fn->depth >= MAX_DEPTH)
		return unknown;
	l->fn->depth++;
	operand value = lower_expr_here(l, n);
	l->fn->depth--;
	return value;
}
