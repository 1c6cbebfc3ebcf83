/* Addresses and identities of what a function of Python is given (`x.data_ptr()`, `id(x)`), and what carries them. */
#ifndef CAPLINT_ADDRESS_H
#define CAPLINT_ADDRESS_H

#include "capture/capture.h"

struct address {
	u32 row;             /* the call that gives it */
	u32 of;              /* cell: what is addressed */
	bool is_identity;    /* id(x); else x.data_ptr() */
	const bool *carries; /* by cell: holds it, alone or in a tuple */
};

/* The row gives one: by itself, or by a function of the program that gives back that of its parameter and does not ask for the version of what is there. In
 * the arena. O(rows of the body, and of that function). */
bool address_at(const struct capture *c, struct arena *a, const struct body *b, u32 row, struct address *out);
/* It takes one itself, as its rows are written. O(rows). */
bool takes_python_address(const struct fn *fn);
/* It asks for the version of a tensor, which counts the writes to it. O(cells + arguments). */
bool asks_version(const struct program *p, const struct body *b);

#endif
