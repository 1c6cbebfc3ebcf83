/* The registry for people: `caplint rules` and `caplint explain RULE`. */
#ifndef CAPLINT_RULEBOOK_H
#define CAPLINT_RULEBOOK_H

#include "finding/registry.h"

#include <stdio.h>

void rulebook_list(FILE *out, const struct rule *rules, u32 n);
void rulebook_page(FILE *out, const struct rule *rule);

#endif
