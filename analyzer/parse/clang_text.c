/* Tokens, brackets, names and types in source text (parse/clang_text.h). */
#include "parse/clang_text.h"

#include <ctype.h>
#include <string.h>

bool text_is_word(char c) { return isalnum((u8)c) || c == '_' || c == '$' || (c & 0x80); }

static u32 line_end(struct str s, u32 at, u32 end)
{
	while (at < end && s.p[at] != '\n')
		at += s.p[at] == '\\' && at + 1 < end ? 2 : 1;
	return min_u32(at, end);
}

static bool starts_line(struct str s, u32 at)
{
	while (at && (s.p[at - 1] == ' ' || s.p[at - 1] == '\t'))
		at--;
	return !at || s.p[at - 1] == '\n';
}

u32 text_skip(struct str s, u32 at, u32 end)
{
	while (at < end) {
		char c = s.p[at], next = at + 1 < end ? s.p[at + 1] : 0;
		if (isspace((u8)c) || (c == '\\' && (next == '\n' || next == '\r'))) {
			at++;
		} else if ((c == '/' && next == '/') || (c == '#' && starts_line(s, at))) {
			at = line_end(s, at, end);
		} else if (c == '/' && next == '*') {
			const char *close = memmem(s.p + at + 2, end - min_u32(at + 2, end), "*/", 2);
			at = close ? (u32)(close - s.p) + 2 : end;
		} else {
			break;
		}
	}
	return min_u32(at, end);
}

static u32 raw_string_end(struct str s, u32 quote, u32 end)
{
	const char *open = memchr(s.p + quote, '(', end - quote);
	if (!open || open - (s.p + quote) > 17)
		return quote + 1;
	u32 n = (u32)(open - s.p) - quote - 1;
	for (u32 i = quote + n + 2; i + n + 1 < end; i++)
		if (s.p[i] == ')' && s.p[i + n + 1] == '"' && memcmp(s.p + i + 1, s.p + quote + 1, n) == 0)
			return i + n + 2;
	return end;
}

/* A literal ends at its line's end at the latest: an apostrophe may be no literal at all. */
static u32 quoted_end(struct str s, u32 at, u32 end)
{
	char quote = s.p[at];
	for (at++; at < end && s.p[at] != '\n'; at++) {
		if (s.p[at] == '\\')
			at++;
		else if (s.p[at] == quote)
			return at + 1;
	}
	return min_u32(at, end);
}

static u32 word_end(struct str s, u32 at, u32 end)
{
	bool is_number = isdigit((u8)s.p[at]);
	while (at < end && (text_is_word(s.p[at]) ||
	                    (is_number && (s.p[at] == '.' || (s.p[at] == '\'' && at + 1 < end && isalnum((u8)s.p[at + 1]))))))
		at++;
	return at;
}

u32 text_token(struct str s, u32 at, u32 end)
{
	static const char *const marks[] = {"<<<", ">>>", "::", "->"};
	if (at >= end)
		return end;
	if (s.p[at] == '"' || s.p[at] == '\'')
		return quoted_end(s, at, end);
	if (text_is_word(s.p[at])) {
		u32 stop = word_end(s, at, end);
		bool is_prefix = stop < end && s.p[stop] == '"' && stop - at <= 3;
		if (is_prefix && s.p[stop - 1] == 'R')
			return raw_string_end(s, stop, end);
		return is_prefix && !isdigit((u8)s.p[at]) ? quoted_end(s, stop, end) : stop;
	}
	for (u32 i = 0; i < COUNT(marks); i++) {
		u32 n = (u32)strlen(marks[i]);
		if (end - at >= n && memcmp(s.p + at, marks[i], n) == 0)
			return at + n;
	}
	return at + 1;
}

u32 text_close(struct str s, u32 at, u32 end)
{
	u32 depth = 0;
	for (; at < end; at = text_skip(s, text_token(s, at, end), end)) {
		char c = s.p[at];
		depth += c == '(' || c == '[' || c == '{';
		if ((c == ')' || c == ']' || c == '}') && --depth == 0)
			return at;
	}
	return NONE;
}

u32 text_close_angle(struct str s, u32 at, u32 end)
{
	u32 depth = 0;
	while (at < end) {
		char c = s.p[at];
		u32 stop = text_token(s, at, end);
		if (c == '<') {
			depth += stop - at == 1;
			if (stop - at != 1)
				return NONE;
		} else if (c == '>') {
			for (u32 i = at; i < stop; i++)
				if (--depth == 0)
					return i;
		} else if (c == '(' || c == '[' || c == '{') {
			u32 close = text_close(s, at, end);
			if (close == NONE)
				return NONE;
			stop = close + 1;
		} else if (text_in(c, ";)]}") || (text_in(c, "&|") && stop < end && s.p[stop] == c)) {
			return NONE;
		}
		at = text_skip(s, stop, end);
	}
	return NONE;
}

u32 text_find(struct str s, u32 at, u32 end, char c)
{
	for (at = text_skip(s, at, end); at < end; at = text_skip(s, at, end)) {
		if (s.p[at] == c && text_token(s, at, end) == at + 1)
			return at;
		u32 close = s.p[at] == '(' || s.p[at] == '[' || s.p[at] == '{' ? text_close(s, at, end) : NONE;
		at = close == NONE ? text_token(s, at, end) : close + 1;
	}
	return NONE;
}

bool text_at(struct str s, u32 at, u32 end, const char *word)
{
	size_t n = strlen(word);
	if (at > end || end - at < n || memcmp(s.p + at, word, n) != 0)
		return false;
	if (text_is_word(word[n - 1]))
		return at + n == end || !text_is_word(s.p[at + n]);
	return !(n == 1 && word[0] == ':') || at + 1 == end || s.p[at + 1] != ':';
}

bool text_next_is(struct str s, u32 at, u32 end, const char *token)
{
	return text_at(s, text_skip(s, at, end), end, token);
}
