/* Simple statements read from text (parse/clang_tree.h). Those with a body of their own are lost here; the other
 * reader has them. */
#include <string.h>

#include "parse/clang_tree.h"

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
