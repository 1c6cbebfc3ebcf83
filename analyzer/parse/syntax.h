/* The concrete tree that tree-sitter gives, flat and without tree-sitter: treesitter.c is the only file that knows
 * its API.
 *
 * Nodes lie in preorder in one array, so a node's first child is the next element and a pointer to a node is
 * enough to walk on. Comments, missing tokens and anonymous tokens that syntax.def doesn't list are left out; of TOML,
 * where every mistake is told, missing ones stay as SYN_MISSING. */
#ifndef CAPLINT_SYNTAX_H
#define CAPLINT_SYNTAX_H

#include "base/text.h"

enum syn_kind {
	SYN_OTHER, /* a named symbol that no reader looks at */
	SYN_ERROR,
	SYN_TOKEN, /* an anonymous token kept for its field */
#define SYN(kind, symbol) SYN_##kind,
#define TOKEN(kind, text) TOKEN_##kind,
#include "parse/syntax.def"
#undef SYN
#undef TOKEN
};

enum syn_field {
	FIELD_NONE,
#define FIELD(kind, name) FIELD_##kind,
#include "parse/syntax.def"
#undef FIELD
};

enum syn_flag { SYN_HAS_CHILD = 1, SYN_NAMED = 2, SYN_HAS_ERROR = 4 };

struct syn {
	u16 kind;       /* enum syn_kind */
	u8 field;       /* enum syn_field: the node's role in its parent */
	u8 flags;       /* enum syn_flag */
	u32 begin, end; /* byte offsets into the text parsed */
	u32 next;       /* distance to the next sibling, 0 for the last */
};

static inline const struct syn *syn_first(const struct syn *s)
{
	return s->flags & SYN_HAS_CHILD ? s + 1 : NULL;
}
static inline const struct syn *syn_next(const struct syn *s)
{
	return s->next ? s + s->next : NULL;
}
/* The first child with that field, or of that kind; NULL if there is none or s is NULL. O(children). */
const struct syn *syn_field(const struct syn *s, enum syn_field field);
const struct syn *syn_kind(const struct syn *s, enum syn_kind kind);

enum grammar { GRAMMAR_CUDA, GRAMMAR_PYTHON, GRAMMAR_TOML, GRAMMARS };

/* A parser; reuse it for all texts of one grammar. Free with syntax_close. */
struct syntax;
struct syntax *syntax_open(enum grammar grammar);
void syntax_close(struct syntax *x);

/* Parses text; the tree's nodes live in the arena, the result is the root. *errors grows by the number of error and
 * missing nodes. NULL with a reason in err when the text takes more than a fixed number of parse steps or nodes (the
 * budget counts work, not time, so that the result is the same everywhere). */
const struct syn *syntax_parse(struct syntax *x, struct arena *a, struct str text, u32 *errors, struct strbuf *err);
/* The nodes of the tree parsed last: they stand behind its root, parents first. */
u32 syntax_count(const struct syntax *x);

#endif
