/* What a body computes from the contents of a tensor, and what only names it: `x.cpu().tolist()` against `x.shape` and `x.view(-1)`. */
#ifndef CAPLINT_CONTENTS_H
#define CAPLINT_CONTENTS_H

#include "capture/capture.h"

enum contents {
	CONTENTS_NONE,     /* nothing of it, as far as it shows */
	CONTENTS_ITSELF,   /* the tensor, a view of it or an element */
	CONTENTS_CONVERTED, /* the same numbers in another type or layout: a copy, or itself where it has them already */
	CONTENTS_COMPUTED, /* made from what it holds: read on the host, computed with */
};

/* By cell of the body: what it may hold of the tensor in `of`. Functions of the program that are given the tensor are looked into, some calls down; what an
 * unknown function makes of it (a descriptor, a wrapper) counts for nothing, what it makes of what was computed counts as computed. In the
 * arena. 64 functions are looked into at most. O(rows of the body and of those). */
u8 *contents_of(const struct capture *c, struct arena *a, const struct body *b, u32 of);
/* The row writes what it has of the tensor somewhere, or reads it on the host: itself, or in a function of the program that it calls. `held` is contents_of's answer. */
bool contents_are_taken(const struct capture *c, struct arena *a, const struct body *b, const u8 *held, u32 row);

#endif
