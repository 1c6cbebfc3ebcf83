/* Text of unknown origin as text of an XML or HTML document, in an element or in an attribute with double quotes: no byte of it
 * can end either, and what a terminal must not get (report/visible.h) is spelled out here too, so that a page shows the bytes
 * that a compiler sees. */
#ifndef CAPLINT_MARKUP_H
#define CAPLINT_MARKUP_H

#include "base/text.h"

#include <stdio.h>

/* Tabs stay; line ends become blanks. */
void markup_text(FILE *out, struct str text);

#endif
