/* Which rows an edge of the control flow stands before: rows that can't be reached without it. */
#ifndef CAPLINT_DOMINATE_H
#define CAPLINT_DOMINATE_H

#include "graph/edges.h"

/* reached[r]: row r can be reached from the begin of the body without taking the edge from `from` to `to` (NONE, NONE: all that
 * can be reached). Exceptions count as edges. The caller gives n zeroed flags. O(rows). */
void rows_without_edge(const struct body *b, u32 from, u32 to, bool *reached);

#endif
