/* The text of single values and of lines that are none. For this module. */
#ifndef CAPLINT_TOML_TEXT_H
#define CAPLINT_TOML_TEXT_H

#include "config/toml.h"

/* A string's bytes [begin, end) without quotes and escapes; NUL-terminated, in the arena. The grammar has seen to its form. */
struct str toml_text(struct arena *a, struct str text, struct toml_faults *faults, u32 begin, u32 end);
/* What the writer probably meant, where the grammar could make nothing of the text at *at; moves *at to the place itself. */
const char *toml_guess(struct arena *a, struct str text, u32 *at, u32 end);

#endif
