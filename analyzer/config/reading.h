/* What the readers of single sections share. For this module. */
#ifndef CAPLINT_READING_H
#define CAPLINT_READING_H

#include "base/spelling.h"
#include "config/config.h"

enum { MOST_NAME = 64 }; /* of a wrong word in a message */

struct reading {
	struct arena *a;
	const struct config_known *known;
	struct config *c;
};

/* "; did you mean 'x'?", or "". */
const char *reading_guess(struct arena *a, const struct spelling *s);
/* The value has that kind; otherwise that is a fault, as for the next two. */
bool reading_is(struct reading *r, const struct toml *t, enum toml_kind kind);
/* A text that is not empty and holds no control character. */
bool reading_is_clean(struct reading *r, const struct toml *t);
/* A text that is one of the words (NULL after the last, "" is none): its place in the list. */
bool reading_choice(struct reading *r, const struct toml *t, const char *const *choices, u32 *chosen);

/* rows.c: [models], and after all sections what only the reader of the tables can say of their rows. */
void reading_models(struct reading *r, const struct toml *models);
void reading_try_rows(struct reading *r);

#endif
