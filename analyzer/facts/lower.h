/* Lowering: the neutral tree of one file becomes the facts of one unit. The only place that knows what statements
 * do: evaluation order, short circuit, loops, switch, goto, exceptions, destructors at scope ends.
 * Shared by C++ and Python. Cost: linear in the tree. */
#ifndef CAPLINT_LOWER_H
#define CAPLINT_LOWER_H

#include "facts/facts.h"
#include "tree/tree.h"

/* Appends to an empty builder. `bytes` is the file, for the line table. */
void lower_file(struct unit_builder *b, const struct node *file, struct str bytes, bool is_python);

#endif
