/* Cython's lexer: words, numbers, strings, single marks. */
#include "parse/cython_token.h"

static bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || (u8)c >= 128; }

static u32 skip_word(struct str text, u32 p)
{
	while (p < text.n && is_word(text.p[p]))
		p++;
	return p;
}

/* From the opening quote. One that is not closed ends with its line, a long one with the text. */
static u32 skip_string(struct str text, u32 p)
{
	char quote = text.p[p];
	bool is_long = text.n - p >= 3 && text.p[p + 1] == quote && text.p[p + 2] == quote;
	for (p += is_long ? 3 : 1; p < text.n; p++) {
		char c = text.p[p];
		if (c == '\\' && p + 1 < text.n)
			p++;
		else if (!is_long && (c == quote || c == '\n'))
			return c == quote ? p + 1 : p;
		else if (is_long && c == quote && text.n - p >= 3 && text.p[p + 1] == quote && text.p[p + 2] == quote)
			return p + 3;
	}
	return (u32)text.n;
}

/* A backslash before the end of its line. */
static u32 splice(struct str text, u32 p)
{
	u32 q = p + 1;
	q += q < text.n && text.p[q] == '\r';
	return text.p[p] == '\\' && q < text.n && text.p[q] == '\n' ? q + 1 : 0;
}

static void push(struct arena *a, struct cython_statement *s, u32 begin, u32 end, enum cython_kind kind, char c)
{
	struct cython_token t = {begin, end, NONE, s->open.n, kind};
	u32 index = s->tokens.n;
	if (c == '(' || c == '[' || c == '{') {
		vec_push(a, &s->open, index);
	} else if ((c == ')' || c == ']' || c == '}') && s->open.n) {
		t.match = s->open.at[--s->open.n];
		t.depth = s->open.n;
		s->tokens.at[t.match].match = index;
	}
	vec_push(a, &s->tokens, t);
}

/* The word at a line's begin can't stand in brackets: one of them was not closed. */
static bool begins_anew(struct str text, u32 p)
{
	static const char *const words[] = {"cdef", "cpdef", "ctypedef", "cimport", "def", "class"};
	while (p < text.n && (text.p[p] == ' ' || text.p[p] == '\t'))
		p++;
	struct str word = {text.p + p, skip_word(text, p) - p};
	return str_is_any(word, words, COUNT(words));
}

/* One token, or what is none; the offset behind it. */
static u32 take(struct arena *a, struct str text, u32 p, struct cython_statement *s)
{
	char c = text.p[p];
	u32 q = p + 1;
	if (c == '#') {
		while (q < text.n && text.p[q] != '\n')
			q++;
	} else if (splice(text, p)) {
		q = splice(text, p);
	} else if (c == '"' || c == '\'') {
		q = skip_string(text, p);
		push(a, s, p, q, CYTHON_STRING, 0);
	} else if (is_word(c)) {
		q = skip_word(text, p);
		bool is_prefix = q < text.n && q - p <= 2 && (text.p[q] == '"' || text.p[q] == '\'');
		q = is_prefix ? skip_string(text, q) : q;
		push(a, s, p, q, is_prefix ? CYTHON_STRING : c >= '0' && c <= '9' ? CYTHON_NUMBER : CYTHON_WORD, 0);
	} else if (c != ' ' && c != '\t' && c != '\r' && c != '\n' && c != '\f') {
		push(a, s, p, q, CYTHON_MARK, c);
	}
	return q;
}

/* Where the line of a statement begins, and the column of its first token. */
static void place(struct str text, u32 from, struct cython_statement *s)
{
	u32 at = s->tokens.at[0].begin, line = at;
	while (line > from && text.p[line - 1] != '\n')
		line--;
	bool is_first = line == 0 || text.p[line - 1] == '\n';
	s->line = line;
	s->column = is_first ? 0 : NONE;
	for (u32 i = line; is_first && i < at; i++)
		s->column = text.p[i] == '\t' ? (s->column / 8 + 1) * 8 : s->column + 1;
}

bool cython_statement(struct arena *a, struct str text, u32 from, struct cython_statement *s)
{
	u32 p = from;
	s->tokens.n = s->open.n = 0;
	while (p < text.n) {
		char c = text.p[p];
		bool is_end = (c == '\n' && (!s->open.n || begins_anew(text, p + 1))) || (c == ';' && !s->open.n);
		if (is_end && s->tokens.n)
			break;
		p = c == ';' && is_end ? p + 1 : take(a, text, p, s);
	}
	s->end = p < text.n ? p + 1 : (u32)text.n;
	if (s->tokens.n)
		place(text, from, s);
	return s->tokens.n;
}
