/* What the parts of dropped-error share. */
#ifndef CAPLINT_DROPPED_H
#define CAPLINT_DROPPED_H

#include "rule.h"

/* The wrapper whose result is dropped keeps the code in its object, where it can be asked for later: error_ = cudaMemcpyAsync(...); return error_. */
bool dropped_is_kept(const struct rule_run *run, const struct code_loss *loss);
/* told.c: more shared memory for a kernel: where that is refused the launch that needs it is refused as well, and somebody is told of that launch. O(rows + launches + losses), for
 * a function that only sets up as often as it is called. */
bool dropped_is_told_by_launch(const struct rule_run *run, const struct code_loss *loss);
/* What comes behind it fails for another reason, tells so, and throws away what the call did. O(rows). */
bool dropped_before_failure(const struct rule_run *run, const struct code_loss *loss);
/* A wait in a function that by its name gives back what was taken: there is nobody to tell. */
bool dropped_at_end_of_life(const struct rule_run *run, const struct code_loss *loss);
/* What looks like a call of a library, by its prefix, is given what such a call returns, as no call of a library is: the program's own check. */
bool dropped_by_check(const struct rule_run *run, const struct code_loss *loss);
/* A member or global is given the code of a call and at once that of another: told where the first is made. O(rows). */
void dropped_in_member(struct rule_run *run);
/* A call that does something stands in an assert(), which release builds leave out. Waits change nothing that anybody counts on. O(rows). */
void dropped_in_assert(struct rule_run *run);

#endif
