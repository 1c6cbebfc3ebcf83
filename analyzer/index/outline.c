#include "index/outline.h"

#include "index/scan.h"

#include <string.h>

enum { MOST_NESTED = 256 }; /* directives inside one statement */

struct outliner {
	struct arena *a;
	struct outline *out;
	const char *begin, *p, *end;
	u32 line;             /* of p */
	bool has_code;        /* on p's line, before it */
	const char *statement; /* where the one that is open begins, or NULL */
	u32 first_line, last_line; /* of the open statement, as far as read */
	const char *last;     /* after its last token */
	u32 answered;         /* comments before this one know what they speak of */
	u32 depth;            /* Python: open brackets */
};

static u32 offset(const struct outliner *x, const char *p) { return (u32)(p - x->begin); }

/* Moves to q, which a step of the lexer gave: over newlines too, inside comments and literals. */
static void move(struct outliner *x, const char *q)
{
	for (const char *newline; (newline = q > x->p ? memchr(x->p, '\n', (size_t)(q - x->p)) : NULL); x->p = newline + 1)
		x->line++;
	x->p = q;
}

/* Comments that had their line for themselves speak of the line that has code next: this one. */
static void answer_waiting(struct outliner *x)
{
	for (; x->answered < x->out->comments.n; x->answered++)
		if (!x->out->comments.at[x->answered].about)
			x->out->comments.at[x->answered].about = x->line;
}

/* p to q is code. */
static void take_code(struct outliner *x, const char *q)
{
	answer_waiting(x);
	if (!x->statement) {
		x->statement = x->p;
		x->first_line = x->line;
	}
	x->has_code = true;
	move(x, q);
	x->last = q;
	x->last_line = x->line;
}

static void end_statement(struct outliner *x)
{
	if (!x->statement)
		return;
	struct outline_statement s = {offset(x, x->statement), offset(x, x->last), x->first_line, x->last_line};
	vec_push(x->a, &x->out->statements, s);
	x->statement = NULL;
}

static bool is_told(const char *p, const char *end)
{
	size_t n = (size_t)(end - p);
	return memmem(p, n, "caplint", 7) || memmem(p, n, "NOLINT", 6);
}

static void take_comment(struct outliner *x, const char *q, bool in_directive)
{
	struct outline_comment c = {offset(x, x->p), offset(x, q), x->line, x->has_code ? x->line : 0, !x->has_code};
	if (is_told(x->p, q))
		vec_push(x->a, &x->out->comments, c);
	move(x, q);
	if (x->line > c.line && !in_directive)
		x->has_code = false;
}

static void take_newline(struct outliner *x)
{
	x->p++;
	x->line++;
	x->has_code = false;
}

static void read_c(struct outliner *x, bool in_directive);

/* The directive's whole line. What it interrupts goes on after it. */
static void take_directive(struct outliner *x)
{
	struct outliner outer = *x;
	const char *name = skip_space(x->p + 1, x->end, true), *after = skip_word(name, x->end);
	bool is_define = after - name == 6 && !memcmp(name, "define", 6);
	x->statement = NULL;
	take_code(x, after);
	read_c(x, true);
	if (is_define)
		end_statement(x);
	x->statement = outer.statement;
	x->first_line = outer.first_line;
	x->last_line = outer.last_line;
	x->last = outer.last;
}

static bool is_raw_prefix(const char *word, const char *end)
{
	size_t n = (size_t)(end - word);
	return end[-1] == 'R' && (n == 1 || (n == 2 && strchr("LuU", word[0])) || (n == 3 && !memcmp(word, "u8", 2)));
}

static void take_word(struct outliner *x)
{
	const char *q = skip_word(x->p, x->end);
	if (q < x->end && *q == '"' && is_raw_prefix(x->p, q))
		q = skip_raw_string(q, x->end);
	take_code(x, q);
}

/* One of the characters that may begin more than themselves. */
static void take_mark(struct outliner *x, bool in_directive)
{
	size_t splice;
	if (is_comment(x->p, x->end))
		take_comment(x, skip_comment(x->p, x->end), in_directive);
	else if ((splice = splice_length(x->p, x->end)))
		move(x, x->p + splice); /* has_code stays: it is the same line for the compiler */
	else if (*x->p == '#' && !x->has_code && !in_directive)
		take_directive(x);
	else
		take_code(x, *x->p == '"' || *x->p == '\'' ? skip_literal(x->p, x->end) : x->p + 1);
}

static void read_c(struct outliner *x, bool in_directive)
{
	while (x->p < x->end) {
		switch (class_of(x->p)) {
		case CHAR_BLANK: x->p++; break;
		case CHAR_NEWLINE:
			if (in_directive)
				return;
			take_newline(x);
			break;
		case CHAR_WORD: take_word(x); break;
		case CHAR_DIGIT: take_code(x, skip_number(x->p, x->end)); break;
		case CHAR_MARK: take_mark(x, in_directive); break;
		case CHAR_OTHER: {
			bool is_end = *x->p == ';' || *x->p == '{' || *x->p == '}';
			take_code(x, x->p + 1);
			if (is_end && !in_directive)
				end_statement(x);
			break;
		}
		}
	}
}

/* From the opening quote to after the closing one; an open one ends with its line, or with the text if it is tripled. */
static const char *skip_python_string(const char *p, const char *end)
{
	char quote = *p;
	bool is_long = end - p >= 3 && p[1] == quote && p[2] == quote;
	for (p += is_long ? 3 : 1; p < end; p++) {
		if (*p == '\\' && p + 1 < end)
			p += p[1] == '\r' && p + 2 < end ? 2 : 1; /* raw strings too: a backslash keeps the quote in */
		else if (!is_long && (*p == quote || *p == '\n'))
			return *p == quote ? p + 1 : p;
		else if (is_long && *p == quote && end - p >= 3 && p[1] == quote && p[2] == quote)
			return p + 3;
	}
	return end;
}

static void read_python(struct outliner *x)
{
	while (x->p < x->end) {
		char c = *x->p;
		if (c == '\n') {
			if (!x->depth)
				end_statement(x);
			take_newline(x);
		} else if (class_of(x->p) == CHAR_BLANK) {
			x->p++;
		} else if (c == '#') {
			const char *newline = memchr(x->p, '\n', (size_t)(x->end - x->p));
			take_comment(x, newline ? newline : x->end, false);
		} else if (c == '"' || c == '\'') {
			take_code(x, skip_python_string(x->p, x->end));
		} else if (splice_length(x->p, x->end)) {
			move(x, x->p + splice_length(x->p, x->end));
		} else {
			x->depth += c == '(' || c == '[' || c == '{';
			if ((c == ')' || c == ']' || c == '}') && x->depth)
				x->depth--;
			take_code(x, class_of(x->p) == CHAR_WORD ? skip_word(x->p, x->end) : x->p + 1);
			if (c == ';' && !x->depth)
				end_statement(x);
		}
	}
}

void outline_read(struct arena *a, struct str bytes, enum language language, struct outline *out)
{
	struct outliner x = {.a = a, .out = out, .begin = bytes.p, .p = bytes.p, .end = bytes.p + bytes.n, .line = 1};
	*out = (struct outline){0};
	if (!bytes.n || bytes.n >= NONE)
		return;
	if (bytes.n >= 3 && !memcmp(bytes.p, "\xef\xbb\xbf", 3))
		x.p += 3; /* a BOM is no code */
	if (language == LANG_PYTHON)
		read_python(&x);
	else
		read_c(&x, false);
	end_statement(&x);
}

const struct outline_statement *outline_statement_at(const struct outline *o, u32 offset)
{
	u32 low = 0, high = o->statements.n;
	while (low < high) { /* the first that ends after the offset */
		u32 middle = low + (high - low) / 2;
		if (o->statements.at[middle].end <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	for (u32 i = low; i < o->statements.n && i - low < MOST_NESTED; i++)
		if (o->statements.at[i].begin <= offset)
			return &o->statements.at[i];
	return NULL;
}
