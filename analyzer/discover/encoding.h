/* What a source text is written in, made UTF-8. A byte order mark tells UTF-16 and UTF-32 in every language; in Python a coding line
 * (PEP 263: `# -*- coding: latin-1 -*-` among the first two lines) tells the rest. Text without either is taken as it is.
 * For this module. */
#ifndef CAPLINT_ENCODING_H
#define CAPLINT_ENCODING_H

#include "discover/discover.h"

/* Replaces *text by the same in UTF-8, NUL-terminated, in the arena; bytes that mean nothing become U+FFFD, so line ends stay where they
 * are. False if the C library doesn't know the encoding, whose name is then in *name, and the text is left alone. */
MUST_USE bool text_to_utf8(struct arena *a, enum language language, struct str *text, struct str *name);

#endif
