/* Characters as a terminal shows them. */
#include "report/visible.h"

#include "finding/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct range {
	u32 first, last;
};

static bool is_in(const struct range *ranges, size_t n, u32 code)
{
	for (size_t i = 0; i < n; i++)
		if (ranges[i].first <= code && code <= ranges[i].last)
			return true;
	return false;
}

/* C0 and C1 controls, line separators, and what turns the direction of text. */
static const struct range hidden[] = {
	{0, 0x08}, {0x0a, 0x1f}, {0x7f, 0x9f}, {0x200b, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff},
};
/* Combining marks, and East Asian wide and emoji blocks: coarse, but a caret under CJK text stands right. */
static const struct range narrow[] = {{0x300, 0x36f}, {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}};
static const struct range wide[] = {
	{0x1100, 0x115f}, {0x2e80, 0x303e}, {0x3041, 0xa4cf}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe30, 0xfe6f},
	{0xff00, 0xff60}, {0xffe0, 0xffe6}, {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
};

struct glyph visible_next(struct str text, size_t *at)
{
	struct glyph g = {.width = 1};
	size_t begin = *at;
	bool is_bad;
	u32 code = utf8_next(text, at, &is_bad);
	if (is_bad) {
		*at = begin + 1;
		g.width = (u32)snprintf(g.text, sizeof g.text, "<%02X>", (u8)text.p[begin]);
	} else if (is_in(hidden, COUNT(hidden), code)) {
		g.width = (u32)snprintf(g.text, sizeof g.text, "<U+%04" PRIX32 ">", code);
	} else {
		memcpy(g.text, text.p + begin, *at - begin);
		g.width = is_in(narrow, COUNT(narrow), code) ? 0 : is_in(wide, COUNT(wide), code) ? 2 : 1;
	}
	return g;
}

void visible_add(struct strbuf *out, struct str text)
{
	for (size_t at = 0; at < text.n;) {
		if (text.p[at] == '\n' || text.p[at] == '\t') {
			strbuf_putc(out, ' ');
			at++;
			continue;
		}
		struct glyph g = visible_next(text, &at);
		strbuf_puts(out, g.text);
	}
}
