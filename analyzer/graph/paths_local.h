/* What paths.c (the walk) and paths_known.c (what is known on a way) share. Private to the two; nothing here owns memory. */
#ifndef CAPLINT_PATHS_LOCAL_H
#define CAPLINT_PATHS_LOCAL_H

#include "graph/paths.h"

enum truth { TRUTH_UNKNOWN, TRUTH_ZERO, TRUTH_NONZERO };

/* The cell that stands for all that are computed alike. */
static inline u32 path_cell(const struct paths *p, u32 cell) { return cell == NONE ? NONE : p->same[cell]; }
static inline bool is_path_temp(const struct cell *c) { return c->kind == CELL_LOCAL && !c->name && c->parent == NONE; }
/* A name in capitals that is asked for as it is: a variable, a macro or a template's parameter, rather than an enumerator. */
static inline bool is_path_switch(const struct cell *c) { return c->kind == CELL_NONZERO && c->name; }

/* What the cell is at that point, by itself or by what it was computed from. `depth`: of such computations so far, 0 at first. O(KNOWN) for each of those. */
enum truth path_truth(const struct paths *p, const struct path_point *at, u32 cell, u32 depth);
/* The cell is written: nothing is known any more of it, nor of what is computed from it. */
void path_forget(const struct paths *p, struct path_point *at, u32 written);
/* The cell is that from here on. Nothing is learnt where there is no room for more, of constants, and of what is known already. */
void path_learn(const struct paths *p, struct path_point *at, u32 cell, enum truth truth);
/* A decided branch tells of its cell and of what that was computed from. */
void path_learn_branch(const struct paths *p, struct path_point *at, u32 cell, enum truth truth);

#endif
