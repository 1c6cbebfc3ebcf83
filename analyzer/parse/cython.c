/* Statement by statement: declarations first, then what may stand in any expression. */
#include "parse/cython.h"

#include "parse/cython_pass.h"

#include <string.h>

/* ---- Declarations ---- */

static bool ends_in_colon(const struct cython_pass *x) { return cython_is(x, x->s.tokens.n - 1, ":"); }

/* Where the statement begins, once rewritten: lines of a group move out to it. */
static u32 start_of(const struct cython_pass *x)
{
	u32 begin = cython_begin_of(x, 0), moved = x->s.line + x->group_indent;
	return x->group_column != NONE && moved < begin ? moved : begin;
}

/* Nothing is left of the statement, nor of the lines below it that are indented deeper. */
static void leave_nothing(struct cython_pass *x, bool with_block)
{
	u32 start = start_of(x), column = x->s.column, behind = cython_end_of(x, x->s.tokens.n - 1);
	cython_blank(x, x->decorators == NONE ? cython_begin_of(x, 0) : x->decorators, behind);
	if (start + 4 <= behind)
		cython_put(x, start, S("pass"));
	x->s.tokens.n = 0;
	while (with_block && column != NONE && cython_statement(x->a, x->in, x->next, &x->s) && (x->s.column == NONE || x->s.column > column)) {
		cython_blank(x, cython_begin_of(x, 0), cython_end_of(x, x->s.tokens.n - 1));
		/* A `;` between two of them is no token. */
		for (u32 i = x->next; i < x->s.end; i++)
			if (x->out[i] == ';')
				x->out[i] = ' ';
		x->next = x->s.end;
	}
	x->s.tokens.n = 0;
}

/* The name that a C declarator declares: the last word outside of brackets, or the first in `(*name)(...)`. */
static u32 declared_name(const struct cython_pass *x, u32 from, u32 end)
{
	u32 name = NONE;
	for (u32 i = from; i < end; i++) {
		u32 depth = cython_depth_of(x, from);
		if (cython_is_word(x, i) && cython_depth_of(x, i) == depth)
			name = i;
		if (!cython_is(x, i, "(") || !cython_is(x, i + 1, "*") || x->s.tokens.at[i].match == NONE)
			continue;
		while (i < end && !cython_is_word(x, i))
			i++;
		return i < end ? i : name;
	}
	return name;
}

/* One parameter: `const T[:] x not None = 3`. */
static void take_parameter(struct cython_pass *x, u32 from, u32 end)
{
	u32 depth = from < end ? cython_depth_of(x, from) : 0;
	u32 value = cython_find(x, from, end, depth, '='), type = cython_find(x, from, value, depth, ':'), behind = type;
	if (from == end || cython_is(x, from, "*") || cython_is(x, from, "/"))
		return;
	if (behind > from + 2 && cython_is(x, behind - 1, "None") && (cython_is(x, behind - 2, "not") || cython_is(x, behind - 2, "or"))) {
		cython_drop(x, behind - 2, behind);
		behind -= 2;
	}
	u32 name = declared_name(x, from, behind);
	if (name == NONE)
		return;
	cython_drop(x, from, name);
	cython_drop(x, name + 1, behind);
	if (cython_is(x, value + 1, "*") && value + 2 == end)
		x->out[cython_begin_of(x, value + 1)] = '0';
}

static void take_parameters(struct cython_pass *x, u32 open)
{
	u32 close = x->s.tokens.at[open].match, depth = cython_depth_of(x, open) + 1;
	for (u32 from = open + 1; from < close;) {
		u32 comma = cython_find(x, from, close, depth, ',');
		take_parameter(x, from, comma);
		from = comma + 1;
	}
}

/* The bracket before a function's parameters, or NONE: `T name(...)` and no `=` before it. */
static u32 parameters_of(const struct cython_pass *x, u32 from)
{
	u32 n = x->s.tokens.n;
	for (u32 i = from; i < n; i++) {
		if (cython_depth_of(x, i))
			continue;
		if (cython_is(x, i, "="))
			return NONE;
		bool is_behind_name = i > from && (cython_is_word(x, i - 1) || x->s.tokens.at[i - 1].kind == CYTHON_STRING);
		if (cython_is(x, i, "(") && is_behind_name && !cython_is(x, i + 1, "*"))
			return x->s.tokens.at[i].match == NONE ? NONE : i;
	}
	return NONE;
}

static void take_function(struct cython_pass *x, u32 from, u32 open)
{
	u32 n = x->s.tokens.n, start = start_of(x), close = x->s.tokens.at[open].match, name = open;
	while (name > from && !cython_is_word(x, name - 1))
		name--;
	u32 colon = cython_find(x, close, n, 0, ':');
	if (name == from || colon == n || start + 4 > cython_begin_of(x, name - 1)) {
		leave_nothing(x, false); /* it is defined elsewhere */
		return;
	}
	take_parameters(x, open);
	cython_drop(x, name, open); /* "its name in C" */
	cython_drop(x, 0, name - 1);
	cython_drop(x, close + 1, colon);
	cython_put(x, start, S("def "));
}

static void take_class(struct cython_pass *x, u32 word)
{
	u32 start = start_of(x), n = x->s.tokens.n, bracket = cython_find(x, word, n, 0, '[');
	if (!ends_in_colon(x) && cython_find(x, word, n, 0, ':') == n) {
		leave_nothing(x, false);
		return;
	}
	if (bracket < n && x->s.tokens.at[bracket].match != NONE)
		cython_drop(x, bracket, x->s.tokens.at[bracket].match + 1); /* [object T, type U] */
	cython_drop(x, 0, word + 1);
	cython_put(x, start, S("class"));
}

/* `T name = ...` without T. The name moves to the begin of the statement, unless its line is too short for it. */
static void take_first(struct cython_pass *x, u32 start, u32 name, u32 value)
{
	struct str text = cython_text_at(x, name);
	u32 to = cython_begin_of(x, name);
	bool fits = !memchr(x->in.p + start, '\n', text.n + 1);
	cython_drop(x, 0, value);
	cython_put(x, fits ? start : to, text);
	if (!fits && start + 5 <= to)
		cython_put(x, start, S("pass;"));
}

/* `T a, b = f(), *c`: what has a value stays. */
static void take_variables(struct cython_pass *x, u32 from)
{
	u32 start = start_of(x), n = x->s.tokens.n, valued = 0;
	u32 first = cython_find(x, from, n, 0, '=');
	u32 name = first < n ? declared_name(x, from, n) : NONE;
	if (name == NONE) {
		leave_nothing(x, false);
		return;
	}
	for (u32 at = from, comma; at < n; at = comma + 1) {
		comma = cython_find(x, at, n, 0, ',');
		u32 value = cython_find(x, at, comma, 0, '=');
		name = value < comma ? declared_name(x, at, value) : NONE;
		if (name == NONE) {
			cython_drop(x, at, comma);
		} else {
			if (!valued++) {
				take_first(x, start, name, value);
			} else {
				cython_drop(x, at, name);
				cython_drop(x, name + 1, value);
			}
		}
		if (comma == n)
			break;
		/* Between two that have one. */
		u32 next = comma + 1, next_comma = cython_find(x, next, n, 0, ',');
		bool is_next = cython_find(x, next, next_comma, 0, '=') < next_comma;
		cython_drop(x, comma, next);
		if (valued && is_next)
			x->out[cython_begin_of(x, comma)] = ';';
	}
}

static void take_declaration(struct cython_pass *x, u32 from)
{
	static const char *const modifiers[] = {"public", "readonly", "api", "inline"};
	static const char *const blocks[] = {"extern", "struct", "union", "enum", "cppclass", "packed", "fused"};
	while (cython_is_any(x, from, modifiers, COUNT(modifiers)))
		from++;
	if (cython_is(x, from, ":") && from + 1 == x->s.tokens.n) {
		x->group_column = x->s.column;
		x->group_indent = cython_begin_of(x, 0) - x->s.line;
		leave_nothing(x, false);
		return;
	}
	u32 open = parameters_of(x, from);
	if (cython_is_any(x, from, blocks, COUNT(blocks)))
		leave_nothing(x, ends_in_colon(x));
	else if (cython_is(x, from, "class"))
		take_class(x, from);
	else if (open != NONE)
		take_function(x, from, open);
	else
		take_variables(x, from);
}

/* ---- Statements ---- */

/* A word of the language's own in place of one that is as long or longer. */
static void replace(struct cython_pass *x, u32 i, const char *word)
{
	cython_blank(x, cython_begin_of(x, i), cython_end_of(x, i));
	cython_put(x, cython_begin_of(x, i), str_of(word));
}

/* from a cimport b */
static void take_from(struct cython_pass *x)
{
	for (u32 i = 1; i < x->s.tokens.n && !cython_is(x, i, "import"); i++)
		if (cython_is(x, i, "cimport"))
			replace(x, i, "import");
}

/* for i from 0 <= i < n by 2: */
static void take_for(struct cython_pass *x)
{
	u32 colon = cython_find(x, 0, x->s.tokens.n, 0, ':');
	if (!cython_is(x, 2, "from"))
		return;
	replace(x, 2, "in");
	for (u32 i = 3; i < colon; i++)
		if (cython_is(x, i, "by"))
			cython_drop(x, i, colon);
}

static void take_statement(struct cython_pass *x)
{
	u32 def = cython_is(x, 0, "async") ? 1 : 0;
	bool has_colon = ends_in_colon(x);
	if (cython_is(x, 0, "cdef") || cython_is(x, 0, "cpdef")) {
		take_declaration(x, 1);
	} else if (x->group_column != NONE) {
		take_declaration(x, 0);
	} else if (cython_is(x, 0, "ctypedef")) {
		leave_nothing(x, has_colon);
	} else if (cython_is(x, 0, "include") && x->s.tokens.n == 2 && x->s.tokens.at[1].kind == CYTHON_STRING) {
		leave_nothing(x, false);
	} else if (cython_is(x, 0, "DEF") && cython_is(x, 2, "=")) {
		take_variables(x, 1);
	} else if (cython_is(x, def, "def") && cython_is(x, def + 2, "(") && x->s.tokens.at[def + 2].match != NONE) {
		take_parameters(x, def + 2);
	} else if (cython_is(x, 0, "property") && cython_is_word(x, 1) && has_colon) {
		replace(x, 0, "class");
	} else if (cython_is(x, 0, "cimport")) {
		replace(x, 0, "import");
	} else if (has_colon && (cython_is(x, 0, "IF") || cython_is(x, 0, "ELIF") || cython_is(x, 0, "ELSE"))) {
		replace(x, 0, cython_is(x, 0, "IF") ? "if" : cython_is(x, 0, "ELIF") ? "elif" : "else");
	} else if (cython_is(x, 0, "from")) {
		take_from(x);
	} else if (cython_is(x, 0, "for")) {
		take_for(x);
	}
	cython_expressions(x);
}

struct str cython_text(struct arena *a, struct str bytes)
{
	struct cython_pass x = {.a = a, .in = bytes, .group_column = NONE, .decorators = NONE};
	x.out = arena_text(a, bytes.p, bytes.n);
	x.next = bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3) ? 3 : 0;
	while (bytes.n < NONE && cython_statement(a, bytes, x.next, &x.s)) {
		x.next = x.s.end;
		if (x.s.column != NONE && x.group_column != NONE && x.s.column <= x.group_column)
			x.group_column = NONE;
		u32 begin = x.s.tokens.at[0].begin;
		bool is_decorator = cython_is(&x, 0, "@");
		take_statement(&x);
		if (!is_decorator)
			x.decorators = NONE;
		else if (x.decorators == NONE)
			x.decorators = begin;
	}
	return (struct str){x.out, bytes.n};
}
