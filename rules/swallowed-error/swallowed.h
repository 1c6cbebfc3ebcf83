/* The parts of swallowed-error. All report into run->findings and own nothing. */
#ifndef CAPLINT_SWALLOWED_H
#define CAPLINT_SWALLOWED_H

#include "rule.h"

/* Calls of functions that empty the slot and answer by what they found, whose answer is thrown away. O(such calls). */
void swallowed_answers(struct rule_run *run);

#endif
