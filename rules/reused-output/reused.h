/* The parts of reused-output. All is about one body of Python; findings go to run->findings. */
#ifndef CAPLINT_REUSED_H
#define CAPLINT_REUSED_H

#include "rule.h"

/* What is put aside as the old value is the tensor itself, which the function then writes in place. O(rows^2) of the rows that put something aside. */
void reused_aside(struct rule_run *run, const struct body *b);
/* Cheap, an upper bound: the function writes something in place that it also reads as a whole. */
bool reused_may_put_aside(const struct fn *fn);

/* The reached function binds an attribute to what it has made, for code that no capture runs. O(rows), and for such a row those of the class. */
void reused_left(struct rule_run *run, u32 at);
/* A method gives a view of a buffer of its object that it fills, and a function keeps what it got over another call. Of the whole program; asks run->shows itself.
 * O(rows), O(rows^2) of a function with such calls. */
void reused_alias(struct rule_run *run);
/* Outputs of graphs are collected in a loop over replays: an attribute, or what a function inside of another gives. Where a capture stands in the code. O(rows^2) of a loop that collects. */
void reused_in_loop(struct rule_run *run, const struct body *b);
bool reused_has_loop(const struct fn *f);
/* What the row puts into a list or dict that outlives a turn of the loop around the row; NONE. */
u32 reused_collected_at(const struct rule_run *run, const struct body *b, u32 row);
/* The call whose result a value is, or is an element of (`token, score = f(x)`); NONE. */
u32 reused_made_by(const struct rule_run *run, const struct body *b, u32 row, u32 cell);
/* Results of a function that is compiled with CUDA graphs in the file are collected in a loop. O(rows), and for what is collected those of the file. */
void reused_compiled(struct rule_run *run, const struct body *b);
/* Cheap, an upper bound: the file compiles something so. O(rows of the file). */
bool reused_may_collect(const struct unit *u);

#endif
