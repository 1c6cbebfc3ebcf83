/* Private to the rule. */
#ifndef CAPLINT_UNCHECKED_H
#define CAPLINT_UNCHECKED_H

#include "rule.h"

/* What the kernel has written is copied back and asserted to be right, on every way behind it and before anything else is launched. O(rows). */
bool unchecked_shows_by_itself(const struct rule_run *run, const struct launch *l);

#endif
