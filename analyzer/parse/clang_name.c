/* Names and types as written (parse/clang_text.h). */
#include <ctype.h>
#include <string.h>

#include "parse/clang_text.h"

/* A name is collected here only when it is no plain slice of the text. */
struct squeeze {
	struct arena *arena;
	struct str text; /* so far */
	bool is_copy;
};

static void squeeze_add(struct squeeze *q, const char *p, size_t n)
{
	if (!q->is_copy && (q->text.n == 0 || q->text.p + q->text.n == p)) {
		q->text = (struct str){q->text.n ? q->text.p : p, q->text.n + n};
		return;
	}
	q->text = str_of(arena_format(q->arena, "%.*s%.*s", (int)q->text.n, q->text.p, (int)n, p));
	q->is_copy = true;
}

/* operator() and operator[] hold brackets, operator bool a type, operator+= a run of punctuation. */
static u32 operator_end(struct str s, u32 at, u32 end)
{
	u32 i = text_skip(s, at, end);
	if (i >= end)
		return at;
	if (s.p[i] == '(' || s.p[i] == '[') {
		u32 close = text_skip(s, i + 1, end);
		return close < end && (s.p[close] == ')' || s.p[close] == ']') ? close + 1 : at;
	}
	if (text_is_word(s.p[i]) || s.p[i] == ':') {
		u32 open = text_find(s, i, end, '(');
		u32 stop = open == NONE ? end : open;
		while (stop > i && isspace((u8)s.p[stop - 1]))
			stop--;
		return stop;
	}
	while (i < end && text_in(s.p[i], "+-*/%^&|~!=<>,"))
		i++;
	return i;
}

struct text_name text_name(struct arena *a, struct str s, u32 at, u32 end)
{
	struct squeeze q = {.arena = a, .text = S("")};
	struct text_name name = {S(""), at, at};
	at = text_skip(s, at, end);
	if (text_at(s, at, end, "::"))
		at = text_skip(s, at + 2, end);
	while (at < end) {
		if (text_at(s, at, end, "template")) {
			at = text_skip(s, at + 8, end);
			continue;
		}
		u32 from = at, tilde = s.p[at] == '~' ? text_skip(s, at + 1, end) : at;
		if (tilde >= end || !text_is_word(s.p[tilde]) || isdigit((u8)s.p[tilde]))
			break;
		u32 stop = text_token(s, tilde, end);
		if (text_at(s, from, end, "operator"))
			stop = operator_end(s, stop, end);
		squeeze_add(&q, s.p + from, stop - from);
		name = (struct text_name){q.text, from, stop};
		at = text_skip(s, stop, end);
		u32 close = at < end && s.p[at] == '<' ? text_close_angle(s, at, end) : NONE;
		if (close != NONE) {
			name.end = close + 1;
			at = text_skip(s, close + 1, end);
		}
		if (!text_at(s, at, end, "::"))
			break;
		u32 next = text_skip(s, at + 2, end);
		if (next >= end || (!text_is_word(s.p[next]) && s.p[next] != '~'))
			break;
		squeeze_add(&q, s.p + at, 2);
		at = next;
	}
	return name;
}

static u32 space_before(struct str s, u32 begin, u32 at)
{
	while (at > begin && isspace((u8)s.p[at - 1]))
		at--;
	return at;
}

static u32 angle_before(struct str s, u32 begin, u32 at)
{
	u32 depth = 0;
	for (; at > begin; at--) {
		depth += s.p[at - 1] == '>' && at - 1 > begin && s.p[at - 2] != '-';
		if (s.p[at - 1] == '<' && --depth == 0)
			return at - 1;
	}
	return NONE;
}

struct str text_qualified(struct arena *a, struct str s, u32 begin, u32 at, struct str last, u32 *from)
{
	u32 i = space_before(s, begin, at);
	*from = at;
	while (i >= begin + 2 && s.p[i - 1] == ':' && s.p[i - 2] == ':') {
		i = space_before(s, begin, i - 2);
		if (i > begin && s.p[i - 1] == '>') {
			u32 open = angle_before(s, begin, i);
			if (open == NONE)
				break;
			i = space_before(s, begin, open);
		}
		u32 word = i;
		while (word > begin && text_is_word(s.p[word - 1]))
			word--;
		if (word == i)
			break;
		*from = word;
		i = space_before(s, begin, word);
	}
	if (*from == at)
		return last;
	struct text_name scope = text_name(a, s, *from, at);
	return str_of(arena_format(a, "%.*s::%.*s", (int)scope.text.n, scope.text.p, (int)last.n, last.p));
}

static const char *const builtin_words[] = {
	"void", "bool", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "wchar_t",
	"char8_t", "char16_t", "char32_t", "__int128",
};

/* Words before or around a type that are no part of it. An attribute may carry an argument list. */
static const char *const storage_words[] = {
	"const", "volatile", "static", "extern", "inline", "constexpr", "constinit", "consteval", "thread_local",
	"register", "mutable", "typename", "struct", "class", "union", "enum", "virtual", "explicit", "friend",
	"alignas", "__attribute__", "__declspec", "__restrict__", "__restrict", "restrict",
};

static bool is_storage(struct str word)
{
	return str_is_any(word, storage_words, COUNT(storage_words)) ||
	       (word.n > 4 && str_starts(word, "__") && str_ends(word, "__") && !str_is(word, "__int128"));
}

bool text_is_builtin(struct str type)
{
	bool any = false;
	for (u32 at = text_skip(type, 0, (u32)type.n); at < type.n; at = text_skip(type, at, (u32)type.n)) {
		u32 stop = text_token(type, at, (u32)type.n);
		struct str word = {type.p + at, stop - at};
		if (text_is_word(word.p[0]) && !str_is_any(word, builtin_words, COUNT(builtin_words)))
			return false;
		any |= text_is_word(word.p[0]);
		at = stop;
	}
	return any;
}

static u32 brackets_skip(struct str s, u32 at, u32 end)
{
	u32 close = text_close(s, at, end);
	return close == NONE ? end : text_skip(s, close + 1, end);
}

u32 text_skip_storage(struct str s, u32 at, u32 end)
{
	for (at = text_skip(s, at, end); at < end;) {
		u32 stop = text_token(s, at, end);
		if (s.p[at] == '[') {
			at = brackets_skip(s, at, end);
		} else if (text_at(s, at, end, "template")) {
			at = text_skip(s, stop, end);
			u32 close = at < end && s.p[at] == '<' ? text_close_angle(s, at, end) : NONE;
			at = close == NONE ? at : text_skip(s, close + 1, end);
		} else if (is_storage((struct str){s.p + at, stop - at})) {
			at = text_skip(s, stop, end);
			if (at < end && s.p[at] == '(')
				at = brackets_skip(s, at, end);
			else if (at < end && s.p[at] == '"') /* extern "C" */
				at = text_skip(s, text_token(s, at, end), end);
		} else {
			break;
		}
	}
	return at;
}

/* unsigned long int: all words; else one qualified name with its template arguments. */
u32 text_type_end(struct arena *a, struct str s, u32 at, u32 end)
{
	u32 stop = at;
	for (u32 i = at; i < end;) {
		u32 word = text_token(s, i, end);
		struct str text = {s.p + i, word - i};
		if (str_is_any(text, builtin_words, COUNT(builtin_words)))
			stop = word;
		else if (!is_storage(text))
			break;
		i = text_skip(s, word, end);
	}
	return stop > at ? stop : text_name(a, s, at, end).end;
}

/* The pointers of the declarator whose name begins at `at`. */
struct pointers {
	u32 stars;
	bool is_function;
};

static struct pointers pointers_before(struct str s, u32 begin, u32 at)
{
	struct pointers p = {0};
	while ((at = space_before(s, begin, at)) > begin) {
		char c = s.p[at - 1];
		u32 word = at;
		while (word > begin && text_is_word(s.p[word - 1]))
			word--;
		if (word < at && is_storage((struct str){s.p + word, at - word})) {
			at = word;
		} else if (c == '*' || c == '&' || c == '.') {
			p.stars += c == '*';
			at--;
		} else {
			p.is_function = c == '(' && p.stars;
			break;
		}
	}
	return p;
}

struct str text_type(struct arena *a, struct str s, u32 begin, u32 name, u32 *stop)
{
	u32 at = text_skip_storage(s, begin, name);
	u32 end = at < name ? text_type_end(a, s, at, name) : at;
	u32 next = text_skip_storage(s, end, name);
	while (end > at && next < name && text_is_word(s.p[next]) && text_find(s, end, name, ',') == NONE) {
		at = next; /* EXPORT void f(): what comes first is some macro */
		end = text_type_end(a, s, at, name);
		next = text_skip_storage(s, end, name);
	}
	if (stop)
		*stop = end;
	if (end <= at || text_at(s, at, name, "auto") || text_at(s, at, name, "decltype"))
		return S("");
	struct str base = {s.p + at, end - at};
	struct pointers p = pointers_before(s, end, name);
	if (p.is_function)
		return str_of(arena_format(a, "%.*s (*)()", (int)base.n, base.p));
	if (!p.stars)
		return base;
	char stars[16] = {0};
	memset(stars, '*', min_u32(p.stars, sizeof stars - 1));
	return str_of(arena_format(a, "%.*s %s", (int)base.n, base.p, stars));
}
