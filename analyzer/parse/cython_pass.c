/* Looking at tokens and taking them out of the text. */
#include "parse/cython_pass.h"

#include <string.h>

struct str cython_text_at(const struct cython_pass *x, u32 i)
{
	const struct cython_token *t = i < x->s.tokens.n ? &x->s.tokens.at[i] : NULL;
	return t && t->kind != CYTHON_GONE ? (struct str){x->in.p + t->begin, t->end - t->begin} : S("");
}

bool cython_is(const struct cython_pass *x, u32 i, const char *text) { return str_is(cython_text_at(x, i), text); }

bool cython_is_word(const struct cython_pass *x, u32 i) { return i < x->s.tokens.n && x->s.tokens.at[i].kind == CYTHON_WORD; }

bool cython_is_any(const struct cython_pass *x, u32 i, const char *const *list, u32 n)
{
	for (u32 k = 0; k < n; k++)
		if (cython_is(x, i, list[k]))
			return true;
	return false;
}

void cython_blank(struct cython_pass *x, u32 from, u32 to)
{
	for (u32 i = from; i < to; i++) {
		char c = x->out[i];
		bool joins = c == '\\' && (x->in.p[i + 1] == '\n' || x->in.p[i + 1] == '\r');
		if (c != '\n' && c != '\r' && !joins)
			x->out[i] = ' ';
	}
}

void cython_drop(struct cython_pass *x, u32 first, u32 behind)
{
	if (first >= behind)
		return;
	cython_blank(x, cython_begin_of(x, first), cython_end_of(x, behind - 1));
	for (u32 i = first; i < behind; i++)
		x->s.tokens.at[i].kind = CYTHON_GONE;
}

void cython_put(struct cython_pass *x, u32 at, struct str text)
{
	if (at + text.n <= x->in.n && !memchr(x->in.p + at, '\n', text.n))
		memcpy(x->out + at, text.p, text.n);
}

u32 cython_find(const struct cython_pass *x, u32 from, u32 end, u32 depth, char mark)
{
	for (u32 i = from; i < end; i++) {
		const struct cython_token *t = &x->s.tokens.at[i];
		char after = x->in.p[t->end], before = t->begin ? x->in.p[t->begin - 1] : 0;
		bool is_longer = mark == '=' && (after == '=' || (before && strchr("=!<>:", before)));
		if (t->kind == CYTHON_MARK && t->depth == depth && x->in.p[t->begin] == mark && !is_longer)
			return i;
	}
	return end;
}
