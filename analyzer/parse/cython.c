/* Statement by statement: declarations first, then what may stand in any expression. */
#include "parse/cython.h"

#include "parse/cython_token.h"

#include <string.h>

struct pass {
	struct arena *a;
	struct str in;
	char *out;
	struct cython_statement s;
	u32 next;         /* offset of the next statement */
	u32 group_column; /* of the `cdef:` whose lines these are, or NONE */
	u32 group_indent; /* and how many bytes stand before it */
	u32 decorators;   /* offset of the first of those right above the statement, or NONE */
};

static struct str text_at(const struct pass *x, u32 i)
{
	const struct cython_token *t = i < x->s.tokens.n ? &x->s.tokens.at[i] : NULL;
	return t && t->kind != CYTHON_GONE ? (struct str){x->in.p + t->begin, t->end - t->begin} : S("");
}

static bool is(const struct pass *x, u32 i, const char *text) { return str_is(text_at(x, i), text); }

static bool is_word(const struct pass *x, u32 i) { return i < x->s.tokens.n && x->s.tokens.at[i].kind == CYTHON_WORD; }

static bool is_any(const struct pass *x, u32 i, const char *const *list, u32 n)
{
	for (u32 k = 0; k < n; k++)
		if (is(x, i, list[k]))
			return true;
	return false;
}

static u32 begin_of(const struct pass *x, u32 i) { return x->s.tokens.at[i].begin; }
static u32 end_of(const struct pass *x, u32 i) { return x->s.tokens.at[i].end; }
static u32 depth_of(const struct pass *x, u32 i) { return x->s.tokens.at[i].depth; }

/* Line ends stay, and the backslashes that join lines. */
static void blank(struct pass *x, u32 from, u32 to)
{
	for (u32 i = from; i < to; i++) {
		char c = x->out[i];
		bool joins = c == '\\' && (x->in.p[i + 1] == '\n' || x->in.p[i + 1] == '\r');
		if (c != '\n' && c != '\r' && !joins)
			x->out[i] = ' ';
	}
}

static void drop(struct pass *x, u32 first, u32 behind)
{
	if (first >= behind)
		return;
	blank(x, begin_of(x, first), end_of(x, behind - 1));
	for (u32 i = first; i < behind; i++)
		x->s.tokens.at[i].kind = CYTHON_GONE;
}

/* A line that is too short for it stays blank. */
static void put(struct pass *x, u32 at, struct str text)
{
	if (at + text.n <= x->in.n && !memchr(x->in.p + at, '\n', text.n))
		memcpy(x->out + at, text.p, text.n);
}

/* The first mark at a depth, from a token on; the end if there is none. Not a part of ==, <=, :=. */
static u32 find(const struct pass *x, u32 from, u32 end, u32 depth, char mark)
{
	for (u32 i = from; i < end; i++) {
		const struct cython_token *t = &x->s.tokens.at[i];
		char after = x->in.p[t->end], before = t->begin ? x->in.p[t->begin - 1] : 0;
		bool is_longer = mark == '=' && (after == '=' || (before && strchr("=!<>:", before)));
		if (t->kind == CYTHON_MARK && t->depth == depth && x->in.p[t->begin] == mark && !is_longer)
			return i;
	}
	return end;
}

static bool ends_in_colon(const struct pass *x) { return is(x, x->s.tokens.n - 1, ":"); }

/* ---- Declarations ---- */

/* Where the statement begins, once rewritten: lines of a group move out to it. */
static u32 start_of(const struct pass *x)
{
	u32 begin = begin_of(x, 0), moved = x->s.line + x->group_indent;
	return x->group_column != NONE && moved < begin ? moved : begin;
}

/* Nothing is left of the statement, nor of the lines below it that are indented deeper. */
static void leave_nothing(struct pass *x, bool with_block)
{
	u32 start = start_of(x), column = x->s.column, behind = end_of(x, x->s.tokens.n - 1);
	blank(x, x->decorators == NONE ? begin_of(x, 0) : x->decorators, behind);
	if (start + 4 <= behind)
		put(x, start, S("pass"));
	x->s.tokens.n = 0;
	while (with_block && column != NONE && cython_statement(x->a, x->in, x->next, &x->s) && (x->s.column == NONE || x->s.column > column)) {
		blank(x, begin_of(x, 0), end_of(x, x->s.tokens.n - 1));
		/* A `;` between two of them is no token. */
		for (u32 i = x->next; i < x->s.end; i++)
			if (x->out[i] == ';')
				x->out[i] = ' ';
		x->next = x->s.end;
	}
	x->s.tokens.n = 0;
}

/* The name that a C declarator declares: the last word outside of brackets, or the first in `(*name)(...)`. */
static u32 declared_name(const struct pass *x, u32 from, u32 end)
{
	u32 name = NONE;
	for (u32 i = from; i < end; i++) {
		u32 depth = depth_of(x, from);
		if (is_word(x, i) && depth_of(x, i) == depth)
			name = i;
		if (!is(x, i, "(") || !is(x, i + 1, "*") || x->s.tokens.at[i].match == NONE)
			continue;
		while (i < end && !is_word(x, i))
			i++;
		return i < end ? i : name;
	}
	return name;
}

/* One parameter: `const T[:] x not None = 3`. */
static void take_parameter(struct pass *x, u32 from, u32 end)
{
	u32 depth = from < end ? depth_of(x, from) : 0;
	u32 value = find(x, from, end, depth, '='), type = find(x, from, value, depth, ':'), behind = type;
	if (from == end || is(x, from, "*") || is(x, from, "/"))
		return;
	if (behind > from + 2 && is(x, behind - 1, "None") && (is(x, behind - 2, "not") || is(x, behind - 2, "or")))
		drop(x, behind - 2, behind), behind -= 2;
	u32 name = declared_name(x, from, behind);
	if (name == NONE)
		return;
	drop(x, from, name);
	drop(x, name + 1, behind);
	if (is(x, value + 1, "*") && value + 2 == end)
		x->out[begin_of(x, value + 1)] = '0';
}

static void take_parameters(struct pass *x, u32 open)
{
	u32 close = x->s.tokens.at[open].match, depth = depth_of(x, open) + 1;
	for (u32 from = open + 1; from < close;) {
		u32 comma = find(x, from, close, depth, ',');
		take_parameter(x, from, comma);
		from = comma + 1;
	}
}

/* The bracket before a function's parameters, or NONE: `T name(...)` and no `=` before it. */
static u32 parameters_of(const struct pass *x, u32 from)
{
	u32 n = x->s.tokens.n;
	for (u32 i = from; i < n; i++) {
		if (depth_of(x, i))
			continue;
		if (is(x, i, "="))
			return NONE;
		bool is_behind_name = i > from && (is_word(x, i - 1) || x->s.tokens.at[i - 1].kind == CYTHON_STRING);
		if (is(x, i, "(") && is_behind_name && !is(x, i + 1, "*"))
			return x->s.tokens.at[i].match == NONE ? NONE : i;
	}
	return NONE;
}

static void take_function(struct pass *x, u32 from, u32 open)
{
	u32 n = x->s.tokens.n, start = start_of(x), close = x->s.tokens.at[open].match, name = open;
	while (name > from && !is_word(x, name - 1))
		name--;
	u32 colon = find(x, close, n, 0, ':');
	if (name == from || colon == n || start + 4 > begin_of(x, name - 1)) {
		leave_nothing(x, false); /* it is defined elsewhere */
		return;
	}
	take_parameters(x, open);
	drop(x, name, open); /* "its name in C" */
	drop(x, 0, name - 1);
	drop(x, close + 1, colon);
	put(x, start, S("def "));
}

static void take_class(struct pass *x, u32 word)
{
	u32 start = start_of(x), n = x->s.tokens.n, bracket = find(x, word, n, 0, '[');
	if (!ends_in_colon(x) && find(x, word, n, 0, ':') == n) {
		leave_nothing(x, false);
		return;
	}
	if (bracket < n && x->s.tokens.at[bracket].match != NONE)
		drop(x, bracket, x->s.tokens.at[bracket].match + 1); /* [object T, type U] */
	drop(x, 0, word + 1);
	put(x, start, S("class"));
}

/* `T name = ...` without T. The name moves to the begin of the statement, unless its line is too short for it. */
static void take_first(struct pass *x, u32 start, u32 name, u32 value)
{
	struct str text = text_at(x, name);
	u32 to = begin_of(x, name);
	bool fits = !memchr(x->in.p + start, '\n', text.n + 1);
	drop(x, 0, value);
	put(x, fits ? start : to, text);
	if (!fits && start + 5 <= to)
		put(x, start, S("pass;"));
}

/* `T a, b = f(), *c`: what has a value stays. */
static void take_variables(struct pass *x, u32 from)
{
	u32 start = start_of(x), n = x->s.tokens.n, valued = 0;
	u32 first = find(x, from, n, 0, '=');
	u32 name = first < n ? declared_name(x, from, n) : NONE;
	if (name == NONE) {
		leave_nothing(x, false);
		return;
	}
	for (u32 at = from, comma; at < n; at = comma + 1) {
		comma = find(x, at, n, 0, ',');
		u32 value = find(x, at, comma, 0, '=');
		name = value < comma ? declared_name(x, at, value) : NONE;
		if (name == NONE) {
			drop(x, at, comma);
		} else {
			if (!valued++) {
				take_first(x, start, name, value);
			} else {
				drop(x, at, name);
				drop(x, name + 1, value);
			}
		}
		if (comma == n)
			break;
		/* Between two that have one. */
		u32 next = comma + 1, next_comma = find(x, next, n, 0, ',');
		bool is_next = find(x, next, next_comma, 0, '=') < next_comma;
		drop(x, comma, next);
		if (valued && is_next)
			x->out[begin_of(x, comma)] = ';';
	}
}

static void take_declaration(struct pass *x, u32 from)
{
	static const char *const modifiers[] = {"public", "readonly", "api", "inline"};
	static const char *const blocks[] = {"extern", "struct", "union", "enum", "cppclass", "packed", "fused"};
	while (is_any(x, from, modifiers, COUNT(modifiers)))
		from++;
	if (is(x, from, ":") && from + 1 == x->s.tokens.n) {
		x->group_column = x->s.column;
		x->group_indent = begin_of(x, 0) - x->s.line;
		leave_nothing(x, false);
		return;
	}
	u32 open = parameters_of(x, from);
	if (is_any(x, from, blocks, COUNT(blocks)))
		leave_nothing(x, ends_in_colon(x));
	else if (is(x, from, "class"))
		take_class(x, from);
	else if (open != NONE)
		take_function(x, from, open);
	else
		take_variables(x, from);
}

/* ---- Expressions ---- */

/* A token behind which an operand follows, so that < begins a cast and & takes an address. */
static bool wants_operand(const struct pass *x, u32 i)
{
	static const char *const words[] = {"and", "or", "not", "in", "is", "if", "elif", "else", "while", "return", "yield", "raise", "assert", "del", "print",
	                                    "lambda", "for", "with", "as", "from", "await", "except"};
	if (is_word(x, i))
		return is_any(x, i, words, COUNT(words));
	return x->s.tokens.at[i].kind == CYTHON_MARK && !strchr(")]}", x->in.p[begin_of(x, i)]);
}

enum { CAST_TOKENS = 200 };

/* The `>` of `<T*>`, or NONE. */
static u32 cast_end(const struct pass *x, u32 from)
{
	u32 level = 0;
	for (u32 i = from, steps = 0; i < x->s.tokens.n && steps < CAST_TOKENS; i++, steps++) {
		const struct cython_token *t = &x->s.tokens.at[i];
		char c = x->in.p[t->begin];
		if (t->kind == CYTHON_STRING || (t->kind == CYTHON_MARK && !strchr("<>*&.,:?()[]{}", c)))
			return NONE;
		if (t->match != NONE && t->match < from)
			return NONE; /* closes what was open before */
		if (strchr("([{", c) && t->kind == CYTHON_MARK) {
			if (t->match == NONE)
				return NONE;
			i = t->match;
			continue;
		}
		level += t->kind == CYTHON_MARK && c == '<';
		if (t->kind == CYTHON_MARK && c == '>' && !--level)
			return i > from + 1 ? i : NONE;
	}
	return NONE;
}

/* `const T*` in the brackets of a template, `sizeof(unsigned int)`. */
static void take_type_words(struct pass *x, u32 i, u32 before)
{
	static const char *const words[] = {"const", "unsigned", "signed", "volatile", "struct"};
	u32 close = i + 1 < x->s.tokens.n ? x->s.tokens.at[i + 1].match : NONE;
	if (is(x, i, "sizeof") && is(x, i + 1, "(") && close != NONE)
		drop(x, i + 2, close);
	else if (is_word(x, i + 1) && ((depth_of(x, i) && is_any(x, i, words, COUNT(words))) || (is(x, i, "new") && (before == NONE || wants_operand(x, before)))))
		drop(x, i, i + 1);
	else if (is(x, i, "NULL"))
		put(x, begin_of(x, i), S("None"));
}

/* The stars of a pointer type: nothing that could be multiplied follows. The last of them. */
static u32 take_stars(struct pass *x, u32 i, u32 before)
{
	u32 behind = i;
	while (is(x, behind, "*") || is(x, behind, "&"))
		behind++;
	bool ends = is(x, behind, "]") || is(x, behind, ")") || is(x, behind, ",");
	if (depth_of(x, i) && ends && before != NONE && !wants_operand(x, before))
		drop(x, i, behind);
	return behind - 1;
}

/* 1UL */
static void take_suffix(struct pass *x, u32 i)
{
	u32 end = end_of(x, i);
	while (end > begin_of(x, i) && strchr("uUlL", x->in.p[end - 1]))
		end--;
	blank(x, end, end_of(x, i));
}

static void take_expressions(struct pass *x)
{
	u32 before = NONE; /* the token before, of those that are left */
	for (u32 i = 0; i < x->s.tokens.n; i++) {
		if (x->s.tokens.at[i].kind == CYTHON_GONE)
			continue;
		bool is_operand = before == NONE || wants_operand(x, before);
		u32 close = is_operand && is(x, i, "<") ? cast_end(x, i) : NONE;
		if (close != NONE)
			drop(x, i, close + 1);
		else if (is_operand && is(x, i, "&"))
			drop(x, i, i + 1);
		else if (is(x, i, "*") || is(x, i, "&"))
			i = take_stars(x, i, before);
		else if (is_word(x, i))
			take_type_words(x, i, before);
		else if (x->s.tokens.at[i].kind == CYTHON_NUMBER)
			take_suffix(x, i);
		if (x->s.tokens.at[i].kind != CYTHON_GONE)
			before = i;
	}
}

/* ---- Statements ---- */

/* A word of the language's own in place of one that is as long or longer. */
static void replace(struct pass *x, u32 i, const char *word)
{
	blank(x, begin_of(x, i), end_of(x, i));
	put(x, begin_of(x, i), str_of(word));
}

/* for i from 0 <= i < n by 2, and from a cimport b. */
static void take_from(struct pass *x)
{
	bool is_range = false;
	for (u32 i = 1; i < x->s.tokens.n; i++) {
		if (is(x, 0, "from") && is(x, i, "cimport"))
			replace(x, i, "import");
		else if (is(x, 0, "for") && is(x, i, "from"))
			replace(x, i, "in"), is_range = true;
		else if (is_range && is(x, i, ":"))
			return;
		else if (is_range && is(x, i, "by"))
			drop(x, i, find(x, i, x->s.tokens.n, 0, ':'));
		else if (is(x, i, "in") || is(x, i, "import"))
			return;
	}
}

static void take_statement(struct pass *x)
{
	u32 def = is(x, 0, "async") ? 1 : 0;
	bool has_colon = ends_in_colon(x);
	if (is(x, 0, "cdef") || is(x, 0, "cpdef")) {
		take_declaration(x, 1);
	} else if (x->group_column != NONE) {
		take_declaration(x, 0);
	} else if (is(x, 0, "ctypedef")) {
		leave_nothing(x, has_colon);
	} else if (is(x, 0, "include") && x->s.tokens.n == 2 && x->s.tokens.at[1].kind == CYTHON_STRING) {
		leave_nothing(x, false);
	} else if (is(x, 0, "DEF") && is(x, 2, "=")) {
		take_variables(x, 1);
	} else if (is(x, def, "def") && is(x, def + 2, "(") && x->s.tokens.at[def + 2].match != NONE) {
		take_parameters(x, def + 2);
	} else if (is(x, 0, "property") && is_word(x, 1) && has_colon) {
		replace(x, 0, "class");
	} else if (is(x, 0, "cimport")) {
		replace(x, 0, "import");
	} else if (has_colon && (is(x, 0, "IF") || is(x, 0, "ELIF") || is(x, 0, "ELSE"))) {
		replace(x, 0, is(x, 0, "IF") ? "if" : is(x, 0, "ELIF") ? "elif" : "else");
	} else {
		take_from(x);
	}
	take_expressions(x);
}

struct str cython_text(struct arena *a, struct str bytes)
{
	struct pass x = {.a = a, .in = bytes, .group_column = NONE, .decorators = NONE};
	x.out = arena_text(a, bytes.p, bytes.n);
	x.next = bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3) ? 3 : 0;
	while (bytes.n < NONE && cython_statement(a, bytes, x.next, &x.s)) {
		x.next = x.s.end;
		if (x.s.column != NONE && x.group_column != NONE && x.s.column <= x.group_column)
			x.group_column = NONE;
		u32 begin = x.s.tokens.at[0].begin;
		bool is_decorator = is(&x, 0, "@");
		take_statement(&x);
		if (!is_decorator)
			x.decorators = NONE;
		else if (x.decorators == NONE)
			x.decorators = begin;
	}
	return (struct str){x.out, bytes.n};
}
