/* iconv does the work; here is only what tells it what to do. */
#include "discover/encoding.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

enum { NAME_BYTES = 40 };

static const struct {
	const char *mark;
	size_t n;
	const char *encoding;
} marks[] = {
	{"\xff\xfe\0\0", 4, "UTF-32LE"}, {"\0\0\xfe\xff", 4, "UTF-32BE"}, {"\xff\xfe", 2, "UTF-16LE"}, {"\xfe\xff", 2, "UTF-16BE"},
};

/* Names that Python has and the C library spells otherwise; '_' and capitals are gone. */
static const struct {
	const char *python, *encoding;
} spellings[] = {
	{"latin-1", "ISO-8859-1"}, {"latin1", "ISO-8859-1"}, {"iso-latin-1", "ISO-8859-1"}, {"l1", "ISO-8859-1"}, {"8859", "ISO-8859-1"},
	{"iso8859", "ISO-8859-1"}, {"latin-9", "ISO-8859-15"}, {"latin9", "ISO-8859-15"}, {"latin-2", "ISO-8859-2"},
	{"latin2", "ISO-8859-2"}, {"mac-roman", "MACINTOSH"}, {"macroman", "MACINTOSH"}, {"windows-31j", "CP932"}, {"ms936", "CP936"},
	{"shift-jis", "SHIFT_JIS"}, {"sjis", "SHIFT_JIS"}, {"ksc5601", "EUC-KR"}, {"euckr", "EUC-KR"}, {"eucjp", "EUC-JP"},
	{"cyrillic", "ISO-8859-5"}, {"hebrew", "ISO-8859-8"},
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f'; }

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/* The name in `coding[:=] *NAME` of a comment line; empty if there is none. */
static struct str named_in(struct str line)
{
	for (size_t i = 0; i + 7 < line.n; i++) {
		if (memcmp(line.p + i, "coding", 6) != 0 || (line.p[i + 6] != ':' && line.p[i + 6] != '='))
			continue;
		size_t begin = i + 7;
		while (begin < line.n && (line.p[begin] == ' ' || line.p[begin] == '\t'))
			begin++;
		size_t end = begin;
		while (end < line.n && is_name(line.p[end]))
			end++;
		if (end > begin)
			return (struct str){line.p + begin, end - begin};
	}
	return S("");
}

/* Of the first two lines, both of which must be comments or blank. */
static struct str coding_line(struct str text)
{
	size_t at = 0;
	for (u32 line = 0; line < 2 && at < text.n; line++) {
		size_t end = at;
		while (end < text.n && text.p[end] != '\n' && text.p[end] != '\r')
			end++;
		while (at < end && is_blank(text.p[at]))
			at++;
		struct str rest = {text.p + at, end - at};
		if (rest.n && rest.p[0] != '#')
			break;
		struct str name = named_in(rest);
		if (name.n)
			return name;
		at = end + (end + 1 < text.n && text.p[end] == '\r' && text.p[end + 1] == '\n') + 1;
	}
	return S("");
}

static bool is_utf8(const char *name)
{
	return !strcmp(name, "utf-8") || !strncmp(name, "utf-8-", 6) || !strcmp(name, "utf8") || !strcmp(name, "ascii") || !strcmp(name, "us-ascii");
}

/* As Python compares names: small letters, '-' for '_'. */
static const char *plain_name(struct str name, char room[NAME_BYTES])
{
	size_t n = 0;
	for (; n < name.n && n + 1 < NAME_BYTES; n++) {
		char c = name.p[n];
		room[n] = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
	}
	room[n] = 0;
	for (size_t i = 0; i < COUNT(spellings); i++)
		if (!strcmp(room, spellings[i].python))
			return spellings[i].encoding;
	return room;
}

static bool convert(struct arena *a, const char *encoding, struct str *text, size_t unit)
{
	iconv_t to = iconv_open("UTF-8", encoding);
	if (to == (iconv_t)-1)
		return false;
	/* No character of any of them takes more than four bytes of UTF-8 for one of its own. */
	size_t left = text->n, room = 4 * text->n;
	char *out = arena_alloc(a, room + 4), *at = out, *in = (char *)(uintptr_t)text->p;
	while (left && iconv(to, &in, &left, &at, &room) == (size_t)-1) {
		size_t skip = unit < left ? unit : left;
		if (errno == E2BIG || room < 3)
			break;
		memcpy(at, "\xef\xbf\xbd", 3);
		at += 3;
		room -= 3;
		in += skip;
		left -= skip;
	}
	iconv_close(to);
	*at = 0;
	*text = (struct str){out, (size_t)(at - out)};
	return true;
}

bool text_to_utf8(struct arena *a, enum language language, struct str *text, struct str *name)
{
	*name = S("");
	for (size_t i = 0; i < COUNT(marks); i++)
		if (text->n >= marks[i].n && !memcmp(text->p, marks[i].mark, marks[i].n)) {
			struct str rest = {text->p + marks[i].n, text->n - marks[i].n};
			*name = str_of(marks[i].encoding);
			bool is_known = convert(a, marks[i].encoding, &rest, marks[i].n);
			*text = is_known ? rest : *text;
			return is_known;
		}
	bool has_mark = text->n >= 3 && !memcmp(text->p, "\xef\xbb\xbf", 3);
	if (language != LANG_PYTHON || has_mark)
		return true;
	struct str said = coding_line(*text);
	char room[NAME_BYTES];
	const char *encoding = plain_name(said, room);
	if (!said.n || is_utf8(encoding))
		return true;
	*name = str_of(arena_text(a, said.p, said.n));
	/* UTF-16 and UTF-32 hold no readable coding line. */
	return strncmp(encoding, "utf", 3) && convert(a, encoding, text, 1);
}
