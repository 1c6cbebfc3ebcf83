/* What comments say of the code beside them. C++ has no keyword arguments; people write the name of the parameter in a comment before the
 * argument. And why something is thrown away. */
#include "facts/lower_state.h"

#include <string.h>

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

u32 comment_name(struct lower *l, u32 at)
{
	const char *p = l->bytes.p;
	size_t end = at < l->bytes.n ? at : 0;
	while (end && is_space(p[end - 1]))
		end--;
	if (end < 4 || p[end - 1] != '/' || p[end - 2] != '*')
		return 0;
	end -= 2;
	while (end && (is_space(p[end - 1]) || p[end - 1] == '='))
		end--;
	size_t begin = end;
	while (begin && char_is_word(p[begin - 1]))
		begin--;
	size_t open = begin;
	while (open && is_space(p[open - 1]))
		open--;
	bool is_alone = begin < end && open >= 2 && p[open - 1] == '*' && p[open - 2] == '/';
	return is_alone ? string_put(l, (struct str){p + begin, end - begin}) : 0;
}

static bool speaks_of_clearing(struct str text)
{
	static const char *const words[] = {"clear", "Clear", "reset", "Reset", "ignor", "Ignor", "drain", "Drain", "discard", "Discard", "stale", "flush", "Flush", "erase", "onsume"};
	return str_has_any(text, words, COUNT(words));
}

/* "check and reset previous errors"; but "did the previous launch fail" speaks of that launch. */
static bool speaks_of_older(struct str text)
{
	static const char *const older[] = {"revious", "arlier", "rior ", "tale ", "eftover", "eft over", "re-existing", "reexisting"};
	static const char *const work[] = {"aunch", "ernel", "<<<"};
	return str_has_any(text, older, COUNT(older)) && str_has(text, "rror") && !str_has_any(text, work, COUNT(work));
}

/* What is farther away in its line is not beside: of a program in one line each call would look at all of it. */
enum { LINE_BYTES = 1024 };

static struct str line_from(struct str bytes, size_t at)
{
	size_t end = at;
	while (end < bytes.n && end - at < LINE_BYTES && bytes.p[end] != '\n')
		end++;
	return (struct str){bytes.p + at, end - at};
}

static size_t line_begin(struct str bytes, size_t at)
{
	size_t from = at;
	while (at && from - at < LINE_BYTES && bytes.p[at - 1] != '\n')
		at--;
	return at;
}

static struct str trimmed(struct str line)
{
	while (line.n && is_space(line.p[0]))
		line = (struct str){line.p + 1, line.n - 1};
	while (line.n && is_space(line.p[line.n - 1]))
		line.n--;
	return line;
}

static bool is_said(const struct lower *l, u32 begin, u32 end, bool (*speaks)(struct str text))
{
	enum { LINES = 6 };
	struct str bytes = l->bytes;
	if (l->is_python || begin >= bytes.n || end > bytes.n)
		return false;
	struct str beside = line_from(bytes, end);
	const char *slashes = memmem(beside.p, beside.n, "//", 2), *block = memmem(beside.p, beside.n, "/*", 2);
	const char *mark = !slashes || (block && block < slashes) ? block : slashes;
	if (mark && speaks((struct str){mark, beside.n - (size_t)(mark - beside.p)}))
		return true;
	size_t at = line_begin(bytes, begin);
	for (u32 i = 0; at && i < LINES; i++) {
		at = line_begin(bytes, at - 1);
		struct str line = trimmed(line_from(bytes, at));
		if (!str_starts(line, "//") && !str_starts(line, "/*") && !str_starts(line, "*") && !str_ends(line, "*/"))
			return false;
		if (speaks(line))
			return true;
	}
	return false;
}

bool comment_explains(const struct lower *l, u32 begin, u32 end) { return is_said(l, begin, end, speaks_of_clearing); }
bool comment_tells_of_older(const struct lower *l, u32 begin, u32 end) { return is_said(l, begin, end, speaks_of_older); }
