/* What a function of Python is given, if a graph that its caller has replayed just before made it. */
#ifndef CAPLINT_REPLAYED_H
#define CAPLINT_REPLAYED_H

#include "capture/capture.h"
#include "graph/site.h"

/* An argument of the row, or its object, is (part of) a parameter for which a caller gives what a replay below its own call made; *made is that
 * call. Asked of candidates only: O(rows of the program). */
bool is_made_by_replay(const struct capture *c, const struct body *b, u32 row, struct site *made);

#endif
