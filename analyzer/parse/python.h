/* The Python reader behind read_tree_sitter: flat concrete tree (syntax.h) -> neutral tree (tree/tree.h). */
#ifndef CAPLINT_PYTHON_H
#define CAPLINT_PYTHON_H

#include "parse/front.h"

MUST_USE bool python_read(struct arena *a, const struct front_input *in, struct tree *out, struct strbuf *err);

#endif
