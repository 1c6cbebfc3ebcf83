/* One compiler command made libclang's. For this module. */
#ifndef CAPLINT_ARGS_H
#define CAPLINT_ARGS_H

#include "discover/compdb.h"

struct arg_list {
	VEC(struct str) list; /* NUL-terminated */
};

/* Splits as a POSIX shell does, without expanding anything; an open quote ends with the text. */
void args_split(struct arena *a, struct str text, struct arg_list *out);

/* Translates the words after the compiler's name. Paths and response files are relative to `directory`, an absolute
 * one. A response file that can't be read adds a sentence to err; the rest still counts. */
void args_translate(struct arena *a, struct str directory, const struct arg_list *words, struct compile_command *out,
                    struct strbuf *err);

#endif
