/* `&ns::Task::run`: whose function a qualified name means. Functions are found by the last component of their name, and many classes have a `next` or a `forward`. */
#ifndef CAPLINT_QUALIFIER_H
#define CAPLINT_QUALIFIER_H

#include "graph/program.h"

struct qualifier {
	u32 cls;         /* the class that stands before the name, an alias followed; 0: none that the program has */
	bool is_outside; /* a namespace, or a class whose code is not there: of several components, so that it is no parameter of a template or a macro */
};

struct qualifier qualifier_of(const struct program *p, struct str name);

/* The function is another class's method. Those that the class inherits, and those that override its own, are not excluded. O(ancestors) */
bool qualifier_excludes(const struct program *p, const struct qualifier *q, const struct fn *f);

#endif
