/* Functions that can't be captured by their nature: they need the host on the way. */
#ifndef CAPLINT_UNFIT_H
#define CAPLINT_UNFIT_H

#include "capture/hazard.h"

struct unfit {
	struct str by;  /* the name of the call that is refused */
	bool is_before; /* it stands before the row */
	bool waits;     /* it waits for a stream or the device itself, and not in a function that it calls */
};

/* What a capture refuses in any case stands on every way through a row, before or behind it, here or in a function above: nobody has captured
 * what is enqueued there. What runs at a first use only, or under a debug switch, does not count. The first question about a function is O(rows),
 * with those that it calls; later ones O(depth x rows). */
bool capture_is_unfit(const struct capture *c, u32 reached, u32 row, struct unfit *out);

#endif
