/* Which specialisation of a class template a call means. A full one wins where the arguments are its own, and is not meant where they
 * are surely others; the primary template and partial ones are told apart by nothing. */
#ifndef CAPLINT_SPECIAL_H
#define CAPLINT_SPECIAL_H

#include "graph/program.h"

/* The arguments that a use gives a class template. */
struct special {
	struct str args;  /* "" if they are not known */
	bool is_primary;  /* inside of the template itself, or of a partial specialisation: of no full one */
};

void link_specials(struct program *p); /* after the functions are known */
/* Of a call `K<args>::f()`, of a method's own class, of the object in a member call, of the type whose object dies. */
struct special special_of(struct program *p, fn_id in, const struct row *row, u32 cls, struct str type);
/* The function belongs to a specialisation that is not meant, or to the primary template where a full one is. O(1). */
bool special_excludes(const struct program *p, const struct special *s, fn_id f);

#endif
