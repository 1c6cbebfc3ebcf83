/* The prelude of one file: parse/prelude.h without what the file doesn't mention. */
#ifndef CAPLINT_CLANG_PRELUDE_H
#define CAPLINT_CLANG_PRELUDE_H

#include "parse/front.h"

/* NUL-terminated, in the arena. index may be NULL: then nothing is left out. O(prelude). */
struct str clang_prelude(struct arena *a, const struct index_file *index);

#endif
