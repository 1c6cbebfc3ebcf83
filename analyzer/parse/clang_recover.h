/* Reading expressions from text: what recover's files share. Not for others; they use clang_recover and its kin
 * (parse/clang_tree.h). Nodes live in the walk's arena. Each reads on from where the one before it stopped and never goes back: O(text). */
#ifndef CAPLINT_CLANG_RECOVER_H
#define CAPLINT_CLANG_RECOVER_H

#include "parse/clang_tree.h"

/* Reads from `at` on, never past `end`. */
struct recovery {
	struct clang_walk *w;
	u32 at, end;
};

struct node *recovery_node(struct recovery *r, enum node_kind kind, u32 begin); /* up to where r stands */
/* The rest of the text can't be read: OPAQUE. */
struct node *recovery_give_up(struct recovery *r);
struct node *recovery_primary(struct recovery *r); /* names, literals, casts, lambdas, brackets */
struct node *recovery_prefix(struct recovery *r);  /* signs before, brackets and members behind */

#endif
