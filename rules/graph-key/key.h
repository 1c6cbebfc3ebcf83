/* The parts of graph-key beside rule.c. Findings go to run->findings; nothing is owned. */
#ifndef CAPLINT_KEY_H
#define CAPLINT_KEY_H

#include "rule.h"

static inline struct str key_param_name(const struct fn *fn, u32 i) { return unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].name); }
static inline struct str key_param_type(const struct fn *fn, u32 i) { return unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].type); }
/* The cell of the parameter; NONE if no row reads it. O(cells). */
u32 key_param_cell(const struct body *b, u32 param);
/* A type of numbers, flags and names, as annotated. */
bool key_is_number_type(struct str type);
/* A tensor that is kept for all calls, or no data at all: the name says so. */
bool key_sounds_kept(struct str name);
/* The function captures on one arm of a branch and replays on both, and a parameter goes into the capture and is looked at by nobody else. Those that are annotated and asked for by
 * `key in self.graphs` are rule.c's. O(rows of the body, for each branch that decides whether it captures). */
void key_first_call(struct rule_run *run, struct below *below, fn_id fn);
/* The same of C and C++ (capture/first_capture.h): numbers and pointers. Where all known callers give the same each time nothing is said. O(rows^2) of functions that do so. */
void key_first_native(struct rule_run *run, fn_id fn);
/* What only the capture is given, at `given`, and the replay of later calls, at `replay`, is not. */
void key_report_first(struct rule_run *run, const struct body *b, u32 given, u32 replay, struct str name, bool is_number);
/* The function replays, and takes a parameter that it never reads, while a method of the class gives one of that name to what it captures. O(rows of the class's captures). */
void key_ignored(struct rule_run *run, fn_id fn);
/* The value is, or may be, made from the parameter, or, if that is NONE, from the variable `of`. O(rows), bounded. */
bool key_is_from(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 param, u32 of, u32 depth);
/* What a loop around the question for a graph gives at each turn goes into the capture, and a turn that finds the graph does nothing with it; and a number
 * without an annotation, in a function that gives back what it keeps by a key. O(rows^2) of functions that capture below. */
void key_of_step(struct rule_run *run, struct below *below, const struct body *b);

#endif
