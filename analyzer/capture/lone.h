/* Streams that the program makes and then only enqueues work on: nobody captures such a stream, lets it wait for an event, records one on it,
 * waits for it on the host or gives it to anybody, so no capture ever has its work. By name: whatever else is called so counts as a use. */
#ifndef CAPLINT_LONE_H
#define CAPLINT_LONE_H

#include "capture/capture.h"

/* Some row of C or C++ creates a stream into a variable of that name, and no row does more with the name than that, end it, compare it, and enqueue.
 * O(rows of the program); `known` remembers the answers and lives as long as its arena. */
bool stream_is_lone(const struct capture *c, struct str name, struct arena *a, struct idmap *known);

#endif
