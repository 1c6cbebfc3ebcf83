/* Quotes and escapes, and guesses at broken lines. */
#include "config/toml_text.h"

#include <stdlib.h>
#include <string.h>

static void add_utf8(struct strbuf *out, u32 code)
{
	if (code < 0x80) {
		strbuf_putc(out, (char)code);
	} else if (code < 0x800) {
		strbuf_putc(out, (char)(0xc0 | code >> 6));
		strbuf_putc(out, (char)(0x80 | (code & 0x3f)));
	} else {
		if (code >= 0x10000) {
			strbuf_putc(out, (char)(0xf0 | code >> 18));
			strbuf_putc(out, (char)(0x80 | (code >> 12 & 0x3f)));
		} else {
			strbuf_putc(out, (char)(0xe0 | code >> 12));
		}
		strbuf_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
		strbuf_putc(out, (char)(0x80 | (code & 0x3f)));
	}
}

/* From the backslash to after the escape; the grammar has seen to its form. */
static size_t take_escape(struct str s, size_t i, u32 at, struct toml_faults *faults, struct strbuf *out)
{
	static const char letters[] = "btnfr\"\\", values[] = "\b\t\n\f\r\"\\";
	char c = i + 1 < s.n ? s.p[i + 1] : 0;
	const char *letter = c ? strchr(letters, c) : NULL;
	size_t digits = c == 'u' ? 4 : c == 'U' ? 8 : 0;
	if (letter) {
		strbuf_putc(out, values[letter - letters]);
		return i + 2;
	}
	if (digits && i + 2 + digits <= s.n) {
		char number[9] = {0};
		memcpy(number, s.p + i + 2, digits);
		unsigned long code = strtoul(number, NULL, 16);
		if (!code || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
			toml_fault(faults, at + (u32)i, "\\%c%s is no character that a text can hold", c, number);
		else
			add_utf8(out, (u32)code);
		return i + 2 + digits;
	}
	for (i++; i < s.n && strchr(" \t\r\n", s.p[i]) && s.p[i];) /* the end of the line and the blanks after it */
		i++;
	return i;
}

struct str toml_text(struct arena *a, struct str text, struct toml_faults *faults, u32 begin, u32 end)
{
	struct str s = {text.p + begin, end - begin};
	bool is_long = s.n >= 6 && s.p[1] == s.p[0] && s.p[2] == s.p[0], is_literal = s.n && s.p[0] == '\'';
	size_t quotes = is_long ? 3 : 1;
	if (s.n < 2 * quotes)
		return S("");
	s = (struct str){s.p + quotes, s.n - 2 * quotes};
	u32 at = begin + (u32)quotes;
	if (is_long && str_starts(s, "\r"))
		s = (struct str){s.p + 1, s.n - 1}, at++;
	if (is_long && str_starts(s, "\n"))
		s = (struct str){s.p + 1, s.n - 1}, at++;
	struct strbuf out = {0};
	for (size_t i = 0; i < s.n;) {
		if (s.p[i] == '\\' && !is_literal)
			i = take_escape(s, i, at, faults, &out);
		else
			strbuf_putc(&out, s.p[i++]);
	}
	struct str result = {arena_text(a, out.p ? out.p : "", out.n), out.n};
	strbuf_release(&out);
	return result;
}

const char *toml_guess(struct arena *a, struct str text, u32 *at, u32 end)
{
	const char *p = text.p, *line = p + *at, *stop = p + *at;
	while (line > p && line[-1] != '\n')
		line--;
	while (stop < p + text.n && *stop != '\n')
		stop++;
	const char *equals = memchr(line, '=', (size_t)(stop - line)), *value = equals ? equals + 1 : line;
	if (stop > value && stop[-1] == '\r')
		stop--;
	while (value < stop && (*value == ' ' || *value == '\t'))
		value++;
	size_t n = strcspn(value, " \t\r\n#,]}");
	u32 quotes = 0;
	for (const char *q = value; q < stop && *q != '#'; q++)
		quotes += *q == '"';
	bool is_word = value < stop && ((*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z') || strchr("/.*", *value));
	bool is_value = equals && value >= p + *at - 1 && value <= p + end;
	if (equals && value == stop) {
		*at = (u32)(equals - p);
		return "a value is missing behind '='";
	}
	if (quotes % 2) {
		*at = (u32)(value - p);
		return "a text is not closed: a quote is missing";
	}
	if (equals && is_word && (is_value || line == p + *at)) {
		static const char *const flags[] = {"True", "False", "TRUE", "FALSE", "yes", "no", "on", "off"};
		bool is_flag = str_is_any((struct str){value, n}, flags, COUNT(flags));
		*at = (u32)(value - p);
		return arena_format(a, "%sa text needs quotes: \"%.*s\"", is_flag ? "a flag is true or false; " : "", (int)min_u32((u32)n, 60), value);
	}
	if (p[*at] == '[')
		return "a table's name stands alone on its line, in brackets: [name]";
	if (!equals && end > *at)
		return "no 'key = value', no [table] and no comment";
	return "can't be read as TOML";
}
