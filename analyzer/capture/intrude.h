/* Calls of others that break a capture: in global mode what that mode refuses to everybody, in every mode what waits for the whole device. */
#ifndef CAPLINT_INTRUDE_H
#define CAPLINT_INTRUDE_H

#include "capture/hazard.h"

/* Such a call, and how a thread gets there. */
struct intrusion {
	fn_id starter; /* who starts the thread, or the destructor */
	u32 start;     /* body row of that */
	const struct body *body;
	u32 row;       /* of the call */
};

/* Waits for the whole device, which breaks every capture of the process: measured in other-thread-cuda13.0-h200. */
bool waits_for_all(const struct capture_api *api);
/* Who starts a thread need not touch the runtime itself. */
const struct body *intruder_body(const struct capture *c, fn_id fn);
/* Threads of the program, in the order of functions, that make such a call while a capture of that mode may be open: up to `max`, one a function
 * that starts them. Says how many. O(rows). */
u32 intruding_threads(const struct capture *c, u8 mode, struct intrusion *out, u32 max);
/* What captures leads to the start of the thread: the two are of one program. O(calls). */
bool starts_own_thread(const struct capture *c, const struct intrusion *thread, fn_id capturing);
/* Several programs stand in the repository, the thread is started in the folder of one of them, and nothing there calls the function that captures;
 * or in a library, and nobody leads to both; or Python captures, and nothing that is bound to it leads to the thread: nothing shows that they run in one process. O(calls). */
bool is_of_other_program(const struct capture *c, const struct intrusion *thread, fn_id capturing);

/* The thread is one alone, and it is what leads to the capture: it makes the call before or after, not meanwhile. O(calls). */
bool is_capturing_thread(const struct capture *c, const struct intrusion *thread, fn_id capturing);

/* Some function of the file locks: it reckons with several threads. O(rows of the file). */
bool reckons_with_threads(const struct capture *c, u32 file);
/* A destructor that waits for the whole device and locks nothing, of a class that the capture works for. O(functions). */
bool intruding_end(const struct capture *c, const struct body *capturing, struct intrusion *out);

#endif
