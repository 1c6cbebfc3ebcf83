/* An ERROR among declarations can span a whole file: one construct that the grammar doesn't know, and everything around
 * it is loose tokens. Here its text is cut into declarations by brackets alone, and each is parsed by itself. */
#include <string.h>

#include "parse/cuda.h"
#include "parse/cuda_token.h"

enum { MAX_SCOPES = 64 };

struct again {
	struct cuda c; /* how the ERROR's surroundings are read; its class changes on the way */
	struct tokens t;
	struct arena scratch;
	u32 begin;                           /* where the tokens' text begins in the text of c */
	struct node_list lists[MAX_SCOPES];  /* where declarations go: what is around, then the namespaces open here */
	u32 scope;
	u32 first;                           /* first token of the declaration being cut, NONE between two */
};

static bool is_namespace_head(const struct tokens *t, u32 first)
{
	if (token_is(t, first, "inline"))
		first++;
	if (token_is(t, first, "extern"))
		return first + 1 < t->list.n && t->list.at[first + 1].kind == TK_STRING && token_is(t, first + 2, "{");
	return token_is(t, first, "namespace");
}

static void scope_open(struct again *g, u32 brace)
{
	struct cuda *c = &g->c;
	u32 name = g->first + token_is(&g->t, g->first, "inline") + 1, begin = g->t.list.at[g->first].begin;
	bool is_namespace = !token_is(&g->t, g->first, "extern");
	g->first = NONE;
	if (g->scope + 1 >= MAX_SCOPES)
		return;
	if (!is_namespace) {
		g->lists[g->scope + 1] = g->lists[g->scope];
		g->scope++;
		return;
	}
	u32 match = g->t.list.at[brace].match, end = match == NONE ? g->t.length : g->t.list.at[match].end;
	struct node *n =
		node_new(c->arena, NODE_NAMESPACE, cuda_place(c, g->begin + begin), cuda_place(c, g->begin + end));
	if (name < brace)
		n->name =
			cuda_name(c, g->begin + g->t.list.at[name].begin, g->begin + g->t.list.at[brace - 1].end).text;
	node_list_add(&g->lists[g->scope++], n);
	g->lists[g->scope] = cuda_list(n);
}

static void scope_close(struct again *g)
{
	if (!g->scope)
		return;
	struct node_list *outer = &g->lists[g->scope - 1];
	if (outer->parent == g->lists[g->scope].parent)
		*outer = g->lists[g->scope];
	g->scope--;
}

/* Parses bytes [begin, end) of the tokens' text; the root, or NULL. *c is set to read it. */
static const struct syn *piece(struct again *g, u32 begin, u32 end, struct cuda *c)
{
	struct strbuf why = {0};
	u32 errors = 0;
	*c = g->c;
	c->parsed.text = cuda_slice(&g->c, g->begin + begin, g->begin + end);
	c->base += g->begin + begin;
	const struct syn *root = syntax_parse(c->syntax, &g->scratch, c->parsed.text, &errors, &why);
	c->syntax = NULL;
	strbuf_release(&why);
	return root;
}

static bool has_function(const struct node *n)
{
	for (; n; n = n->next)
		if (n->kind == NODE_FUNCTION || n->kind == NODE_CLASS)
			return true;
	return false;
}

/* A header that can't be read, but a name, brackets and a body are there: name(...) ... { }. */
static struct node *bare_function(struct again *g, u32 first, u32 last)
{
	struct tokens *t = &g->t;
	u32 body = t->list.at[last].match, open = first;
	if (!token_is(t, last, "}") || body == NONE || body <= first)
		return NULL;
	while (open < body && !token_is(t, open, "("))
		open++;
	if (open >= body || open == first || t->list.at[open - 1].kind != TK_WORD)
		return NULL;
	struct cuda c;
	const struct syn *root = piece(g, t->list.at[body].begin, t->list.at[last].end, &c);
	if (!root)
		return NULL;
	u32 name = open - 1;
	while (name > first + 1 && token_is(t, name - 1, "::") && t->list.at[name - 2].kind == TK_WORD)
		name -= 2;
	struct node *n = node_new(c.arena, NODE_FUNCTION, cuda_place(&g->c, g->begin + t->list.at[first].begin),
	                          cuda_place(&g->c, g->begin + t->list.at[last].end));
	struct cuda_name text =
		cuda_name(&g->c, g->begin + t->list.at[name].begin, g->begin + t->list.at[open - 1].end);
	n->name = text.text;
	n->at = cuda_place(&g->c, text.at);
	n->flags = NF_ERROR;
	c.in_function = true;
	const struct syn *compound = syn_kind(root, SYN_COMPOUND);
	return node_add(n, cuda_block(&c, compound ? compound : root));
}

static bool is_class_word(const struct tokens *t, u32 i)
{
	return token_is(t, i, "class") || token_is(t, i, "struct") || token_is(t, i, "union");
}

/* The brace that opens a class's body; NONE if the declaration is something else. */
static u32 class_body(const struct tokens *t, u32 first, u32 last)
{
	bool is_class = false;
	for (u32 i = first, angles = 0; i <= last; i++) {
		is_class |= !angles && is_class_word(t, i);
		angles += token_is(t, i, "<");
		angles -= token_is(t, i, ">") && angles;
		if (token_is(t, i, "(") || token_is(t, i, "=") || token_is(t, i, ";"))
			break;
		if (token_is(t, i, "{"))
			return is_class && t->list.at[i].match != NONE ? i : NONE;
	}
	return NONE;
}

/* The class's name and bases, from the tokens in front of its body. */
static void class_head(struct again *g, struct node *n, u32 first, u32 body)
{
	struct tokens *t = &g->t;
	u32 i = first, angles = 0;
	while (i < body && (angles || !is_class_word(t, i))) {
		angles += token_is(t, i, "<");
		angles -= token_is(t, i, ">") && angles;
		i++;
	}
	for (i++; i < body && !token_is(t, i, ":") && !token_is(t, i, "<") && !token_is(t, i, "final"); i++)
		if (t->list.at[i].kind == TK_WORD) {
			n->name = cuda_name(&g->c, g->begin + t->list.at[i].begin, g->begin + t->list.at[i].end).text;
			n->at = cuda_place(&g->c, g->begin + t->list.at[i].begin);
		}
	while (i < body && !token_is(t, i, ":"))
		i++;
	for (i++, angles = 0; i < body; i++) {
		angles += token_is(t, i, "<");
		angles -= token_is(t, i, ">") && angles;
		bool is_base = !angles && t->list.at[i].kind == TK_WORD && !token_is(t, i + 1, "::") &&
		               !token_is(t, i, "public") && !token_is(t, i, "private") &&
		               !token_is(t, i, "protected") && !token_is(t, i, "virtual");
		struct str name = token_text(t, i);
		if (is_base)
			n->type = str_of(arena_format(g->c.arena, "%.*s%s%.*s", (int)n->type.n, n->type.p,
			                              n->type.n ? "," : "", (int)name.n, name.p));
	}
}

static void cut(struct again *g, u32 from, u32 to);

/* A class that can't be read as a whole: its members, each by itself. */
static void class_again(struct again *g, u32 first, u32 body)
{
	u32 close = g->t.list.at[body].match;
	struct node *n = node_new(g->c.arena, NODE_CLASS, cuda_place(&g->c, g->begin + g->t.list.at[first].begin),
	                          cuda_place(&g->c, g->begin + g->t.list.at[close].end));
	class_head(g, n, first, body);
	n->flags = NF_ERROR | (token_is(&g->t, first, "template") ? NF_TEMPLATE : 0);
	node_list_add(&g->lists[g->scope], n);
	struct str class_name = g->c.class_name, bases = g->c.bases;
	g->c.class_name = n->name;
	g->c.bases = n->type;
	g->lists[++g->scope] = cuda_list(n);
	cut(g, body + 1, close);
	g->scope--;
	g->c.class_name = class_name;
	g->c.bases = bases;
}

static void declaration(struct again *g, u32 last)
{
	u32 first = g->first, begin = g->t.list.at[first].begin;
	g->first = NONE;
	struct cuda c;
	const struct syn *root = piece(g, begin, g->t.list.at[last].end, &c);
	u32 body =
		root && (root->kind == SYN_ERROR || syn_kind(root, SYN_ERROR)) ? class_body(&g->t, first, last) : NONE;
	if (body != NONE && g->scope + 1 < MAX_SCOPES) {
		class_again(g, first, body);
		return;
	}
	struct node_list *to = &g->lists[g->scope], all = cuda_list(node_new(c.arena, NODE_BLOCK, 0, 0));
	for (const struct syn *s = root ? syn_first(root) : NULL; s; s = syn_next(s))
		cuda_decl(&c, &all, s);
	struct node *bare = root && root->flags & SYN_HAS_ERROR && !has_function(all.parent->child)
	                            ? bare_function(g, first, last)
	                            : NULL;
	if (bare) {
		node_list_add(to, bare);
		return;
	}
	for (struct node *n = all.parent->child, *next; n; n = next) {
		next = n->next;
		n->next = NULL;
		node_list_add(to, n);
	}
}

/* Behind the brace that closes at `close`: whether the declaration ends there. */
static bool ends_at_brace(const struct again *g, u32 open, u32 close)
{
	const struct tokens *t = &g->t;
	if (token_is(t, close + 1, ",") || token_is(t, close + 1, "{") || token_is(t, close + 1, "catch") ||
	    token_is(t, open - 1, "="))
		return false;
	for (u32 i = g->first; i < open; i++)
		if (token_is(t, i, "("))
			return true;
		else if (token_is(t, i, "class") || token_is(t, i, "struct") || token_is(t, i, "union") ||
		         token_is(t, i, "enum"))
			return !token_is(t, close + 1, ";");
	return true;
}

/* public: and the like */
static bool is_access(const struct tokens *t, u32 i)
{
	return token_is(t, i + 1, ":") &&
	       (token_is(t, i, "public") || token_is(t, i, "private") || token_is(t, i, "protected"));
}

/* Tokens from..to, to excluded. */
static void cut(struct again *g, u32 from, u32 to)
{
	struct tokens *t = &g->t;
	for (u32 i = from; i < to; i++) {
		const struct token *k = &t->list.at[i];
		if (g->first == NONE && is_access(t, i)) {
			i++;
			continue;
		}
		if (token_is_directive(k) || (g->first == NONE && (token_is(t, i, ";") || token_is(t, i, "}")))) {
			if (g->first != NONE)
				declaration(g, i - 1);
			else if (token_is(t, i, "}"))
				scope_close(g);
			continue;
		}
		if (g->first == NONE)
			g->first = i;
		if (token_is(t, i, "{") && is_namespace_head(t, g->first)) {
			scope_open(g, i);
		} else if (k->match != NONE && k->match > i) {
			u32 open = i;
			i = k->match;
			if (token_is(t, open, "{") && open > g->first && ends_at_brace(g, open, i))
				declaration(g, i);
		} else if (token_is(t, i, ";") || token_is(t, i, "}")) {
			declaration(g, i);
		}
	}
	if (g->first != NONE)
		declaration(g, to - 1);
}

void cuda_again(struct cuda *c, struct node_list *to, const struct syn *s)
{
	struct str text = cuda_slice(c, s->begin, s->end);
	if (!c->syntax || c->in_function || !memchr(text.p, '{', text.n)) {
		cuda_salvage(c, to, s);
		return;
	}
	struct again g = {.c = *c, .begin = s->begin, .first = NONE};
	g.lists[0] = *to;
	tokens_read(&g.t, &g.scratch, arena_text(&g.scratch, text.p, text.n), (u32)text.n);
	cut(&g, 0, g.t.list.n);
	while (g.scope)
		scope_close(&g);
	*to = g.lists[0];
	arena_release(&g.scratch);
}
