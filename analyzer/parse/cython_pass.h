/* The statement at hand, and how its tokens are looked at and taken out of the text. For this module. */
#ifndef CAPLINT_CYTHON_PASS_H
#define CAPLINT_CYTHON_PASS_H

#include "parse/cython_token.h"

struct cython_pass {
	struct arena *a;
	struct str in;
	char *out;
	struct cython_statement s;
	u32 next;         /* offset of the next statement */
	u32 group_column; /* of the `cdef:` whose lines these are, or NONE */
	u32 group_indent; /* and how many bytes stand before it */
	u32 decorators;   /* offset of the first of those right above the statement, or NONE */
};

/* Of a token by its index: its text, empty where there is none or it was dropped; whether it is that word or mark, a word, one of several. */
struct str cython_text_at(const struct cython_pass *x, u32 i);
bool cython_is(const struct cython_pass *x, u32 i, const char *text);
bool cython_is_word(const struct cython_pass *x, u32 i);
bool cython_is_any(const struct cython_pass *x, u32 i, const char *const *list, u32 n);
static inline u32 cython_begin_of(const struct cython_pass *x, u32 i) { return x->s.tokens.at[i].begin; }
static inline u32 cython_end_of(const struct cython_pass *x, u32 i) { return x->s.tokens.at[i].end; }
static inline u32 cython_depth_of(const struct cython_pass *x, u32 i) { return x->s.tokens.at[i].depth; }
/* The first mark at a depth, from a token on; the end if there is none. Not a part of ==, <=, :=. */
u32 cython_find(const struct cython_pass *x, u32 from, u32 end, u32 depth, char mark);

/* Blanks bytes; line ends stay, and the backslashes that join lines. */
void cython_blank(struct cython_pass *x, u32 from, u32 to);
/* Blanks tokens from the first to before another, and forgets them. */
void cython_drop(struct cython_pass *x, u32 first, u32 behind);
/* Writes over what stands there. A line that is too short for it stays as it is. */
void cython_put(struct cython_pass *x, u32 at, struct str text);

/* Casts, addresses, types: what may stand in any expression of the statement. */
void cython_expressions(struct cython_pass *x);

#endif
