/* Work in child processes. Parsers recurse without bound and libraries abort, so nothing that reads input runs in
 * the parent: a task that crashes, spins or eats memory costs itself alone, its worker is replaced, and the rest
 * goes on. Limits are on CPU time and memory, never on wall time, so that a busy machine prints the same.
 *
 * Workers are forked by pool_run: they see everything the caller had before, and nothing they write comes back but
 * the bytes they return. Tasks are handed out one at a time in order of their number; results come in any order, so
 * callers store them by number. Cost: one fork a worker, two small messages and a copy of the bytes a task. */
#ifndef CAPLINT_POOL_H
#define CAPLINT_POOL_H

#include "base/text.h"

struct pool_result {
	bool is_ok;      /* the task returned true */
	bool is_dead;    /* its worker died of it: crash or limit */
	struct str text; /* the bytes (16-byte aligned, a NUL after them); or why there are none, for a notice */
};

struct pool_job {
	u32 task_count;
	u32 jobs;         /* workers; 0 is one for each CPU that this process may use */
	u32 cpu_seconds;  /* per task; 0 is no limit */
	u64 memory_bytes; /* per worker, on top of what the parent had; 0 is no limit. Not kept under AddressSanitizer */
	struct arena *arena; /* the parent's: result bytes and reasons live here */
	void *context;       /* handed to both callbacks */

	/* In the worker, with 64 MiB of stack. `a` is released after each task. True with *out anywhere that outlives
	 * the call, or false with a reason. What it prints on stderr is shown only as part of the reason of a crash;
	 * it must not use stdout. */
	bool (*work)(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why);
	/* In the parent, once for each task. */
	void (*done)(void *context, u32 task, const struct pool_result *result);
};

u32 pool_cpus(void); /* that this process may use */

/* Returns when every task is done and every worker is reaped. die() if no process can be had at all. */
void pool_run(const struct pool_job *job);

#endif
