/* Which rows and edges of the control flow stand before a row: without them it can't be reached. The dominator tree of a body, by the
 * algorithm of Lengauer and Tarjan with path compression, so that jumps into loops cost no more than other code.
 *
 * An edge stands before its row if every other way into that row comes out of the row itself. */
#ifndef CAPLINT_DOMINATE_H
#define CAPLINT_DOMINATE_H

#include "graph/edges.h"

struct dominators {
	const struct body *body;
	u32 *in_order;       /* rows that can be reached, each followed by all that it stands before */
	u32 *begin, *end;    /* by row: what it stands before is in_order[begin .. end), itself first; begin == end if nothing reaches it */
	u32 *entry;          /* by row: the only row through which it is entered, or NONE */
	u32 *branch;         /* by row: itself or the nearest row before it that is entered by an edge of a BRANCH or ALT alone; NONE: none is */
	u32 *parent;         /* by row: the nearest other row that stands before it, or NONE */
};

/* thrown: exceptions count as edges. In the arena. O(rows * log rows). */
void dominators_open(struct arena *a, struct dominators *d, const struct body *b, bool thrown);

/* `before` stands before `row`, or is it. False where nothing reaches the row. O(1). */
static inline bool stands_before(const struct dominators *d, u32 before, u32 row)
{
	return d->begin[row] != d->end[row] && d->begin[before] <= d->begin[row] && d->end[row] <= d->end[before];
}

/* The row can't be reached without the edge from `from` to `to`; true where nothing reaches it at all. O(1). */
static inline bool edge_stands_before(const struct dominators *d, u32 from, u32 to, u32 row)
{
	return d->begin[row] == d->end[row] || (to != NONE && d->entry[to] == from && stands_before(d, to, row));
}

/* The row is a branch of which just one arm stands before `row`: that one, and the other. O(1). */
static inline bool branch_decides(const struct dominators *d, u32 branch, u32 row, u32 *arm, u32 *away)
{
	const struct body_row *r = &d->body->rows[branch];
	if (r->op != ROW_BRANCH || r->target == NONE || r->other == NONE)
		return false;
	bool on_target = edge_stands_before(d, branch, r->target, row), on_other = edge_stands_before(d, branch, r->other, row);
	*arm = on_target ? r->target : r->other;
	*away = on_target ? r->other : r->target;
	return on_target != on_other;
}

/* The edges of branches that stand before a row, innermost first: `for (u32 to = d.branch[row]; to != NONE; to = next_branch(&d, to))`;
 * the edge goes from entry[to] to `to`. */
static inline u32 next_branch(const struct dominators *d, u32 to)
{
	return d->parent[to] == NONE ? NONE : d->branch[d->parent[to]];
}

#endif
