/* A member or global of C++ that the host advances with each call and gives to a kernel by value: in a graph every replay gets the value of the
 * capture. */
#ifndef CAPLINT_HOST_COUNTER_H
#define CAPLINT_HOST_COUNTER_H

#include "capture/capture.h"

struct host_counter {
	const struct body *body;
	u32 row, launch;   /* where it is advanced, and the launch that is given it */
	u32 cell;
	bool is_on_legacy; /* that launch is in no capture: who captures the function has to mend that first */
};
typedef VEC(struct host_counter) host_counter_list;

/* Of the functions that `shows` names but those of tests, in the order of functions and rows. O(rows; fields for candidates). */
void find_host_counters(const struct capture *c, const bool *shows, struct arena *a, host_counter_list *out);

/* x++, x += n on a member or global that is declared as a number and not set anew before: its cell; NONE. O(rows; fields for candidates). */
u32 advanced_counter(const struct capture *c, const struct body *b, u32 row);

#endif
