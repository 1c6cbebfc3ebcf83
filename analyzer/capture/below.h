/* Which functions open a capture of the program's own, themselves or in what they call. */
#ifndef CAPLINT_BELOW_H
#define CAPLINT_BELOW_H

#include "capture/capture.h"

enum { OPTIONS = 16 };

struct below {
	const struct capture *c;
	struct arena *a;
	bool *opens;           /* by function: a capture in the code stands in it */
	struct idmap answers;  /* fn -> captures below it, or how deep down it was asked in vain */
	u32 depth;             /* calls down that are followed */
	u32 left;              /* functions that may still be looked at; the user sets it before a question */
	bool is_sure;          /* calls that a method's name alone resolves are not followed */
	/* The user may set it: what stands under `if graph:`, where `graph` is a parameter that is false by default, of the function or of one around it, is done
	 * only if some call that is followed gives that parameter by its name. */
	bool skips_options;
	struct str options[OPTIONS]; /* parameters that were met so; more count as given */
	u32 n_options;
};

/* In the arena. O(regions + functions). */
void below_open(struct below *s, const struct capture *c, struct arena *a, u32 depth, bool is_sure);

/* Remembered. O(rows of what is looked at) the first time. */
bool captures_below(struct below *s, fn_id fn);
/* Some function that the call row runs does. */
bool row_captures(struct below *s, const struct body_row *r);
/* The call gives one of the options that were met, and does not just hand on one of its own. */
bool gives_option(const struct below *s, const struct body_row *r);

#endif
