/* Markdown as far as rule pages use it. */
#ifndef CAPLINT_MARKDOWN_H
#define CAPLINT_MARKDOWN_H

#include "base/text.h"

/* The page with each paragraph and list item on one line: GitHub turns the line breaks inside them into hard breaks.
 * Code blocks, tables, headings and quotes stay as they are. */
void markdown_unwrap(struct strbuf *out, struct str page);

/* The first paragraph that is text, on one line, with the list that it announces by a colon; empty if there is none. */
void markdown_first_paragraph(struct strbuf *out, struct str page);

#endif
