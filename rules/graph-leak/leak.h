/* The parts of graph-leak: what a row does with a graph, and one file for each kind of owner, a variable or a member.
 *
 * A graph is a cell of a body, of type cudaGraph_t, cudaGraphExec_t or the like; by type only members are asked, of the rest the calls tell. */
#ifndef CAPLINT_LEAK_H
#define CAPLINT_LEAK_H

#include "rule.h"

/* ---- rows ---- */

/* The cell that is given a new graph in this row; NONE. A capture that is begun into a graph that was there makes none. */
u32 leak_made(const struct rule_run *run, const struct body *b, u32 row);
bool leak_is_destroyed(const struct rule_run *run, const struct body *b, u32 row, u32 cell);
/* A call of the runtime that uses a graph and leaves it to its owner: all that speak of graphs, but for the ends of it. */
bool leak_borrows(const struct rule_run *run, const struct body *b, u32 row);
/* After the row somebody else answers for the graph, or it is gone. `depth`: calls above this body, 0 at first; O(rows) for each call that is given the
 * graph, PARAM_DEPTH deep. */
enum { PARAM_DEPTH = 3 };
bool leak_keeps(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth);

/* ---- owners: these report into run->findings ---- */

/* A variable of the function, made in the row; `made` has leak_made of every row. O(paths), as graph/paths.h bounds them. */
void leak_local(struct rule_run *run, const struct body *b, u32 row, const u32 *made);
/* `cudaGraphCreate(&member)` before a capture whose end, in another method, puts its own graph there. O(functions). */
void leak_replaced(struct rule_run *run, const struct body *b, u32 row, u32 cell);
/* Members of all classes. O(fields of the program * rows of the functions that use the runtime). */
void leak_members(struct rule_run *run);

/* What is made at one site is lost at the other, which puts another one into the same place. */
void leak_tell_replaced(struct rule_run *run, const struct site *made, const struct site *other, struct str name, enum severity severity);

#endif
