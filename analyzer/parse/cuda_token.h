/* The token stream that cuda_prepare works on: one pass over the bytes, comments left out, each preprocessor line
 * one token. */
#ifndef CAPLINT_CUDA_TOKEN_H
#define CAPLINT_CUDA_TOKEN_H

#include "base/text.h"

enum token_kind {
	TK_WORD,
	TK_NUMBER,
	TK_STRING, /* string or character literal */
	TK_PUNCT,  /* one byte, or :: <<< >>> */
	/* preprocessor lines, splices included */
	TK_IF, /* #if, #ifdef, #ifndef */
	TK_ELSE, /* #elif..., #else */
	TK_ENDIF,
	TK_DIRECTIVE, /* any other */
};

struct token {
	u32 begin, end;
	u32 match;      /* the token that closes or opens this bracket; NONE */
	u32 around;     /* the token of the bracket that is open here; NONE */
	u32 prev, next; /* the nearest living tokens, NONE at the ends; only kept up for living ones */
	u8 kind;        /* enum token_kind */
	bool is_dead;   /* blanked */
	bool is_settled;/* an opening bracket whose statements were looked at */
};

/* A character that the prepared text has before byte `at`. */
struct insertion {
	u32 at, order;
	char ch;
};

struct tokens {
	struct arena *arena;
	char *text; /* the bytes being prepared, changed in place */
	u32 length;
	VEC(struct token) list;
	VEC(struct insertion) insertions;
};

void tokens_read(struct tokens *t, struct arena *a, char *text, u32 length);

static inline struct str token_text(const struct tokens *t, u32 i)
{
	const struct token *k = &t->list.at[i];
	return (struct str){t->text + k->begin, k->end - k->begin};
}
static inline bool token_is_directive(const struct token *k)
{
	return k->kind >= TK_IF;
}
/* Whether token i is this punctuation or word; false for an index past the end (NONE included). */
bool token_is(const struct tokens *t, u32 i, const char *text);
/* Whether the bracket open around token i is this one; '\0': none is. */
bool token_is_inside(const struct tokens *t, u32 i, char bracket);
/* The nearest living token after or before the living token i; NONE if there is none, or i is NONE. */
static inline u32 token_next(const struct tokens *t, u32 i)
{
	return i < t->list.n ? t->list.at[i].next : NONE;
}
static inline u32 token_prev(const struct tokens *t, u32 i)
{
	return i < t->list.n ? t->list.at[i].prev : NONE;
}
/* Overwrites with spaces, line ends excepted, from the first byte of `first` to the last of `last`; all tokens between
 * are dead then. */
void tokens_blank(struct tokens *t, u32 first, u32 last);
void tokens_insert(struct tokens *t, u32 at, char ch);
/* Marks one token dead without touching the text. */
void token_kill(struct tokens *t, u32 i);
/* Identifier in capitals, at least three of them: what macros are called. */
bool token_is_capital(const struct tokens *t, u32 i);

/* #if groups: those whose arms are whole statements or declarations stay for the grammar, others are cut down to
 * one arm; `#if 0` and `#if 1` are decided; all other preprocessor lines go. */
void tokens_groups(struct tokens *t);
/* Macros and keywords that the grammar stumbles over. */
void tokens_words(struct tokens *t);

#endif
