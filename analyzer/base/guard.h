/* Work whose crash ends that work alone, and not the run. */
#ifndef CAPLINT_GUARD_H
#define CAPLINT_GUARD_H

#include "base/base.h"

/* Runs work(context) on this thread. False if it crashed (a wild address, a stack that is full, a division by zero, abort): it has ended there,
 * what it had written stays as it was, and what it had allocated is its arena's as before. One at a time, from the main thread; work that holds
 * nothing but memory, since nothing of it is closed. Costs a dozen system calls. */
MUST_USE bool guard_run(void (*work)(void *), void *context);

#endif
