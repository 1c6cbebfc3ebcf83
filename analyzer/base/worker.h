/* The child's side of a pool, and the messages between the two sides. For pool.c alone. */
#ifndef CAPLINT_WORKER_H
#define CAPLINT_WORKER_H

#include "base/pool.h"

/* The parent sends a u32 task number; the worker answers with this, then `length` bytes. */
struct worker_answer {
	u64 length;
	u32 task;
	u32 is_ok;
};

enum { WORKER_OUT_OF_MEMORY = 99 }; /* the exit status that tells a memory limit from other ends */

/* Serves tasks from the socket until it closes, then leaves the process; never returns to the caller's code. */
_Noreturn void worker_serve(const struct pool_job *job, int socket);

/* Whole messages over a stream socket; false when the other side is gone. */
MUST_USE bool worker_send(int socket, const void *bytes, size_t n);

#endif
