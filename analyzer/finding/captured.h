/* What runs in captures, for reports: regions, and below them the functions that they reach, as calls nest. Each function stands
 * once, below the surest region that reaches it and on the shortest way there, so all of it is a forest no larger than the program.
 * Lives in the run's arena. */
#ifndef CAPLINT_CAPTURED_H
#define CAPLINT_CAPTURED_H

#include "finding/finding.h"

enum captured_kind { CAPTURED_CODE, CAPTURED_CLAIM, CAPTURED_PROFILE, CAPTURED_KINDS }; /* enum grade of capture/ */

struct captured_region {
	u32 kind;
	struct span span; /* what opens it, or the function's name */
	struct str name;  /* of its function, qualified */
	struct str why;   /* a clause */
	u32 function;     /* index, where its own function stands; NONE if it has no code */
};

struct captured_function {
	struct str name;  /* qualified; empty for the statements of a file outside all functions */
	struct span name_span, whole;
	u32 region;       /* index */
	u32 caller;       /* index, below its own; NONE: it is the region's own function */
	struct span call; /* there the caller calls it */
	bool by_name;     /* some call on the way was resolved by a name alone */
	u32 first_other, other_count; /* in others: what it calls besides, which stands below another function */
};

struct captured {
	VEC(struct captured_region) regions;     /* by kind, path, place */
	VEC(struct captured_function) functions; /* surest first, then by their distance from the region */
	VEC(u32) others; /* functions */
};

#endif
