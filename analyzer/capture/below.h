/* Which functions open a capture of the program's own, themselves or in what they call. */
#ifndef CAPLINT_BELOW_H
#define CAPLINT_BELOW_H

#include "capture/capture.h"

struct below {
	const struct capture *c;
	struct arena *a;
	bool *opens;           /* by function: a capture in the code stands in it */
	struct idmap answers;  /* fn -> captures below it, or how deep down it was asked in vain */
	u32 depth;             /* calls down that are followed */
	u32 left;              /* functions that may still be looked at; the user sets it before a question */
	bool is_sure;          /* calls that a method's name alone resolves are not followed */
};

/* In the arena. O(regions + functions). */
void below_open(struct below *s, const struct capture *c, struct arena *a, u32 depth, bool is_sure);

/* Remembered. O(rows of what is looked at) the first time. */
bool captures_below(struct below *s, fn_id fn);
/* Some function that the call row runs does. */
bool row_captures(struct below *s, const struct body_row *r);

#endif
