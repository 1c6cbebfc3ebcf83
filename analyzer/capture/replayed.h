/* Graphs that functions of Python replay and keep: whether what one is given was made by a graph that its caller has replayed just before, and whether it keeps graphs by a key. */
#ifndef CAPLINT_REPLAYED_H
#define CAPLINT_REPLAYED_H

#include "capture/capture.h"
#include "graph/site.h"

/* An argument of the row, or its object, is (part of) a parameter for which a caller gives what a replay below its own call made; *made is that
 * call. Asked of candidates only: O(rows of the program). */
bool is_made_by_replay(const struct capture *c, const struct body *b, u32 row, struct site *made);

/* self.graphs[key] = ..., or GRAPHS[key] = ... of a module: what a body captures is kept beside what was captured before; *row: where. Not under a number that is written there, nor into a slice. O(rows). */
bool keeps_graphs_by_key(const struct capture *c, const struct body *b, u32 *row);

#endif
