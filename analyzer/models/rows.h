/* Between the reader of the tables (models.c) and the files that turn one line into one row. Inside models/ only. */
#ifndef CAPLINT_MODEL_ROWS_H
#define CAPLINT_MODEL_ROWS_H

#include "models/models.h"

enum { CELLS = MODEL_COLUMNS };

struct line;
/* A table as it is written. A column whose name ends in `?` may be empty. Where names repeat, rows of one name stand one below
 * the other, and they are entered under the first. */
struct table_form {
	const char *name;
	const char *columns[CELLS + 1]; /* NULL after the last */
	bool (*add)(struct models *m, struct line *line);
	bool names_repeat;
	const char *const *choices[CELLS]; /* the words of a column, NULL after the last; NULL: it takes more than words */
};

struct line {
	const struct table_form *form;
	struct str cells[CELLS];
	u32 number;
	bool repeats; /* the row above it in this text has the same name */
	struct strbuf *err;
};

/* The order of each list is the order of its enum. */
extern const char *const returns_words[], *const latches_words[], *const role_words[], *const reads_words[], *const fails_words[], *const no_yes[];
extern const char *const does_words[], *const language_words[], *const region_words[];
extern const char *const torch_capture_words[], *const gives_words[], *const torch_role_words[];

bool add_call(struct models *m, struct line *line);
bool add_check(struct models *m, struct line *line);
bool add_noreturn(struct models *m, struct line *line);
bool add_capture(struct models *m, struct line *line);
bool add_region(struct models *m, struct line *line);
bool add_torch(struct models *m, struct line *line);

/* False with a message that begins "line N, column 'X': ". */
PRINTF(3, 4) bool line_fails(struct line *line, u32 column, const char *format, ...);
/* The cell, or a word of it, is one of `words` (NULL after the last): its place in the list. */
MUST_USE bool pick(struct line *line, u32 column, const char *const *words, u8 *out);
MUST_USE bool pick_word(struct line *line, u32 column, struct str word, const char *const *words, u8 *out);
/* `3`, `stream`, `stream@3` or `-`. */
MUST_USE bool pick_arg(struct line *line, u32 column, struct str text, struct model_arg *out);
/* A position: 0 to 15. */
MUST_USE bool pick_position(struct line *line, u32 column, struct str text, i8 *out);
/* The text up to the separator, which is taken off `*rest` with it; false at the end. `-` alone is an empty list. */
bool next_word(struct str *rest, char separator, struct str *word);
/* Splits at the first separator; false, and all in `head`, where there is none. */
bool split_at(struct str text, char separator, struct str *head, struct str *tail);

/* Enters a row under its name. `DeviceScan::*` is kept as "DeviceScan::", a part of every name it is looked up by. */
void name_row(struct models *m, struct model_names *names, struct str name, u32 row);
/* `gpuMemcpy` of a portability header is cudaMemcpy, `gpuStreamGetCtx` the driver's: the row of CUDA's name for what is one of it or of HIP.
 * NONE if it is no such name, or has no row. */
u32 row_of_portable(const struct models *m, const struct model_names *names, struct str name);

#endif
