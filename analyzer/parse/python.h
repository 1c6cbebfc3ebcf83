/* The Python reader behind read_tree_sitter: flat concrete tree (syntax.h) -> neutral tree (tree/tree.h).
 *
 *   python.c        files, definitions, imports
 *   python_stmt.c   statements
 *   python_expr.c   expressions
 *
 * Nodes live in the arena; names are slices of the text. O(nodes). Recursion is bounded by TREE_DEPTH as in cuda.h; a NULL `s` is allowed wherever a child may be absent. */
#ifndef CAPLINT_PYTHON_H
#define CAPLINT_PYTHON_H

#include "parse/front.h"
#include "parse/syntax.h"

struct python {
	struct arena *arena;
	struct str text;
	u32 depth;
};

static inline struct str python_text(const struct python *p, const struct syn *s)
{
	return (struct str){p->text.p + s->begin, s->end - s->begin};
}
struct node *python_node(struct python *p, enum node_kind kind, const struct syn *s);
/* A NAME, or another node that only has a name, from an identifier. */
struct node *python_named(struct python *p, enum node_kind kind, const struct syn *s);
struct node *python_none(struct python *p, u32 at);
MUST_USE bool python_enter(struct python *p);

struct node *python_expr(struct python *p, const struct syn *s);
/* Appends the named children as expressions, splats and keyword arguments included. */
void python_items(struct python *p, struct node_list *to, const struct syn *s);
bool python_is_expr(enum syn_kind kind);

void python_stmt(struct python *p, struct node_list *to, const struct syn *s);
struct node *python_block(struct python *p, const struct syn *s);
void python_parameters(struct python *p, struct node_list *to, const struct syn *s);
void python_definition(struct python *p, struct node_list *to, const struct syn *s, const struct syn *decorated);
void python_import(struct python *p, struct node_list *to, const struct syn *s);

MUST_USE bool python_read(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err);

#endif
