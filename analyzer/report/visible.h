/* Text of unknown origin made fit for a terminal: control and bidirectional-override characters and bytes that are
 * not UTF-8 are spelled out, so that source code can neither drive the terminal nor look like other code. */
#ifndef CAPLINT_VISIBLE_H
#define CAPLINT_VISIBLE_H

#include "base/text.h"

/* One character as shown, NUL-terminated, and the columns it takes on a terminal. A tab is kept and has width 1. */
struct glyph {
	char text[16];
	u32 width;
};
/* The character at *at, which must be inside the text; *at moves behind it. */
struct glyph visible_next(struct str text, size_t *at);

/* The whole text, line ends and tabs as blanks. */
void visible_add(struct strbuf *out, struct str text);

#endif
