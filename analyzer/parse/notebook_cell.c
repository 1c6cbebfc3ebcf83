/* Undoing escapes, and IPython's own syntax: it begins a line where a statement begins. */
#include "parse/notebook_cell.h"

#include <string.h>

enum { ESCAPED_UNICODE = 6 };

struct reading {
	struct arena *a;
	struct notebook *to;
	struct strbuf *text; /* the module so far */
	struct strbuf line;  /* the line at hand, decoded */
	VEC(u32) places;     /* of the line's bytes, in the file */
	/* Where the last statement stopped. */
	u32 depth;           /* open brackets */
	char quote;          /* of the string that is open, or 0 */
	bool is_long, is_joined; /* three quotes; a backslash ended the line */
};

static void put(struct reading *r, char c, u32 place)
{
	strbuf_putc(&r->line, c);
	vec_push(r->a, &r->places, place);
}

static i64 hex4(const char *p)
{
	u32 code = 0;
	for (u32 i = 0; i < 4; i++) {
		static const char digits[] = "0123456789abcdef";
		char c = p[i] >= 'A' && p[i] <= 'F' ? (char)(p[i] - 'A' + 'a') : p[i];
		const char *digit = c ? strchr(digits, c) : NULL;
		if (!digit)
			return -1;
		code = code * 16 + (u32)(digit - digits);
	}
	return code;
}

static void put_unicode(struct reading *r, u32 code, u32 place)
{
	u32 more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	static const u8 lead[] = {0, 0xc0, 0xe0, 0xf0};
	put(r, (char)(lead[more] | code >> 6 * more), place);
	while (more--)
		put(r, (char)(0x80 | (code >> 6 * more & 0x3f)), place);
}

/* The bytes of one escape. */
static size_t take_escape(struct reading *r, struct str rest, u32 place)
{
	static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
	const char *letter = rest.n > 1 && rest.p[1] ? strchr(letters, rest.p[1]) : NULL;
	if (letter) {
		put(r, meanings[letter - letters], place);
		return 2;
	}
	i64 code = rest.n >= ESCAPED_UNICODE && rest.p[1] == 'u' ? hex4(rest.p + 2) : -1;
	if (code < 0) {
		put(r, '\\', place);
		return 1;
	}
	bool is_high = code >= 0xd800 && code < 0xdc00 && rest.n >= 2 * ESCAPED_UNICODE && rest.p[6] == '\\' && rest.p[7] == 'u';
	i64 low = is_high ? hex4(rest.p + 8) : -1;
	if (low >= 0xdc00 && low < 0xe000) {
		put_unicode(r, (u32)(0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)), place);
		return 2 * ESCAPED_UNICODE;
	}
	put_unicode(r, code >= 0xd800 && code < 0xe000 ? 0xfffd : (u32)code, place);
	return ESCAPED_UNICODE;
}

/* Brackets and strings that the line leaves open. */
static void follow(struct reading *r)
{
	const char *p = r->line.p, *end = p + r->line.n;
	r->is_joined = false;
	for (; p < end; p++) {
		bool is_triple = end - p >= 3 && p[1] == p[0] && p[2] == p[0];
		if (*p == '\\') {
			r->is_joined = p + 1 == end || p[1] == '\n';
			p++;
		} else if (r->quote) {
			if (*p != r->quote || (r->is_long && !is_triple))
				continue;
			p += r->is_long ? 2 : 0;
			r->quote = 0;
		} else if (*p == '"' || *p == '\'') {
			r->quote = *p;
			r->is_long = is_triple;
			p += is_triple ? 2 : 0;
		} else if (*p == '#') {
			break;
		} else if (*p == '(' || *p == '[' || *p == '{') {
			r->depth++;
		} else if (*p == ')' || *p == ']' || *p == '}') {
			r->depth -= r->depth > 0;
		}
	}
	if (r->quote && !r->is_long && !r->is_joined)
		r->quote = 0;
}

static void put_text(struct reading *r, size_t from, size_t n)
{
	for (size_t i = from; i < from + n; i++) {
		const struct notebook_run *last = r->to->runs.n ? &r->to->runs.at[r->to->runs.n - 1] : NULL;
		struct notebook_run run = {(u32)r->text->n, r->places.at[i]};
		if (!last || last->file + (run.text - last->text) != run.file)
			vec_push(r->a, &r->to->runs, run);
		strbuf_putc(r->text, r->line.p[i]);
	}
}

/* A text of ours that stands for what was written at that byte of the line. */
static void put_instead(struct reading *r, const char *words, size_t from)
{
	struct notebook_run run = {(u32)r->text->n, r->places.at[from]};
	vec_push(r->a, &r->to->runs, run);
	strbuf_puts(r->text, words);
}

/* %time f(x) runs its Python. */
static size_t python_magic(struct str magic)
{
	static const char *const names[] = {"%time ", "%timeit ", "%prun ", "%memit ", "%mprun "};
	for (u32 i = 0; i < COUNT(names); i++)
		if (str_starts(magic, names[i])) {
			size_t n = strlen(names[i]);
			while (n < magic.n && magic.p[n] == ' ')
				n++;
			return n < magic.n && magic.p[n] != '-' ? n : 0;
		}
	return 0;
}

static bool is_help(struct str line)
{
	while (line.n && strchr(" \t\r\n", line.p[line.n - 1]))
		line.n--;
	return line.n > 1 && line.p[line.n - 1] == '?' && !memchr(line.p, '#', line.n) && !memchr(line.p, '"', line.n) && !memchr(line.p, '\'', line.n);
}

/* `x = !ls` and `x = %magic`: what is assigned is no Python. The place of the mark, or 0. */
static size_t assigned_magic(struct str line)
{
	const char *equals = memchr(line.p, '=', line.n);
	if (!equals)
		return 0;
	size_t at = (size_t)(equals - line.p);
	for (size_t i = 0; i < at; i++)
		if (strchr("\"'#([{", line.p[i]))
			return 0;
	for (at++; at < line.n && line.p[at] == ' ';)
		at++;
	return at + 1 < line.n && (line.p[at] == '!' || line.p[at] == '%') && line.p[at + 1] != '=' ? at : 0;
}

static void end_line(struct reading *r)
{
	struct str line = strbuf_str(&r->line);
	size_t indent = 0;
	while (indent < line.n && (line.p[indent] == ' ' || line.p[indent] == '\t'))
		indent++;
	struct str rest = {line.p + indent, line.n - indent};
	bool is_statement = !r->depth && !r->quote && !r->is_joined;
	bool is_magic = is_statement && rest.n && (strchr("%!?", rest.p[0]) || is_help(rest));
	size_t code = is_magic ? python_magic(rest) : 0, assigned = is_statement && !is_magic ? assigned_magic(line) : 0;
	if (is_magic || assigned) {
		put_text(r, 0, is_magic ? indent : assigned);
		if (code)
			put_text(r, indent + code, rest.n - code);
		else
			put_instead(r, is_magic ? "pass" : "None", is_magic ? indent : assigned);
		if (!code && line.p[line.n - 1] == '\n')
			put_text(r, line.n - 1, 1);
	} else {
		put_text(r, 0, line.n);
		follow(r);
	}
	r->line.n = 0;
	r->places.n = 0;
}

/* %%bash, %%html: no Python. Some only watch the cell, whose first line goes then. */
static bool is_foreign(struct str first)
{
	static const char *const watchers[] = {"%%time", "%%timeit", "%%capture", "%%prun", "%%memit", "%%python", "%%python3", "%%px"};
	if (!str_starts(first, "%%"))
		return false;
	size_t n = 2;
	while (n < first.n && !strchr(" \t\r\n\\\"", first.p[n]))
		n++;
	return !str_is_any((struct str){first.p, n}, watchers, COUNT(watchers));
}

void cell_read(struct arena *a, const struct cell *cell, struct notebook *out, struct strbuf *text)
{
	struct reading r = {.a = a, .to = out, .text = text};
	if (cell->parts.n && is_foreign(cell->parts.at[0]))
		return;
	for (u32 i = 0; i < cell->parts.n; i++) {
		struct str part = cell->parts.at[i];
		for (size_t at = 0; at < part.n;) {
			u32 place = (u32)(part.p + at - out->file.p);
			bool is_escape = part.p[at] == '\\';
			if (!is_escape)
				put(&r, part.p[at], place);
			at += is_escape ? take_escape(&r, (struct str){part.p + at, part.n - at}, place) : 1;
			if (r.line.p[r.line.n - 1] == '\n')
				end_line(&r);
		}
	}
	if (r.line.n)
		end_line(&r);
	if (text->n && text->p[text->n - 1] != '\n') {
		struct notebook_run last = {(u32)text->n, out->runs.n ? out->runs.at[out->runs.n - 1].file + ((u32)text->n - out->runs.at[out->runs.n - 1].text) : 0};
		vec_push(a, &out->runs, last);
		strbuf_putc(text, '\n');
	}
	strbuf_release(&r.line);
}
