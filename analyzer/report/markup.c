/* Escaping: the five characters that mean something, the rest as visible.c shows it. */
#include "report/markup.h"

#include "report/visible.h"

#include <string.h>

static const char *name_of(char c)
{
	switch (c) {
	case '&': return "&amp;";
	case '<': return "&lt;";
	case '>': return "&gt;";
	case '"': return "&quot;";
	case '\'': return "&#39;";
	case '\n': return " ";
	default: return NULL;
	}
}

void markup_text(FILE *out, struct str text)
{
	for (size_t at = 0; at < text.n;) {
		size_t begin = at;
		while (at < text.n && (u8)text.p[at] >= 0x20 && (u8)text.p[at] < 0x7f && !name_of(text.p[at]))
			at++;
		fwrite(text.p + begin, 1, at - begin, out);
		if (at == text.n)
			break;
		const char *name = name_of(text.p[at]);
		if (name) {
			fputs(name, out);
			at++;
			continue;
		}
		struct glyph g = visible_next(text, &at);
		for (const char *c = g.text; *c; c++) /* <U+001B> has brackets */
			if (name_of(*c))
				fputs(name_of(*c), out);
			else
				fputc(*c, out);
	}
}
