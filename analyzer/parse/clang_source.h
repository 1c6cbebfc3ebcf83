/* The bytes that libclang gets to see: the file with some of it blanked, so that offsets stay true. */
#ifndef CAPLINT_CLANG_SOURCE_H
#define CAPLINT_CLANG_SOURCE_H

#include "parse/front.h"

/* A copy with every hot function-like macro's definition blanked, so that its uses stay calls, and, if
 * blank_includes, every #include too. Line breaks stay. False with a reason in err if the text nests so deep that
 * libclang's stack would not hold. O(bytes). */
MUST_USE bool clang_source(struct arena *a, const struct front_input *in, bool blank_includes, struct str *out,
                           struct strbuf *err);

#endif
