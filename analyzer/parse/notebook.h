/* Jupyter notebooks: the code cells of the JSON as one Python module. Cells are joined in their order; what is no Python is left out:
 * lines of magics (%, !, ?), cells of another language (%%bash), whole notebooks of another language. Where a statement is
 * expected `pass` stands for such a line, so that the block around it stays one.
 *
 * The text's places are not the file's: a line of the text is a string of the JSON, escapes and all. Once the text is read its tree is
 * moved to the places in the file, so that everything behind it knows the file alone. */
#ifndef CAPLINT_NOTEBOOK_H
#define CAPLINT_NOTEBOOK_H

#include "tree/tree.h"

/* A stretch of the text that stands in the file as it is, but for where it stands. */
struct notebook_run {
	u32 text, file; /* byte offsets */
};

struct notebook {
	struct str file; /* the JSON: borrowed */
	struct str text; /* the module, NUL-terminated, in the arena */
	VEC(struct notebook_run) runs;
};

/* False if the bytes hold no list of cells. What the JSON lacks behind that is nobody's loss. O(bytes). */
MUST_USE bool notebook_read(struct arena *a, struct str bytes, struct notebook *out, struct strbuf *err);
/* Where a byte of the text stands in the file, and behind which byte of the file a stretch of the text ends. O(log runs). */
u32 notebook_file_place(const struct notebook *n, u32 text);
u32 notebook_file_end(const struct notebook *n, u32 text);
/* The reverse of the first; what is no text (quotes, an output) counts to the text before it. O(log runs). */
u32 notebook_text_place(const struct notebook *n, u32 file);
/* Moves every place of a tree that was read from the text to the file. O(nodes log runs). */
void notebook_move(const struct notebook *n, struct node *tree);

#endif
