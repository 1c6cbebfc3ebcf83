/* Bodies of #define, each parsed apart: the body alone in a function of its own, byte for byte where it can be, so that
 * offsets map back by one addition. */
#include <ctype.h>
#include <string.h>

#include "parse/cuda.h"

static bool is_word(char ch) { return isalnum((u8)ch) || ch == '_'; }

static u32 word_end(const char *p, u32 i, u32 n)
{
	while (i < n && is_word(p[i]))
		i++;
	return i;
}

static u32 space_end(const char *p, u32 i, u32 n)
{
	while (i < n && isspace((u8)p[i]))
		i++;
	return i;
}

/* The end of the string, character or comment that begins at i; i itself if none does. */
static u32 opaque_end(const char *p, u32 i, u32 n)
{
	if (p[i] == '/' && i + 1 < n && p[i + 1] == '*') {
		const char *end = memmem(p + i + 2, n - i - 2, "*/", 2);
		return end ? (u32)(end - p) + 2 : n;
	}
	if (p[i] == '/' && i + 1 < n && p[i + 1] == '/')
		return n;
	if (p[i] != '"' && p[i] != '\'')
		return i;
	u32 end = i + 1;
	while (end < n && p[end] != p[i])
		end += p[end] == '\\' ? 2 : 1;
	return min_u32(end + 1, n);
}

static void unsplice(char *p, u32 n)
{
	for (u32 i = 0; i + 1 < n; i++)
		if (p[i] == '\\' && (p[i + 1] == '\n' || (p[i + 1] == '\r' && i + 2 < n && p[i + 2] == '\n')))
			p[i] = p[i + 1] = ' ';
}

/* a ## b becomes a____b, one identifier; elsewhere `##` becomes blank. */
static u32 paste(char *p, u32 i, u32 n)
{
	u32 left = i, right = space_end(p, i + 2, n);
	while (left && isspace((u8)p[left - 1]))
		left--;
	bool joins = left && is_word(p[left - 1]) && right < n && is_word(p[right]);
	memset(p + (joins ? left : i), joins ? '_' : ' ', right - (joins ? left : i));
	return right;
}

/* #name becomes the string "nam", so that it joins with strings beside it. */
static u32 stringify(char *p, u32 i, u32 n)
{
	u32 end = word_end(p, space_end(p, i + 1, n), n);
	p[i] = ' ';
	if (end > i + 1)
		p[i] = p[end - 1] = '"';
	return end;
}

/* __VA_OPT__(x) becomes x. */
static void unwrap_option(char *p, u32 begin, u32 end, u32 n)
{
	u32 open = space_end(p, end, n), depth = 0;
	for (u32 i = open; i < n && p[open] == '('; i++) {
		depth += p[i] == '(';
		depth -= p[i] == ')';
		if (depth)
			continue;
		p[open] = p[i] = ' ';
		memset(p + begin, ' ', end - begin);
		return;
	}
}

static void rewrite(char *p, u32 n)
{
	unsplice(p, n);
	for (u32 i = 0, end; i < n; i = end) {
		end = opaque_end(p, i, n);
		if (end > i)
			continue;
		end = i + 1;
		if (p[i] == '#') {
			end = i + 1 < n && p[i + 1] == '#' ? paste(p, i, n) : stringify(p, i, n);
		} else if (is_word(p[i])) {
			end = word_end(p, i, n);
			if (str_is((struct str){p + i, end - i}, "__VA_OPT__"))
				unwrap_option(p, i, end, n);
		}
	}
}

/* What a fragment lacks: opening and closing braces; whether it ends a statement of its own at the top. */
struct balance {
	u32 missing_open, missing_close;
	bool has_semicolon;
};

static struct balance balance_of(const char *p, u32 n)
{
	struct balance b = {0};
	u32 round = 0;
	for (u32 i = 0, end; i < n; i = end) {
		end = opaque_end(p, i, n);
		if (end > i)
			continue;
		end = i + 1;
		round += p[i] == '(';
		round -= p[i] == ')' && round;
		b.missing_close += p[i] == '{';
		if (p[i] == '}' && b.missing_close)
			b.missing_close--;
		else if (p[i] == '}')
			b.missing_open++;
		b.has_semicolon |= p[i] == ';' && !round && !b.missing_close;
	}
	return b;
}

/* What must stand before a fragment so that the grammar can read it. */
static const char *lead_in(struct str body)
{
	u32 end = word_end(body.p, 0, (u32)body.n);
	struct str word = {body.p, end};
	if (str_is(word, "else"))
		return "if(0);";
	if (str_is(word, "catch"))
		return "try{}";
	if (str_is(word, "case") || str_is(word, "default"))
		return "switch(0){";
	return "";
}

/* `#define THROW At(__LINE__), throw`: what is thrown follows the macro's use. */
static void end_in_throw(char *p, u32 n)
{
	static const char word[] = "throw";
	u32 end = n, begin;
	while (end && isspace((u8)p[end - 1]))
		end--;
	begin = end;
	while (begin && is_word(p[begin - 1]))
		begin--;
	if (!str_is((struct str){p + begin, end - begin}, word))
		return;
	while (begin && isspace((u8)p[begin - 1]))
		begin--;
	if (begin && p[begin - 1] == ',')
		p[begin - 1] = ';';
}

struct fragment {
	struct str text; /* a function around the body */
	u32 prefix;      /* bytes before the body */
	bool is_statement;
};

static struct fragment wrap(struct arena *a, struct str bytes, const struct index_macro *m)
{
	static const char head[] = "void f(){";
	char *body = arena_text(a, bytes.p + m->body, m->end - m->body);
	u32 n = m->end - m->body;
	rewrite(body, n);
	end_in_throw(body, n);
	struct balance b = balance_of(body, n);
	const char *lead = lead_in((struct str){body, n});
	u32 opens = b.missing_open, closes = b.missing_close + (lead[0] == 's');
	u32 prefix = (u32)(sizeof head - 1 + strlen(lead)) + opens;
	char *text = arena_alloc(a, (size_t)prefix + n + closes + 4);
	u32 at = (u32)strlen(strcpy(text, head));
	memset(text + at, '{', opens);
	memcpy(text + at + opens, lead, strlen(lead));
	memcpy(text + prefix, body, n);
	text[prefix + n] = '\n'; /* ends a comment */
	text[prefix + n + 1] = ';';
	memset(text + prefix + n + 2, '}', closes + 1);
	return (struct fragment){{text, (size_t)prefix + n + closes + 3}, prefix, b.has_semicolon};
}

/* Where a name of the macro's head stands, from `from` on; the index keeps copies of names. */
static u32 head_find(struct str bytes, const struct index_macro *m, u32 from, struct str name)
{
	for (u32 i = from; name.n && i + name.n <= m->body; i++)
		if ((i == 0 || !is_word(bytes.p[i - 1])) && str_eq((struct str){bytes.p + i, name.n}, name))
			return i;
	return from;
}

static void parameters(struct arena *a, struct node_list *to, const struct index_macro *m, struct str bytes, u32 at)
{
	for (u32 i = 0; i < m->params.n; i++) {
		struct str name = m->params.at[i];
		bool is_rest = str_is(name, "...");
		at = head_find(bytes, m, at, name);
		struct node *n = node_new(a, NODE_PARAM, at, min_u32(at + (u32)name.n, m->end));
		n->name = is_rest ? S("__VA_ARGS__") : name;
		n->flags = is_rest || (m->is_variadic && i + 1 == m->params.n) ? NF_VARIADIC : 0;
		node_list_add(to, n);
	}
}

static bool is_worth_reading(struct str body)
{
	return memchr(body.p, '(', body.n) || memmem(body.p, body.n, "<<<", 3);
}

static void statements(struct cuda *c, struct node *block, const struct syn *root)
{
	struct node_list list = cuda_list(block);
	const struct syn *function = syn_first(root);
	const struct syn *body = syn_field(function, FIELD_BODY);
	for (const struct syn *s = body ? syn_first(body) : function; s; s = syn_next(s))
		cuda_stmt(c, &list, s);
	for (const struct syn *s = body ? syn_next(function) : NULL; s; s = syn_next(s))
		cuda_stmt(c, &list, s);
}

static void one_macro(struct arena *a, struct arena *scratch, struct syntax *x, const struct front_input *in,
                      const struct index_macro *m, struct node_list *to, u32 *errors)
{
	struct fragment f = wrap(scratch, in->bytes, m);
	struct strbuf err = {0};
	struct prepared parsed = cuda_prepare(a, f.text);
	const struct syn *root = syntax_parse(x, scratch, parsed.text, errors, &err);
	strbuf_release(&err);
	if (!root)
		return;
	struct cuda c = {.arena = a,
	                 .parsed = parsed,
	                 .source = in->bytes,
	                 .shift = (i64)m->body - f.prefix,
	                 .from = m->body,
	                 .to = m->end,
	                 .in_function = true,
	                 .class_name = S(""),
	                 .bases = S("")};
	struct node *n = node_new(a, NODE_MACRO, m->begin, m->end), *block = node_new(a, NODE_BLOCK, m->body, m->end);
	n->name = m->name;
	n->at = head_find(in->bytes, m, min_u32(m->begin + 8, m->body), m->name); /* behind "#define " */
	struct node_list list = cuda_list(n);
	parameters(a, &list, m, in->bytes, min_u32(n->at + (u32)m->name.n, m->body));
	statements(&c, block, root);
	bool is_expression = !f.is_statement && block->child && !block->child->next && block->child->kind == NODE_EXPR;
	n->flags |= (u16)((is_expression ? 0 : NF_STATEMENT) | (m->is_device ? NF_DEVICE : 0) | (m->is_debug ? NF_DEBUG : 0));
	node_list_add(&list, is_expression ? block->child->child : block);
	node_list_add(to, n);
}

void cuda_macros(struct arena *a, struct syntax *x, const struct front_input *in, struct node_list *to, u32 *errors)
{
	struct arena scratch = {0};
	for (u32 i = 0; i < in->index->macros.n; i++) {
		const struct index_macro *m = &in->index->macros.at[i];
		if (m->body < m->end && m->end <= in->bytes.n &&
		    is_worth_reading((struct str){in->bytes.p + m->body, m->end - m->body}))
			one_macro(a, &scratch, x, in, m, to, errors);
	}
	for (u32 i = 0; i < in->index->undefs.n; i++) {
		const struct index_undef *u = &in->index->undefs.at[i];
		struct node *n = node_new(a, NODE_UNDEF, u->at, u->at);
		n->name = u->name;
		n->at = u->arm;
		node_list_add(to, n);
	}
	arena_release(&scratch);
}
