/* Whether the streams of a program are blocking ones: the legacy stream is in order with those, so work that goes there past them is not out
 * of order, whatever a capture would make of it. */
#ifndef CAPLINT_BLOCKING_H
#define CAPLINT_BLOCKING_H

#include "capture/capture.h"

/* C and C++ of the program create streams, each of them as a blocking one as far as shows, and take none from a framework or a pool. Tests and
 * what is vendored don't count. Remembered; O(rows of the program) the first time. */
bool capture_streams_block(const struct capture *c);

#endif
