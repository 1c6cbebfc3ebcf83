/* Names, literals, casts, lambdas and brackets, read from text (parse/clang_recover.h). */
#include <ctype.h>
#include <string.h>

#include "parse/clang_recover.h"

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
		return recovery_give_up(r);
	r->at = stop + 1;
	struct node *n = recovery_node(r, NODE_CAST, begin);
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
	bool has_storage = text_skip_storage(s, open + 1, close) > text_skip(s, open + 1, close);
	bool is_type = type.n && (text_is_builtin(type) || has_storage || str_ends(type, "*") || str_ends(type, "_t"));
	while (stop < close && text_in(s.p[stop], "*& \t\n"))
		stop++;
	bool follows = value < r->end && (text_is_word(s.p[value]) || text_in(s.p[value], "(\"'") ||
	                                  (is_type && text_in(s.p[value], "&*-+~!")));
	if (!type.n || !follows || text_skip_storage(s, stop, close) < close)
		return NULL;
	r->at = close + 1;
	struct node *operand = recovery_prefix(r), *n = recovery_node(r, NODE_CAST, open);
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
	struct node *n = recovery_node(r, NODE_STRING, begin);
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
	struct node *n = recovery_node(r, is_float ? NODE_FLOAT : NODE_INT, begin);
	n->name = clang_slice(r->w, begin, stop);
	return n;
}

static struct node *bracketed(struct recovery *r, u32 begin)
{
	u32 close = text_close(r->w->text, begin, r->end);
	if (close == NONE)
		return recovery_give_up(r);
	bool is_list = r->w->text.p[begin] == '{';
	struct node *n = is_list ? NULL : c_cast(r, begin, close);
	if (n)
		return n;
	r->at = close + 1;
	if (!is_list)
		return clang_recover(r->w, begin + 1, close);
	n = recovery_node(r, NODE_LIST, begin);
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
		return recovery_give_up(r);
	struct node *block = node_new(r->w->arena, NODE_BLOCK, open, stop + 1);
	struct node_list statements = clang_list(block);
	r->at = stop + 1;
	struct node *n = recovery_node(r, NODE_LAMBDA, begin);
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
	u32 close = open < r->end && text_in(s.p[open], "([{") ? text_close(s, open, r->end) : NONE;
	if (!name.n)
		return recovery_give_up(r);
	r->at = close == NONE ? stop : close + 1;
	struct node *n = recovery_node(r, NODE_NEW, begin);
	struct node_list list = clang_list(n);
	n->type = name;
	if (close != NONE)
		clang_recover_list(r->w, &list, open, close, (struct parts){0});
	return n;
}

struct node *recovery_primary(struct recovery *r)
{
	static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast", "dynamic_cast"};
	struct str s = r->w->text;
	r->at = text_skip(s, r->at, r->end);
	if (r->at >= r->end)
		return recovery_give_up(r);
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
		return recovery_node(r, NODE_SIZEOF, begin);
	}
	if (text_at(s, begin, r->end, "new"))
		return new_object(r, begin, stop);
	if (text_at(s, begin, r->end, "delete") || text_at(s, begin, r->end, "throw"))
		return recovery_give_up(r);
	struct text_name name = text_name(r->w->arena, s, begin, r->end);
	return name.text.n ? named(r, name) : recovery_give_up(r);
}
