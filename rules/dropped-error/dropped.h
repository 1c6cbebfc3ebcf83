/* What the parts of dropped-error share. */
#ifndef CAPLINT_DROPPED_H
#define CAPLINT_DROPPED_H

#include "rule.h"

/* The wrapper whose result is dropped keeps the code in its object, where it can be asked for later: error_ = cudaMemcpyAsync(...); return error_. */
bool dropped_is_kept(const struct rule_run *run, const struct code_loss *loss);
/* What looks like a call of a library, by its prefix, is given what such a call returns, as no call of a library is: the program's own check. */
bool dropped_by_check(const struct rule_run *run, const struct code_loss *loss);

#endif
