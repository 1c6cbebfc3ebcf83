/* Simple statements read from text (parse/clang_tree.h). Those with a body of their own are lost here; the other
 * reader has them. */
#include <string.h>

#include "parse/clang_tree.h"

static struct node *statement_of(struct clang_walk *w, enum node_kind kind, u32 word, u32 end, u32 value)
{
	struct node *n = node_new(w->arena, kind, word, end);
	return text_skip(w->text, value, end) < end ? node_add(n, clang_recover(w, value, end)) : n;
}

/* One declarator: *name, name = value, name(args), name{args}, name[n]. Returns its end, NONE if it is none. */
static u32 declarator(struct clang_walk *w, u32 base, u32 at, u32 end, struct node **out)
{
	struct str s = w->text;
	u32 name = text_skip(s, at, end);
	while (name < end && text_in(s.p[name], "*&"))
		name = text_skip(s, name + 1, end);
	if (name >= end || !text_is_word(s.p[name]))
		return NONE;
	u32 stop = text_token(s, name, end), after = text_skip(s, stop, end);
	struct node *n = *out = node_new(w->arena, NODE_VAR, at, stop);
	n->at = name;
	n->name = clang_slice(w, name, stop);
	n->type = text_type(w->arena, s, base, name, NULL);
	if (n->type.n && !str_ends(n->type, "*") && !text_is_builtin(n->type))
		n->flags = NF_CLASS_TYPE;
	for (u32 close; after < end && s.p[after] == '['; n->flags = 0) {
		close = text_close(s, after, end);
		after = close == NONE ? end : text_skip(s, close + 1, end);
	}
	if (after < end && s.p[after] == '=') {
		n->end = clang_item_end(w, after + 1, end, (struct parts){0});
		node_add(n, clang_recover(w, after + 1, n->end));
		after = n->end;
	} else if (after < end && (s.p[after] == '(' || s.p[after] == '{')) {
		u32 close = text_close(s, after, end);
		if (close == NONE)
			return NONE;
		node_add(n, clang_construct(w, n, after, close, (struct parts){0}));
		after = n->end = close + 1;
	}
	after = text_skip(s, after, end);
	return after >= end || s.p[after] == ',' ? after : NONE;
}

void clang_recover_declarators(struct clang_walk *w, struct node_list *to, u32 base, u32 at, u32 end)
{
	while (at < end) {
		struct node *n;
		u32 next = declarator(w, base, at, end, &n);
		if (next == NONE) {
			w->lost++;
			break;
		}
		node_list_add(to, n);
		at = next + 1;
	}
}

struct node *clang_recover_variable(struct clang_walk *w, u32 begin, u32 end)
{
	struct node *n;
	begin = text_skip_storage(w->text, begin, end);
	u32 type_end = text_type_end(w->arena, w->text, begin, end);
	return type_end > begin && declarator(w, begin, type_end, end, &n) != NONE ? n : NULL;
}

static bool declaration(struct clang_walk *w, struct node_list *to, u32 at, u32 end)
{
	if (!clang_recover_variable(w, at, end))
		return false;
	clang_recover_declarators(w, to, at, text_type_end(w->arena, w->text, at, end), end);
	return true;
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

/* using T = type, using a::b, using namespace a. */
static void alias(struct clang_walk *w, struct node_list *to, u32 begin, u32 name, u32 end)
{
	name = text_skip(w->text, name, end);
	bool is_namespace = text_at(w->text, name, end, "namespace");
	struct text_name target = text_name(w->arena, w->text, is_namespace ? text_token(w->text, name, end) : name, end);
	u32 equals = text_skip(w->text, target.end, end);
	struct node *n = node_new(w->arena, NODE_USING, begin, end);
	n->at = target.at;
	n->name = is_namespace ? S("") : str_behind_scope(target.text);
	n->type = target.text;
	if (text_at(w->text, equals, end, "="))
		n->type = text_type(w->arena, w->text, equals + 1, end, NULL);
	node_list_add(to, n);
}

static bool has_body(struct clang_walk *w, u32 at, u32 end)
{
	static const char *const words[] = {"if", "else", "for", "while", "do", "switch", "try", "catch", "struct", "class",
	                                    "union", "enum", "template", "asm", "goto", "co_return", "co_yield"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (text_at(w->text, at, end, words[i]))
			return true;
	return !text_is_word(w->text.p[at]) && !text_in(w->text.p[at], "(*&+-!:~");
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
		u32 close = text_at(w->text, value, end, "[") ? text_close(w->text, value, end) : NONE;
		n = statement_of(w, NODE_DELETE, at, end, close == NONE ? value : close + 1);
	} else if (text_at(w->text, at, end, "using")) {
		alias(w, to, at, word, end);
		return;
	} else if (text_at(w->text, at, end, "typedef") || text_at(w->text, at, end, "static_assert")) {
		return;
	} else if (declaration(w, to, at, end)) {
		return;
	} else {
		struct node *value = clang_recover(w, at, end);
		n = node_new(w->arena, NODE_EXPR, at, end);
		n->at = value->at;
		node_add(n, value);
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
