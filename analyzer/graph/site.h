/* A place in the program as flow and rules speak of it: a row as written, and the use of the macro through which a reader
 * meets it. */
#ifndef CAPLINT_SITE_H
#define CAPLINT_SITE_H

#include "graph/body.h"

/* A row as written, with the body in which it was met. */
struct site {
	fn_id fn;              /* the function or macro in which the row is written */
	const struct row *row;
	fn_id body;            /* the function whose body it is part of */
	u32 body_row;
	fn_id use_fn;          /* where a reader would look for it: the use of the macro that holds the row, in code that is */
	const struct row *use; /* no macro's; the same as fn and row outside of macros */
};

/* Two files of the same text may share their rows, so a row alone tells no place. */
static inline bool site_same(const struct site *a, const struct site *b)
{
	return a->row == b->row && a->fn == b->fn && a->use == b->use && a->use_fn == b->use_fn;
}
/* For maps: sites that are the same have the same. */
static inline u64 site_hash(const struct site *s)
{
	return (((u64)(uintptr_t)s->row * 1099511628211u ^ (u64)(uintptr_t)s->use) * 1099511628211u ^ s->fn) * 1099511628211u ^ s->use_fn;
}

/* The site of one row of a body. O(depth of its use). */
struct site site_in(const struct program *p, const struct body *b, u32 row);

#endif
