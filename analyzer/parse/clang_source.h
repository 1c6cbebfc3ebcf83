/* The bytes that libclang gets to see: the file with some of it blanked, so that offsets stay true. */
#ifndef CAPLINT_CLANG_SOURCE_H
#define CAPLINT_CLANG_SOURCE_H

#include "parse/front.h"

/* A copy of in->bytes, NUL-terminated, with every hot function-like macro's definition blanked, so that its uses stay
 * calls. Without headers (is_alone) every #include goes too, and qualifiers that only a header can define. Line
 * breaks stay. NULL with a reason in err if the text nests so deep that libclang's stack would not hold. O(bytes). */
char *clang_source(struct arena *a, const struct front_input *in, bool is_alone, struct strbuf *err);

#endif
