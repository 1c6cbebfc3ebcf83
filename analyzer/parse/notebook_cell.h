/* One code cell of a notebook as Python. For notebook.c. */
#ifndef CAPLINT_NOTEBOOK_CELL_H
#define CAPLINT_NOTEBOOK_CELL_H

#include "parse/notebook.h"

struct cell {
	VEC(struct str) parts; /* the strings of its source as they stand in the file, escapes and all */
};

/* Appends the cell's lines, and a line end, to the text, and the runs that they stand in. */
void cell_read(struct arena *a, const struct cell *cell, struct notebook *out, struct strbuf *text);

#endif
