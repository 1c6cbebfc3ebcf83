/* The edges of a body's control flow. */
#ifndef CAPLINT_EDGES_H
#define CAPLINT_EDGES_H

#include "graph/body.h"

enum { EDGES = 4 };

/* The rows that can follow a row, in to[]; returns how many. The unwind edge comes last and only with `thrown`. */
u32 body_edges(const struct body *b, u32 row, bool thrown, u32 to[EDGES]);

/* Adds the rows that can follow a row, but over exceptions, to a set of up to `most`; false if it is full. O(set). */
bool edges_into(const struct body *b, u32 row, u32 *set, u32 *n, u32 most);

/* Control can come from one row to another, over one edge at least and not over exceptions; with from == to: the row is in a loop. O(rows) for the first
 * question from a row; what was found for some rows asked last is remembered, so that asking of all rows behind one costs no more. */
bool body_reaches(const struct body *b, u32 from, u32 to);

/* Where a flood goes on from a row. */
enum flow_on { FLOW_STOPS, FLOW_GOES_ON, FLOW_THROWS /* and over its exception */ };
typedef enum flow_on flow_on(const void *context, const struct body *b, u32 row);
/* The rows that control can come to from `from`, that one too, as far as `on` lets it: by row, in the arena. None from NONE. O(rows). */
bool *rows_behind(struct arena *a, const struct body *b, u32 from, flow_on *on, const void *context);

/* All edges backwards, with those of exceptions if `thrown`: the rows before row r are at[start[r] .. start[r + 1]). In the arena. O(rows). */
struct edges_back {
	u32 *start, *at;
};
void edges_back(struct arena *a, const struct body *b, bool thrown, struct edges_back *out);

/* A flood backwards goes over the edge from one row to another. */
typedef bool edge_leads(const void *context, const struct body *b, u32 from, u32 to);
/* The backward twin of rows_behind: to the rows that are marked, by row, adds those from which control can come to one of them, over the edges of
 * `back` that `leads` lets through; NULL: all. O(rows). */
void rows_leading(const struct body *b, const struct edges_back *back, bool *marked, edge_leads *leads, const void *context);

#endif
