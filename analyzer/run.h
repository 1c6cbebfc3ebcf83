/* One run, from paths to an exit status. */
#ifndef CAPLINT_RUN_H
#define CAPLINT_RUN_H

#include "options.h"

/* `check`, `audit` and `baseline`; `confirm` with paths, whose findings get verdicts before they are reported (verdicts.h). The status: 0 nothing at or above the level, 1 findings, 2 the job could not be done. */
int run_check(struct options *o);

#endif
