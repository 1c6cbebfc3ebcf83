/* Expressions that libclang gave up, read from the text: it drops an argument, an initialiser or a whole statement
 * that names something undeclared, and then positions shift and calls are lost. This is a small reader of the usual
 * shapes: names, literals, calls, launches, members, operators. What it doesn't know is OPAQUE. */
#include "parse/clang_tree.h"

#include <ctype.h>
#include <string.h>

/* Reads from `at` on, never past `end`. */
struct recovery {
	struct clang_walk *w;
	u32 at, end;
};

static struct node *read_expr(struct recovery *r, int lowest);
static struct node *prefix(struct recovery *r);

static bool next_is(struct recovery *r, const char *token)
{
	r->at = text_skip(r->w->text, r->at, r->end);
	return text_at(r->w->text, r->at, r->end, token);
}

static struct node *new_node(struct recovery *r, enum node_kind kind, u32 begin)
{
	return node_new(r->w->arena, kind, begin, max_u32(r->at, begin));
}

/* The rest of the text can't be read. */
static struct node *give_up(struct recovery *r)
{
	u32 begin = r->at;
	r->at = r->end;
	struct node *n = new_node(r, NODE_OPAQUE, begin);
	n->flags = NF_ERROR;
	r->w->lost++;
	return n;
}

static struct node *named(struct recovery *r, struct text_name name)
{
	static const struct {
		const char *word;
		enum node_kind kind;
	} words[] = {{"true", NODE_BOOL}, {"false", NODE_BOOL}, {"nullptr", NODE_NULL}, {"NULL", NODE_NULL}, {"this", NODE_THIS}};
	struct node *n = node_new(r->w->arena, NODE_NAME, r->at, name.end);
	n->at = name.at;
	r->at = name.end;
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_is(name.text, words[i].word))
			n->kind = (u8)words[i].kind;
	if (n->kind == NODE_NAME || n->kind == NODE_BOOL)
		n->name = name.text;
	return n;
}

/* static_cast<T>(x) and its like, after the word. */
static struct node *named_cast(struct recovery *r, u32 begin, u32 open)
{
	struct str s = r->w->text;
	u32 close = text_close_angle(s, open, r->end);
	u32 value = close == NONE ? NONE : text_skip(s, close + 1, r->end);
	u32 stop = value == NONE || !text_at(s, value, r->end, "(") ? NONE : text_close(s, value, r->end);
	if (stop == NONE)
		return give_up(r);
	r->at = stop + 1;
	struct node *n = new_node(r, NODE_CAST, begin);
	n->type = text_type(r->w->arena, s, open + 1, close, NULL);
	n->name = str_is(n->type, "void") ? n->type : S("");
	return node_add(n, clang_recover(r->w, value + 1, stop));
}

/* (T)x: the brackets hold a type and an operand follows. */
static struct node *c_cast(struct recovery *r, u32 open, u32 close)
{
	struct str s = r->w->text;
	u32 stop, value = text_skip(s, close + 1, r->end);
	struct str type = text_type(r->w->arena, s, open + 1, close, &stop);
	bool is_type = type.n && (text_is_builtin(type) || text_skip_storage(s, open + 1, close) > text_skip(s, open + 1, close) ||
	                          str_ends(type, "*") || str_ends(type, "_t"));
	while (stop < close && strchr("*& \t\n", s.p[stop]))
		stop++;
	bool follows = value < r->end && (text_is_word(s.p[value]) || strchr("(\"'", s.p[value]) ||
	                                  (is_type && strchr("&*-+~!", s.p[value])));
	if (!type.n || !follows || text_skip_storage(s, stop, close) < close)
		return NULL;
	r->at = close + 1;
	struct node *operand = prefix(r), *n = new_node(r, NODE_CAST, open);
	n->type = type;
	n->name = str_is(type, "void") ? type : S("");
	return node_add(n, operand);
}

/* "a" PRIu32 "b" is one literal. */
static struct node *string(struct recovery *r, u32 begin)
{
	struct str s = r->w->text;
	for (u32 at = text_skip(s, r->at, r->end); at < r->end; at = text_skip(s, at, r->end)) {
		u32 stop = text_token(s, at, r->end);
		bool is_string = s.p[stop - 1] == '"';
		if (!is_string && !(text_is_word(s.p[at]) && !isdigit((u8)s.p[at]) && !text_next_is(s, stop, r->end, "(")))
			break;
		at = stop;
		r->at = stop;
	}
	struct node *n = new_node(r, NODE_STRING, begin);
	n->name = clang_slice(r->w, begin, r->at);
	return n;
}

static struct node *literal(struct recovery *r, u32 begin, u32 stop)
{
	struct str s = r->w->text;
	char last = s.p[stop - 1];
	r->at = stop;
	if (last == '"')
		return string(r, begin);
	bool is_float = last != '\'' && memchr(s.p + begin, '.', stop - begin);
	struct node *n = new_node(r, is_float ? NODE_FLOAT : NODE_INT, begin);
	n->name = clang_slice(r->w, begin, stop);
	return n;
}

static struct node *bracketed(struct recovery *r, u32 begin)
{
	u32 close = text_close(r->w->text, begin, r->end);
	if (close == NONE)
		return give_up(r);
	bool is_list = r->w->text.p[begin] == '{';
	struct node *n = is_list ? NULL : c_cast(r, begin, close);
	if (n)
		return n;
	r->at = close + 1;
	if (!is_list)
		return clang_recover(r->w, begin + 1, close);
	n = new_node(r, NODE_LIST, begin);
	struct node_list list = clang_list(n);
	clang_recover_list(r->w, &list, begin, close, (struct parts){0});
	return n;
}

/* [captures](parameters) specifiers { statements }: the parameters are read by name only. */
static struct node *lambda(struct recovery *r, u32 begin)
{
	struct str s = r->w->text;
	u32 close = text_close(s, begin, r->end), open = close == NONE ? NONE : text_find(s, close + 1, r->end, '{');
	u32 stop = open == NONE ? NONE : text_close(s, open, r->end);
	if (stop == NONE)
		return give_up(r);
	struct node *block = node_new(r->w->arena, NODE_BLOCK, open, stop + 1);
	struct node_list statements = clang_list(block);
	r->at = stop + 1;
	struct node *n = new_node(r, NODE_LAMBDA, begin);
	struct node_list list = clang_list(n);
	u32 from = text_skip(s, close + 1, open), to = text_at(s, from, open, "(") ? text_close(s, from, open) : NONE;
	for (u32 at = from + 1; to != NONE && text_skip(s, at, to) < to;) {
		u32 end = clang_item_end(r->w, at, to, (struct parts){0}), name = end;
		while (name > at && text_is_word(s.p[name - 1]))
			name--;
		struct node *parameter = node_new(r->w->arena, NODE_PARAM, text_skip(s, at, end), end);
		parameter->at = name;
		parameter->name = clang_slice(r->w, name, end);
		parameter->type = text_type(r->w->arena, s, at, name, NULL);
		node_list_add(&list, parameter);
		at = min_u32(end + 1, to);
	}
	node_list_add(&list, block);
	clang_recover_statements(r->w, &statements, open + 1, stop);
	return n;
}

/* new T, new T(args), new T{args}, new T[n] */
static struct node *new_object(struct recovery *r, u32 begin, u32 type)
{
	struct str s = r->w->text;
	u32 stop;
	struct str name = text_type(r->w->arena, s, type, r->end, &stop);
	u32 open = text_skip(s, stop, r->end);
	u32 close = open < r->end && strchr("([{", s.p[open]) ? text_close(s, open, r->end) : NONE;
	if (!name.n)
		return give_up(r);
	r->at = close == NONE ? stop : close + 1;
	struct node *n = new_node(r, NODE_NEW, begin);
	struct node_list list = clang_list(n);
	n->type = name;
	if (close != NONE)
		clang_recover_list(r->w, &list, open, close, (struct parts){0});
	return n;
}

static struct node *primary(struct recovery *r)
{
	static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};
	struct str s = r->w->text;
	r->at = text_skip(s, r->at, r->end);
	if (r->at >= r->end)
		return give_up(r);
	u32 begin = r->at, stop = text_token(s, begin, r->end);
	char first = s.p[begin], last = s.p[stop - 1];
	if (isdigit((u8)first) || last == '"' || last == '\'')
		return literal(r, begin, stop);
	if (first == '(' || first == '{')
		return bracketed(r, begin);
	if (first == '[')
		return lambda(r, begin);
	for (u32 i = 0; i < COUNT(casts); i++)
		if (text_at(s, begin, r->end, casts[i]) && text_next_is(s, stop, r->end, "<"))
			return named_cast(r, begin, text_skip(s, stop, r->end));
	if (text_at(s, begin, r->end, "sizeof") || text_at(s, begin, r->end, "alignof")) {
		u32 open = text_skip(s, stop, r->end), close = text_at(s, open, r->end, "(") ? text_close(s, open, r->end) : NONE;
		r->at = close == NONE ? r->end : close + 1;
		return new_node(r, NODE_SIZEOF, begin);
	}
	if (text_at(s, begin, r->end, "new"))
		return new_object(r, begin, stop);
	if (text_at(s, begin, r->end, "delete") || text_at(s, begin, r->end, "throw"))
		return give_up(r);
	struct text_name name = text_name(r->w->arena, s, begin, r->end);
	return name.text.n ? named(r, name) : give_up(r);
}

/* callee(args), or callee<<<...>>>(args). */
static struct node *call(struct recovery *r, struct node *callee, u32 open, u32 close)
{
	struct node *n = new_node(r, NODE_CALL, callee->begin);
	struct node_list list = clang_list(n);
	n->at = callee->kind == NODE_NAME || callee->kind == NODE_MEMBER ? callee->at : open;
	n->end = r->at = close + 1;
	node_list_add(&list, callee);
	clang_recover_list(r->w, &list, open, close, (struct parts){0});
	return n;
}

struct node *clang_recover_launch(struct clang_walk *w, struct node *kernel, u32 open, u32 end, struct parts known)
{
	struct str s = w->text;
	u32 close = open + 3;
	while (close < end && !text_at(s, close, end, ">>>")) {
		u32 inner = strchr("([{", s.p[close]) ? text_close(s, close, end) : NONE;
		close = text_skip(s, inner == NONE ? text_token(s, close, end) : inner + 1, end);
	}
	u32 args = close >= end ? NONE : text_skip(s, close + 3, end);
	u32 stop = args == NONE || !text_at(s, args, end, "(") ? NONE : text_close(s, args, end);
	if (stop == NONE)
		return NULL;
	struct node *n = node_new(w->arena, NODE_LAUNCH, kernel->begin, stop + 1), *written = clang_none(w, open);
	struct node_list list = clang_list(n), configuration = clang_list(written);
	n->at = open;
	node_list_add(&list, kernel);
	clang_recover_list(w, &configuration, open + 2, close, known);
	struct node *arg = written->child;
	for (u32 i = 0; i < 4; i++) {
		struct node *next = arg ? arg->next : NULL;
		if (arg)
			arg->next = NULL;
		node_list_add(&list, arg ? arg : clang_none(w, close));
		arg = next;
	}
	clang_recover_list(w, &list, args, stop, known);
	return n;
}

static struct node *launch(struct recovery *r, struct node *kernel, u32 open)
{
	struct node *n = clang_recover_launch(r->w, kernel, open, r->end, (struct parts){0});
	if (!n)
		return give_up(r);
	r->at = n->end;
	return n;
}

static struct node *index_of(struct recovery *r, struct node *object, u32 close)
{
	struct node *n = new_node(r, NODE_INDEX, object->begin);
	u32 open = r->at;
	n->end = r->at = close + 1;
	return node_add(node_add(n, object), clang_recover(r->w, open + 1, close));
}

static struct node *member_of(struct recovery *r, struct node *object, bool is_arrow)
{
	struct text_name name = text_name(r->w->arena, r->w->text, r->at + (is_arrow ? 2 : 1), r->end);
	if (!name.text.n)
		return NULL;
	r->at = name.end;
	struct node *n = new_node(r, NODE_MEMBER, object->begin);
	n->name = name.text;
	n->at = name.at;
	n->flags = is_arrow ? NF_ARROW : 0;
	return node_add(n, object);
}

static struct node *postfix(struct recovery *r)
{
	struct str s = r->w->text;
	struct node *n = primary(r);
	while (n->kind != NODE_OPAQUE) {
		bool is_arrow = next_is(r, "->");
		struct node *longer = NULL;
		u32 close = r->at < r->end && strchr("([{", s.p[r->at]) ? text_close(s, r->at, r->end) : NONE;
		if (next_is(r, "(") && close != NONE)
			longer = call(r, n, r->at, close);
		else if (next_is(r, "{") && close != NONE && n->kind == NODE_NAME)
			longer = call(r, n, r->at, close);
		else if (next_is(r, "<<<"))
			longer = launch(r, n, r->at);
		else if (next_is(r, "[") && close != NONE)
			longer = index_of(r, n, close);
		else if (is_arrow || next_is(r, "."))
			longer = member_of(r, n, is_arrow);
		if (!longer)
			break;
		n = longer;
	}
	return n;
}

static struct node *prefix(struct recovery *r)
{
	static const struct {
		const char *sign;
		enum op op;
	} signs[] = {{"++", OP_PRE_INC}, {"--", OP_PRE_DEC}, {"&", OP_ADDR}, {"*", OP_DEREF},
	             {"!", OP_NOT},      {"not", OP_NOT},    {"-", OP_NEG},      {"+", OP_PLUS}, {"~", OP_COMPLEMENT}};
	for (u32 i = 0; i < COUNT(signs); i++) {
		if (!next_is(r, signs[i].sign))
			continue;
		u32 begin = r->at;
		if (!clang_enter(r->w))
			return give_up(r);
		r->at += (u32)strlen(signs[i].sign);
		struct node *value = prefix(r), *n = new_node(r, NODE_UNARY, begin);
		clang_leave(r->w);
		n->op = (u8)signs[i].op;
		return node_add(n, value);
	}
	return postfix(r);
}

/* Longer signs come first; `level` is the binding strength. */
static const struct infix {
	const char *sign;
	u8 op, level;
	bool assigns;
} infixes[] = {
	{"<<=", OP_SHL, 1, true}, {">>=", OP_SHR, 1, true}, {"+=", OP_ADD, 1, true}, {"-=", OP_SUB, 1, true},
	{"*=", OP_MUL, 1, true},  {"/=", OP_DIV, 1, true},  {"%=", OP_MOD, 1, true}, {"|=", OP_BITOR, 1, true},
	{"&=", OP_BITAND, 1, true}, {"^=", OP_XOR, 1, true}, {"||", OP_OR, 2, false}, {"&&", OP_AND, 3, false},
	{"==", OP_EQ, 7, false},  {"!=", OP_NE, 7, false},  {"<=", OP_LE, 8, false}, {">=", OP_GE, 8, false},
	{"<<", OP_SHL, 9, false}, {">>", OP_SHR, 9, false}, {"|", OP_BITOR, 4, false}, {"^", OP_XOR, 5, false},
	{"&", OP_BITAND, 6, false}, {"<", OP_LT, 8, false}, {">", OP_GT, 8, false},  {"+", OP_ADD, 10, false},
	{"-", OP_SUB, 10, false}, {"*", OP_MUL, 11, false}, {"/", OP_DIV, 11, false}, {"%", OP_MOD, 11, false},
	{"=", OP_NONE, 1, true},  {"and", OP_AND, 3, false}, {"or", OP_OR, 2, false},
};

static const struct infix *infix_find(struct str s, u32 at, u32 end)
{
	for (u32 i = 0; i < COUNT(infixes); i++)
		if (text_at(s, at, end, infixes[i].sign))
			return &infixes[i];
	return NULL;
}

static const struct infix *infix_at(struct recovery *r)
{
	r->at = text_skip(r->w->text, r->at, r->end);
	return infix_find(r->w->text, r->at, r->end);
}

struct node *clang_infix(struct clang_walk *w, struct part left, struct part right)
{
	u32 at = text_skip(w->text, left.end, right.begin);
	const struct infix *i = at < right.begin ? infix_find(w->text, at, right.begin) : NULL;
	if (!i || text_skip(w->text, at + (u32)strlen(i->sign), right.begin) < right.begin)
		return NULL;
	struct node *n = node_new(w->arena, i->assigns ? NODE_ASSIGN : NODE_BINARY, left.begin, right.end);
	n->at = at;
	n->op = i->op;
	return node_add(node_add(n, clang_expr(w, left)), clang_expr(w, right));
}

static struct node *ternary(struct recovery *r, struct node *condition)
{
	struct node *n = new_node(r, NODE_TERNARY, condition->begin);
	r->at++;
	u32 colon = text_find(r->w->text, r->at, r->end, ':');
	if (colon == NONE)
		return give_up(r);
	node_add(node_add(n, condition), clang_recover(r->w, r->at, colon));
	r->at = colon + 1;
	node_add(n, read_expr(r, 1));
	n->end = r->at;
	return n;
}

static struct node *read_expr(struct recovery *r, int lowest)
{
	if (!clang_enter(r->w))
		return give_up(r);
	struct node *left = prefix(r);
	for (const struct infix *i; (i = infix_at(r)) && i->level >= lowest;) {
		u32 at = r->at;
		r->at += (u32)strlen(i->sign);
		struct node *right = read_expr(r, i->assigns ? i->level : i->level + 1);
		struct node *n = new_node(r, i->assigns ? NODE_ASSIGN : NODE_BINARY, left->begin);
		n->at = at;
		n->op = i->op;
		left = node_add(node_add(n, left), right);
	}
	if (lowest <= 1 && next_is(r, "?"))
		left = ternary(r, left);
	clang_leave(r->w);
	return left;
}

struct node *clang_recover(struct clang_walk *w, u32 begin, u32 end)
{
	struct recovery r = {w, begin, end};
	struct node *n = read_expr(&r, 1);
	if (text_skip(w->text, r.at, end) >= end)
		return n;
	struct node *all = node_new(w->arena, NODE_OPAQUE, n->begin, max_u32(n->begin, end));
	all->flags = NF_ERROR;
	w->lost++;
	return node_add(all, n);
}

u32 clang_item_end(struct clang_walk *w, u32 at, u32 close, struct parts known)
{
	struct str s = w->text;
	for (at = text_skip(s, at, close); at < close; at = text_skip(s, at, close)) {
		u32 stop = text_token(s, at, close), inner = NONE;
		if (s.p[at] == ',')
			return at;
		for (u32 i = 0; i < known.n; i++)
			if (known.at[i].begin == at && known.at[i].end > stop)
				stop = known.at[i].end;
		if (strchr("([{", s.p[at]))
			inner = text_close(s, at, close);
		else if (text_is_word(s.p[at]) && text_next_is(s, stop, close, "<"))
			inner = text_close_angle(s, text_skip(s, stop, close), close);
		at = inner == NONE || inner < stop ? stop : inner + 1;
	}
	return close;
}

void clang_recover_list(struct clang_walk *w, struct node_list *to, u32 open, u32 close, struct parts known)
{
	u32 next = 0;
	for (u32 at = open + 1; text_skip(w->text, at, close) < close;) {
		u32 end = clang_item_end(w, at, close, known);
		while (next < known.n && known.at[next].begin < at)
			next++;
		if (next >= known.n || known.at[next].begin >= end)
			node_list_add(to, clang_recover(w, at, end));
		for (; next < known.n && known.at[next].begin < end; next++) /* a macro may stand for several */
			node_list_add(to, clang_expr(w, known.at[next]));
		at = min_u32(end + 1, close);
	}
}

/* --- statements --- */

static struct node *statement_of(struct clang_walk *w, enum node_kind kind, u32 word, u32 end, u32 value)
{
	struct node *n = node_new(w->arena, kind, word, end);
	return text_skip(w->text, value, end) < end ? node_add(n, clang_recover(w, value, end)) : n;
}

/* T name, T name = value, T name(args), T name{args}. NULL if it is none. */
static struct node *declaration(struct clang_walk *w, u32 at, u32 end)
{
	struct str s = w->text;
	u32 type_end = text_type_end(w->arena, s, at, end), name;
	for (name = text_skip(s, type_end, end); name < end && strchr("*&", s.p[name]);)
		name = text_skip(s, name + 1, end);
	if (type_end <= at || name >= end || name == type_end || !text_is_word(s.p[name]))
		return NULL;
	u32 stop = text_token(s, name, end), after = text_skip(s, stop, end);
	struct node *n = node_new(w->arena, NODE_VAR, at, end);
	n->at = name;
	n->name = clang_slice(w, name, stop);
	n->type = text_type(w->arena, s, at, name, NULL);
	if (n->type.n && !str_ends(n->type, "*") && !text_is_builtin(n->type))
		n->flags = NF_CLASS_TYPE;
	while (after < end && s.p[after] == '[') {
		u32 bound = text_close(s, after, end);
		after = bound == NONE ? end : text_skip(s, bound + 1, end);
		n->flags = 0;
	}
	if (after >= end)
		return n;
	if (s.p[after] == '=')
		return node_add(n, clang_recover(w, after + 1, end));
	u32 close = s.p[after] == '(' || s.p[after] == '{' ? text_close(s, after, end) : NONE;
	if (close == NONE || text_skip(s, close + 1, end) < end)
		return NULL;
	return node_add(n, clang_construct(w, n, after, close, (struct parts){0}));
}

/* case VALUE: and default:, which libclang drops when the value is undeclared. Returns the end, NONE if it is none. */
static u32 label(struct clang_walk *w, struct node_list *to, u32 at, u32 end)
{
	bool is_case = text_at(w->text, at, end, "case");
	if (!is_case && !text_at(w->text, at, end, "default"))
		return NONE;
	u32 value = text_token(w->text, at, end), colon = value;
	while (colon < end && !text_at(w->text, colon, end, ":"))
		colon = text_skip(w->text, text_token(w->text, colon, end), end);
	struct node *n = node_new(w->arena, NODE_CASE, at, colon);
	node_add(n, is_case ? clang_recover(w, value, colon) : clang_none(w, colon));
	node_list_add(to, n);
	return min_u32(colon + 1, end);
}

static bool has_body(struct clang_walk *w, u32 at, u32 end)
{
	static const char *const words[] = {"if", "else", "for", "while", "do", "switch", "try", "catch", "struct", "class",
	                                    "union", "enum", "template", "asm", "goto", "co_return", "co_yield"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (text_at(w->text, at, end, words[i]))
			return true;
	return !text_is_word(w->text.p[at]) && !strchr("(*&+-!:~", w->text.p[at]);
}

static void recover_statement(struct clang_walk *w, struct node_list *to, u32 at, u32 end)
{
	struct node *n;
	u32 word = text_token(w->text, at, end);
	if (text_at(w->text, at, end, "return")) {
		n = statement_of(w, NODE_RETURN, at, end, word);
	} else if (text_at(w->text, at, end, "throw")) {
		n = statement_of(w, NODE_THROW, at, end, word);
	} else if (text_at(w->text, at, end, "delete")) {
		u32 value = text_skip(w->text, word, end);
		n = statement_of(w, NODE_DELETE, at, end, text_at(w->text, value, end, "[") ? text_find(w->text, value + 1, end, ']') : value);
	} else if (text_at(w->text, at, end, "using") || text_at(w->text, at, end, "typedef") || text_at(w->text, at, end, "static_assert")) {
		return;
	} else {
		n = declaration(w, at, end);
		if (!n) {
			struct node *value = clang_recover(w, at, end);
			n = node_new(w->arena, NODE_EXPR, at, end);
			n->at = value->at;
			node_add(n, value);
		}
	}
	node_list_add(to, n);
}

void clang_recover_statements(struct clang_walk *w, struct node_list *to, u32 begin, u32 end)
{
	struct str s = w->text;
	for (u32 at = text_skip(s, begin, end); at < end; at = text_skip(s, at, end)) {
		at = text_skip_storage(s, at, end); /* belongs to the next statement */
		if (at >= end)
			break;
		u32 stop = s.p[at] == ';' ? at : label(w, to, at, end);
		if (s.p[at] == ';') {
			at++;
			continue;
		}
		if (stop != NONE) {
			at = stop;
			continue;
		}
		stop = has_body(w, at, end) ? NONE : text_find(s, at, end, ';');
		if (stop == NONE) { /* also a part of a statement, or a label */
			struct node *n = node_new(w->arena, NODE_OPAQUE, at, end);
			n->flags = NF_ERROR;
			w->lost++;
			node_list_add(to, n);
			break;
		}
		recover_statement(w, to, at, stop);
		at = stop + 1;
	}
}
