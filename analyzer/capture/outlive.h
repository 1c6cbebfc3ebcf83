/* Who keeps what a Python function has in a local variable when the function is left: the graph that it captured, a tensor that the graph
 * reads. */
#ifndef CAPLINT_OUTLIVE_H
#define CAPLINT_OUTLIVE_H

#include "capture/capture.h"

/* The graph of a capture that stands in the code is stored or handed back, so it is replayed after `owner`, the function whose variables it
 * reads, is left: the one that captures, or one above it. False if that does not show. O(rows). */
bool graph_outlives(const struct capture *c, u32 region, fn_id owner);

/* Something may keep the value of a local variable: it is returned, stored, put into a container, given to a call that may store it (calls
 * at captured rows don't count, nor operations of tensors). `state` is by row as in struct reached, or NULL. O(rows). */
bool may_be_kept(const struct capture *c, const struct body *b, const u8 *state, u32 cell);

#endif
