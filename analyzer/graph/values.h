/* Where a value comes from: the definitions of a cell that reach a row, inside one body. Plain moves are followed, so the answer names
 * what made the value: a call, an operation, a parameter, something outside. Flow-sensitive, path-insensitive; steps out of the
 * body (a parameter's arguments in the caller) are the asker's. */
#ifndef CAPLINT_VALUES_H
#define CAPLINT_VALUES_H

#include "graph/edges.h"

enum value_kind {
	VALUE_UNKNOWN,   /* nothing is known, or too many definitions */
	VALUE_PARAM,     /* what the caller gave: cells[cell].param */
	VALUE_CONSTANT,  /* cell: a zero, non-zero, named or function constant */
	VALUE_PLACE,     /* what a member, global or outer variable held when the body began, or when it was read */
	VALUE_RESULT,    /* of the call (or construction) at `row` */
	VALUE_WRITTEN,   /* the call at `row` was given its address, and may have written it */
	VALUE_OPERATION, /* of the UNARY or BINARY at `row` */
	VALUE_ITEM,      /* what the ITER, CATCH, ENTER, YIELD or DEFINE at `row` gave */
};

struct value {
	u8 kind;  /* enum value_kind */
	u32 row;  /* where it was made; NONE for PARAM, CONSTANT, PLACE, UNKNOWN */
	u32 cell; /* the last cell on the way back */
};

enum { VALUES = 16 }; /* more definitions than that are one VALUE_UNKNOWN */

struct known_values {
	struct value *at;
	u32 n;
};

/* A body with its edges backwards; make it once and ask often. */
struct values {
	const struct body *body;
	struct edges_back back; /* made when a cell with several definitions is asked for first */
	u32 *only;              /* by cell: the only row that writes it or is given its address, NONE if there is none, NONE - 1 for several */
	struct arena *arena;
	struct idmap known; /* answers that took long, by row and cell: an index into answers */
	VEC(struct known_values) answers;
};
void values_open(struct arena *a, struct values *v, const struct body *b); /* O(rows) */

/* What the cell holds when `row` begins; how many, at most VALUES. A cell that only names a constant is its own value.
 * O(1) for variables that are written once, which most are; else O(rows), once, and after 4096 steps
 * on the way back the answer is VALUE_UNKNOWN. */
u32 values_of(struct values *v, u32 row, u32 cell, struct value out[VALUES]);

/* The only value, or VALUE_UNKNOWN; so of NONE. */
struct value value_of(struct values *v, u32 row, u32 cell);

#endif
