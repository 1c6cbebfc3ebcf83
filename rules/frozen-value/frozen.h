/* The parts of frozen-value that have a file of their own; they report into run->findings. */
#ifndef CAPLINT_FROZEN_H
#define CAPLINT_FROZEN_H

#include "rule.h"

/* Python: the function prepares a capture and fills an input of it with the host's data; no other method of the class touches that input, though they refresh those
 * beside it. O(rows of the class) for such an input. */
void frozen_input(struct rule_run *run, fn_id fn);

#endif
