/* Blanking, and the guard against text that overflows libclang's stack (parse/clang_source.h). */
#include "parse/clang_source.h"

#include <string.h>

#include "parse/clang_text.h"

/* libclang parses on a thread of 8 MiB; what follows takes about a kilobyte a level, in several passes. */
enum { NESTING_MAX = 1000 };

static void blank(char *text, u32 begin, u32 end)
{
	for (u32 i = begin; i < end; i++)
		if (text[i] != '\n' && text[i] != '\r')
			text[i] = ' ';
}

static u32 blanks_end(struct str s, u32 at)
{
	while (at < s.n && (s.p[at] == ' ' || s.p[at] == '\t'))
		at++;
	return at;
}

/* The file name of the #include, #include_next or #import at `at`; a comment may begin after it. */
static u32 include_end(struct str s, u32 at)
{
	u32 word = blanks_end(s, at + 1);
	if (!text_at(s, word, (u32)s.n, "include") && !text_at(s, word, (u32)s.n, "include_next") &&
	    !text_at(s, word, (u32)s.n, "import"))
		return at;
	u32 open = blanks_end(s, text_token(s, word, (u32)s.n));
	char close = open < s.n && s.p[open] == '<' ? '>' : open < s.n && s.p[open] == '"' ? '"' : '\n';
	u32 end = open + (close != '\n');
	while (end < s.n && s.p[end] != close && s.p[end] != '\n')
		end++;
	return end < s.n && s.p[end] == close && close != '\n' ? end + 1 : end;
}

static void blank_all_includes(char *text, struct str s)
{
	for (u32 line = 0; line < s.n;) {
		u32 hash = blanks_end(s, line);
		if (hash < s.n && s.p[hash] == '#')
			blank(text, hash, include_end(s, hash));
		const char *next = memchr(s.p + line, '\n', s.n - line);
		line = next ? (u32)(next - s.p) + 1 : (u32)s.n;
	}
}

/* What makes a parser recurse: brackets inside brackets, signs before signs. */
static bool is_too_deep(struct str s)
{
	u32 brackets = 0, signs = 0, end = (u32)s.n;
	for (u32 at = text_skip(s, 0, end); at < end && brackets <= NESTING_MAX && signs <= NESTING_MAX;) {
		char c = s.p[at];
		signs = text_is_word(c) || text_in(c, "\"';,()[]{}") ? 0 : signs + 1;
		brackets += text_in(c, "([{");
		brackets -= text_in(c, ")]}") && brackets;
		at = text_skip(s, text_token(s, at, end), end);
	}
	return brackets > NESTING_MAX || signs > NESTING_MAX;
}

static bool is_macro(const struct index_file *index, struct str name)
{
	for (u32 i = 0; index && i < index->macros.n; i++)
		if (str_eq(index->macros.at[i].name, name))
			return true;
	return false;
}

static bool is_capital(struct str word)
{
	bool has_letter = false;
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] >= 'a' && word.p[i] <= 'z')
			return false;
		has_letter |= word.p[i] >= 'A' && word.p[i] <= 'Z';
	}
	return has_letter && word.n > 2;
}

/* `float *RESTRICT x`, `namespace EXPORT x {`: two names in a row, so the first is a qualifier of some header. */
static void blank_qualifiers(char *text, const struct front_input *in)
{
	struct str s = in->bytes, word = S("");
	struct str before = S("");
	u32 end = (u32)s.n, word_at = 0;
	for (u32 at = text_skip(s, 0, end), stop; at < end; at = text_skip(s, stop, end)) {
		stop = text_token(s, at, end);
		bool is_word = text_is_word(s.p[at]) && stop - at > 0;
		if (is_word && word.n && is_capital(word) && !is_macro(in->index, word))
			blank(text, word_at, word_at + (u32)word.n);
		bool may_be_qualified = str_starts(before, "*") || str_starts(before, "&") || str_is(before, "namespace");
		word = is_word && may_be_qualified ? (struct str){s.p + at, stop - at} : S("");
		word_at = at;
		before = (struct str){s.p + at, stop - at};
	}
}

char *clang_source(struct arena *a, const struct front_input *in, bool is_alone, struct strbuf *err)
{
	if (in->bytes.n >= NONE / 2) {
		strbuf_puts(err, "The file is too large.");
		return NULL;
	}
	if (is_too_deep(in->bytes)) {
		strbuf_puts(err, "The text nests too deep for libclang.");
		return NULL;
	}
	char *text = arena_text(a, in->bytes.p, in->bytes.n);
	if (is_alone) {
		blank_all_includes(text, in->bytes);
		blank_qualifiers(text, in);
	}
	for (u32 i = 0; in->index && i < in->index->macros.n; i++) {
		const struct index_macro *m = &in->index->macros.at[i];
		if (m->is_function_like && m->is_hot && m->begin <= m->end && m->end <= in->bytes.n)
			blank(text, m->begin, m->end);
	}
	return text;
}
