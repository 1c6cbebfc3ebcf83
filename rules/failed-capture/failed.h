/* The parts of failed-capture: in C and C++ the ways out of a function with an open capture, who meets what they leave, and how they are told; in
 * Python one function for each form. Findings go to run->findings; nothing else outlives a call. */
#ifndef CAPLINT_FAILED_H
#define CAPLINT_FAILED_H

#include "rule.h"

/* ---- C and C++ ---- */

/* The ways from one begin; its pointers are borrowed for as long as that begin is looked at. */
struct way {
	struct rule_run *run;
	const struct body *body;
	const u8 *effects;  /* by row: enum effect */
	const bool *closes; /* by row: an end of the capture can follow */
	u32 begin;                     /* the row */
	struct known known[KNOWN + 1]; /* when it begins */
	u32 known_count;
};

/* Walks the ways from the region's begin and tells of those that leave the function before its end. A function that never ends the capture hands it
 * to its caller, which is looked at in its turn. O(paths), as graph/paths.h bounds them. */
void failed_open(struct rule_run *run, const struct capture_region *region);
/* An exception out of the function is caught somewhere, as far as is known: only one that ends the process hurts nobody. `depth`: callers above the
 * function that was asked about, 0 at first. */
bool failed_may_be_caught(const struct rule_run *run, fn_id fn, u32 depth);
/* The work that leads to this way out has run before, uncaptured: in the other arm of what decides about capturing, or with the same arguments before the
 * begin. O(rows). */
bool failed_is_warmed_up(const struct way *w, const struct leave *l);
/* Whether an exception takes this way out. Not: nothing speaks against it. Hardly: the same work has run before, uncaptured, and throws nothing of what
 * the runtime answers; or all callables that are seen to be given throw nothing, and nobody outside gives another. Always: these, in a program that
 * throws nothing at all. O(functions). */
enum quiet { QUIET_NOT, QUIET_HARDLY, QUIET_ALWAYS };
enum quiet failed_quiet(const struct way *w, const struct leave *l);
/* One finding for all the ways out that `p` has found, at the one that a reader should see first. */
void failed_report(const struct way *w, const struct paths *p);

/* ---- Python; O(rows squared) at worst ---- */

/* A manager that says "a capture is on" until its block has ended well. */
void failed_manager(struct rule_run *run, fn_id fn);
/* capture_begin() and capture_end() with calls between them, and no handler that ends it. */
void failed_span(struct rule_run *run, const struct capture_region *region);
/* A handler around the capture lets its failure pass, and the graph is replayed all the same. */
void failed_handler(struct rule_run *run, const struct capture_region *region);

#endif
