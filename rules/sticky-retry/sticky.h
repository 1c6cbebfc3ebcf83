/* The parts of sticky-retry beside rule.c. Findings go to run->findings. */
#ifndef CAPLINT_STICKY_H
#define CAPLINT_STICKY_H

#include "rule.h"

/* A wait in a loop, whose failure is cleared so that the next turn may try again. O(rows; rows for such a wait). */
void sticky_after_wait(struct rule_run *run);

#endif
