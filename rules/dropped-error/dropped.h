/* What the parts of dropped-error share. */
#ifndef CAPLINT_DROPPED_H
#define CAPLINT_DROPPED_H

#include "rule.h"

/* The wrapper whose result is dropped keeps the code in its object, where it can be asked for later: error_ = cudaMemcpyAsync(...); return error_. */
bool dropped_is_kept(const struct rule_run *run, const struct code_loss *loss);
/* A launch behind it, in the same function, has its error read by all who come to it: a launch that needs what was refused is refused. O(launches). */
bool dropped_is_told_by_callers(const struct rule_run *run, const struct code_loss *loss);
/* What comes behind it fails for another reason, tells so, and throws away what the call did. O(rows). */
bool dropped_before_failure(const struct rule_run *run, const struct code_loss *loss);
/* A wait in a function that by its name gives back what was taken: there is nobody to tell. */
bool dropped_at_end_of_life(const struct rule_run *run, const struct code_loss *loss);
/* What looks like a call of a library, by its prefix, is given what such a call returns, as no call of a library is: the program's own check. */
bool dropped_by_check(const struct rule_run *run, const struct code_loss *loss);

#endif
