/* C++ has no keyword arguments; people write the name of the parameter in a comment before the argument. */
#include "facts/lower_state.h"

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

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
	while (begin && is_word(p[begin - 1]))
		begin--;
	size_t open = begin;
	while (open && is_space(p[open - 1]))
		open--;
	bool is_alone = begin < end && open >= 2 && p[open - 1] == '*' && p[open - 2] == '/';
	return is_alone ? string_put(l, (struct str){p + begin, end - begin}) : 0;
}
