/* Programs out of strings, for tests of the stages that follow parsing. */
#ifndef CAPLINT_PROGRAM_OF_H
#define CAPLINT_PROGRAM_OF_H

#include "graph/program.h"

struct made {
	struct arena arena; /* everything lives here: made_forget() ends it */
	struct models models;
	struct source *sources;
	struct str *texts;  /* by file */
	struct unit *units;
	struct program program;
};

/* Parses and links sources given as path, text, path, text, ..., NULL, sorted by path as discovery would. The language comes
 * from the path, files below tests/ are tests. tree-sitter reads alone, so that results are the same everywhere. */
void made_of(struct made *m, const char *path, const char *text, ...);
void made_forget(struct made *m);

/* The function or macro of that qualified name; the first if there are several. Fails the test if there is none. */
fn_id made_fn(const struct made *m, const char *name);
u32 made_line(const struct made *m, fn_id fn, u32 offset); /* 1-based */

#endif
