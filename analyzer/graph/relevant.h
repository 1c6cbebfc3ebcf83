/* Which functions can touch the error slot, themselves or through what they call: only these get bodies. By name, so
 * it is an upper bound; names that many functions share (run, size, ...) carry nothing further. */
#ifndef CAPLINT_RELEVANT_H
#define CAPLINT_RELEVANT_H

#include "graph/program.h"

/* One flag a function, in the arena. Device code is never relevant. Of Python: functions that
 * call the runtime by its name, those that call them, and what those call. O(rows). */
bool *relevant_functions(struct program *p, struct arena *a);

#endif
