/* What the readers of declarations share. Not for others; they use clang_decl and its kin (parse/clang_tree.h). */
#ifndef CAPLINT_CLANG_DECL_H
#define CAPLINT_CLANG_DECL_H

#include "parse/clang_tree.h"

bool clang_is_class(unsigned kind);
/* The declared name as written, with its qualification; *begin is where it begins. A declaration out of a macro is
 * called what libclang calls it. */
struct str clang_declared_name(struct clang_walk *w, struct part p, u32 at, u32 *begin);
void clang_function(struct clang_walk *w, struct node_list *to, struct part p);
/* auto [a, b] = value */
void clang_bindings(struct clang_walk *w, struct node_list *to, struct part p);

#endif
