/* What the end of an object runs: the destructor of its class, then those of its members and bases, written or not. */
#ifndef CAPLINT_DESTROY_H
#define CAPLINT_DESTROY_H

#include "graph/program.h"

/* Classes whose destructors the program has: the object's own first, then what it is made of, to a depth of 8. */
struct destroyed {
	u32 cls[16]; /* name ids */
	u32 n;
};
/* O(what it is made of); more than fit are left out. */
void destroyed_classes(struct program *p, struct str type, struct destroyed *out);
/* The name id of a class's destructor; NONE if the program has none. */
u32 destructor_name(struct program *p, u32 cls);
/* What the destructor of one class may be, at a DESTROY row of the object or of what it is part of. */
struct call_target program_destructor(struct program *p, fn_id in, const struct row *row, u32 cls);

#endif
