/* What an installation has beside the program, made from the tables of options.c: the manual page and completions for shells. */
#ifndef CAPLINT_MANUAL_H
#define CAPLINT_MANUAL_H

#include "finding/registry.h"

#include <stdio.h>

/* manual.c: caplint(1), in the man macros. */
void manual_print(FILE *out);
/* completion.c: a script for bash, zsh or fish; false with the reason for another shell. */
MUST_USE bool completion_print(FILE *out, const char *shell, const struct rule *rules, u32 rule_count, struct strbuf *err);

#endif
