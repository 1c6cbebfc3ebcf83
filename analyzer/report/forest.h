/* What runs in captures (finding/captured.h) made ready to be shown as a tree: who is below whom, how much, and which findings
 * stand in which function. What is shown is bounded; a way that leads to a finding is always shown.
 *
 * Lives in the arena given. O(regions + functions + findings, times a logarithm). */
#ifndef CAPLINT_FOREST_H
#define CAPLINT_FOREST_H

#include "report/report.h"

enum { FOREST_FUNCTIONS = 12000 }; /* beyond these only ways to findings are shown */

/* Items by a key, in their own order. */
struct grouped {
	u32 *start; /* by key, one more at the end */
	u32 *at;
};

/* `keys` by item, NONE for those that are left out. O(n + key_count). */
struct grouped group_by(struct arena *a, const u32 *keys, u32 n, u32 key_count);
static inline u32 grouped_count(const struct grouped *g, u32 key) { return g->start[key + 1] - g->start[key]; }

struct forest {
	const struct captured *of;
	struct grouped regions;  /* function -> regions that are shown; those in files that are reported */
	struct grouped calls;    /* function -> functions that it calls first */
	struct grouped findings; /* function -> findings that are listed, by index */
	u32 *function_of;        /* finding -> function, or NONE */
	u32 *functions_below, *findings_below; /* by function, itself too */
	u32 *region_of;          /* function -> the region that it is shown below, NONE if it is below none: all are in files that are not reported */
	bool *is_shown;          /* by function */
	u32 kinds[CAPTURED_KINDS];      /* shown regions of each kind */
	u32 functions[CAPTURED_KINDS];  /* functions below them */
	u32 found[CAPTURED_KINDS];      /* findings in these */
};

void forest_grow(struct arena *a, const struct report *r, struct forest *out);

/* It stands at the top of a tree: no function that calls it is below a region that is shown. */
static inline bool forest_is_root(const struct forest *f, u32 function)
{
	u32 caller = f->of->functions.at[function].caller;
	return f->region_of[function] != NONE && (caller == NONE || f->region_of[caller] == NONE);
}

/* All that a function reaches by its calls, whatever stands where, itself not counted: how many functions, and findings in them and
 * in it. O(functions + their calls). */
struct reach {
	u32 functions, findings;
};
struct reach forest_reach(const struct forest *f, u32 function);

/* How a report names a kind: "capture", "claim", "library entry". */
const char *captured_kind_name(u32 kind, bool is_plural);

#endif
