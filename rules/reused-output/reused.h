/* The parts of reused-output. All is about one body of Python; findings go to run->findings. */
#ifndef CAPLINT_REUSED_H
#define CAPLINT_REUSED_H

#include "rule.h"

/* What is put aside as the old value is the tensor itself, which the function then writes in place. O(rows^2) of the rows that put something aside. */
void reused_aside(struct rule_run *run, const struct body *b);
/* Cheap, an upper bound: the function writes something in place that it also reads as a whole. */
bool reused_may_put_aside(const struct fn *fn);

#endif
