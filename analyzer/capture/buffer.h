/* Which memory a pointer of C or C++ leads to, by where it comes from in the body: offsets, casts and accessors are seen through. */
#ifndef CAPLINT_BUFFER_H
#define CAPLINT_BUFFER_H

#include "graph/values.h"

/* The cell that stands for the buffer behind a pointer: the parameter, member or variable that holds it, or the object whose data it is; NONE where
 * several are possible, or an element of an array that has no name. The same cell is the same buffer. A few definitions deep, each as values_of() costs. */
u32 buffer_behind(const struct program *p, struct values *v, u32 row, u32 cell);

#endif
