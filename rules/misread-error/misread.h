/* The parts of misread-error that have a file of their own. Findings go to run->findings. */
#ifndef CAPLINT_MISREAD_H
#define CAPLINT_MISREAD_H

#include "rule.h"

/* A peek behind a launch whose finding is handed on to callers (`return cudaPeekAtLastError();`), of which one finds the failure and goes on, and nobody empties the slot.
 * Told at the peek, with that caller. O(launches * reads of the functions that launch). */
void misread_handed_on(struct rule_run *run);
/* A function that makes an error text from the slot is called right behind a read that has emptied it. O(reads * (callers + reads)). */
void misread_by_helper(struct rule_run *run);

#endif
