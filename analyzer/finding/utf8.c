/* UTF-8, after the table of well-formed sequences in the Unicode standard (table 3-7). */
#include "finding/utf8.h"

struct lead {
	u8 first, last, more, low, high; /* lead bytes, continuation bytes, range of the first of these */
};

static const struct lead leads[] = {
	{0xc2, 0xdf, 1, 0x80, 0xbf}, {0xe0, 0xe0, 2, 0xa0, 0xbf}, {0xe1, 0xec, 2, 0x80, 0xbf}, {0xed, 0xed, 2, 0x80, 0x9f},
	{0xee, 0xef, 2, 0x80, 0xbf}, {0xf0, 0xf0, 3, 0x90, 0xbf}, {0xf1, 0xf3, 3, 0x80, 0xbf}, {0xf4, 0xf4, 3, 0x80, 0x8f},
};

static const struct lead *lead_of(u8 byte)
{
	for (size_t i = 0; i < COUNT(leads); i++)
		if (leads[i].first <= byte && byte <= leads[i].last)
			return &leads[i];
	return NULL;
}

u32 utf8_next(struct str text, size_t *at, bool *is_bad)
{
	bool ignored;
	if (!is_bad)
		is_bad = &ignored;
	*is_bad = false;
	u8 byte = (u8)text.p[(*at)++];
	if (byte < 0x80)
		return byte;
	const struct lead *lead = lead_of(byte);
	u32 code = lead ? byte & (0x3fu >> lead->more) : 0;
	for (u32 i = 0; lead && i < lead->more; i++) {
		u8 low = i ? 0x80 : lead->low, high = i ? 0xbf : lead->high;
		u8 next = *at < text.n ? (u8)text.p[*at] : 0;
		if (next < low || next > high) {
			lead = NULL;
			break;
		}
		code = code << 6 | (next & 0x3f);
		++*at;
	}
	*is_bad = !lead;
	return lead ? code : UTF8_REPLACEMENT;
}

u32 utf16_length(struct str text)
{
	u32 units = 0;
	for (size_t at = 0; at < text.n;)
		units += utf8_next(text, &at, NULL) > 0xffff ? 2 : 1;
	return units;
}

struct str utf8_cut(struct str text, size_t max)
{
	size_t end = 0;
	for (size_t at = 0; at < text.n && at <= max; utf8_next(text, &at, NULL))
		end = at;
	if (text.n <= max)
		end = text.n;
	return (struct str){text.p, end};
}
