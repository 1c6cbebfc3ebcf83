/* What is Cython's in expressions: casts, addresses, `new`, sizeof, types in the brackets of templates. */
#include "parse/cython_pass.h"

#include <string.h>

/* A token behind which an operand follows, so that < begins a cast and & takes an address. */
static bool wants_operand(const struct cython_pass *x, u32 i)
{
	static const char *const words[] = {"and", "or", "not", "in", "is", "if", "elif", "else", "while", "return", "yield", "raise", "assert", "del", "print",
	                                    "lambda", "for", "with", "as", "from", "await", "except"};
	if (cython_is_word(x, i))
		return cython_is_any(x, i, words, COUNT(words));
	return x->s.tokens.at[i].kind == CYTHON_MARK && !strchr(")]}", x->in.p[cython_begin_of(x, i)]);
}

enum { CAST_TOKENS = 200 };

/* The `>` of `<T*>`, or NONE. */
static u32 cast_end(const struct cython_pass *x, u32 from)
{
	u32 level = 0;
	for (u32 i = from, steps = 0; i < x->s.tokens.n && steps < CAST_TOKENS; i++, steps++) {
		const struct cython_token *t = &x->s.tokens.at[i];
		char c = x->in.p[t->begin];
		if (t->kind == CYTHON_STRING || (t->kind == CYTHON_MARK && !strchr("<>*&.,:?()[]{}", c)))
			return NONE;
		if (t->match != NONE && t->match < from)
			return NONE; /* closes what was open before */
		if (strchr("([{", c) && t->kind == CYTHON_MARK) {
			if (t->match == NONE)
				return NONE;
			i = t->match;
			continue;
		}
		level += t->kind == CYTHON_MARK && c == '<';
		if (t->kind == CYTHON_MARK && c == '>' && !--level)
			return i > from + 1 ? i : NONE;
	}
	return NONE;
}

/* `const T*` in the brackets of a template, `sizeof(unsigned int)`. */
static void take_type_words(struct cython_pass *x, u32 i, u32 before)
{
	static const char *const words[] = {"const", "unsigned", "signed", "volatile", "struct"};
	u32 close = i + 1 < x->s.tokens.n ? x->s.tokens.at[i + 1].match : NONE;
	if (cython_is(x, i, "sizeof") && cython_is(x, i + 1, "(") && close != NONE)
		cython_drop(x, i + 2, close);
	else if (cython_is_word(x, i + 1) && ((cython_depth_of(x, i) && cython_is_any(x, i, words, COUNT(words))) || (cython_is(x, i, "new") && (before == NONE || wants_operand(x, before)))))
		cython_drop(x, i, i + 1);
	else if (cython_is(x, i, "NULL"))
		cython_put(x, cython_begin_of(x, i), S("None"));
}

/* The stars of a pointer type: nothing that could be multiplied follows. The last of them. */
static u32 take_stars(struct cython_pass *x, u32 i, u32 before)
{
	u32 behind = i;
	while (cython_is(x, behind, "*") || cython_is(x, behind, "&"))
		behind++;
	bool ends = cython_is(x, behind, "]") || cython_is(x, behind, ")") || cython_is(x, behind, ",");
	if (cython_depth_of(x, i) && ends && before != NONE && !wants_operand(x, before))
		cython_drop(x, i, behind);
	return behind - 1;
}

/* 1UL */
static void take_suffix(struct cython_pass *x, u32 i)
{
	u32 end = cython_end_of(x, i);
	while (end > cython_begin_of(x, i) && strchr("uUlL", x->in.p[end - 1]))
		end--;
	cython_blank(x, end, cython_end_of(x, i));
}

void cython_expressions(struct cython_pass *x)
{
	u32 before = NONE; /* the token before, of those that are left */
	for (u32 i = 0; i < x->s.tokens.n; i++) {
		if (x->s.tokens.at[i].kind == CYTHON_GONE)
			continue;
		bool is_operand = before == NONE || wants_operand(x, before);
		u32 close = is_operand && cython_is(x, i, "<") ? cast_end(x, i) : NONE;
		if (close != NONE)
			cython_drop(x, i, close + 1);
		else if (is_operand && cython_is(x, i, "&"))
			cython_drop(x, i, i + 1);
		else if (cython_is(x, i, "*") || cython_is(x, i, "&"))
			i = take_stars(x, i, before);
		else if (cython_is_word(x, i))
			take_type_words(x, i, before);
		else if (x->s.tokens.at[i].kind == CYTHON_NUMBER)
			take_suffix(x, i);
		if (x->s.tokens.at[i].kind != CYTHON_GONE)
			before = i;
	}
}
