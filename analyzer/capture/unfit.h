/* Functions that can't be captured by their nature: they need the host on the way. */
#ifndef CAPLINT_UNFIT_H
#define CAPLINT_UNFIT_H

#include "capture/hazard.h"

/* What a capture refuses in any case stands on every way through a row, before or behind it, here or in a function above: nobody has captured
 * what is enqueued there. Takes the name of that call in `by`, and whether it stands before the row. What runs at a first use only, or under a
 * debug switch, does not count. The first question about a function is O(rows), with those that it calls; later ones O(depth x rows). */
bool capture_is_unfit(const struct capture *c, u32 reached, u32 row, struct str *by, bool *is_before);

#endif
