/* Bytes read as UTF-8, any bytes: each ill-formed sequence counts as one U+FFFD, cut where the web's decoders cut it
 * (the longest prefix of a well-formed sequence), so that columns and hashes agree with theirs. */
#ifndef CAPLINT_UTF8_H
#define CAPLINT_UTF8_H

#include "base/text.h"

enum { UTF8_REPLACEMENT = 0xfffd };

/* The code point at *at, which must be inside the text; *at moves behind it. is_bad, if not NULL, tells a
 * replacement from a U+FFFD that is really there. */
u32 utf8_next(struct str text, size_t *at, bool *is_bad);

/* UTF-16 code units that the text takes. */
u32 utf16_length(struct str text);

/* The longest prefix of at most max bytes that cuts no sequence. */
struct str utf8_cut(struct str text, size_t max);

#endif
