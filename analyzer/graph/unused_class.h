/* Classes that were left: for unused.c. */
#ifndef CAPLINT_UNUSED_CLASS_H
#define CAPLINT_UNUSED_CLASS_H

#include "graph/program.h"

/* Nothing in the program names the method's class, but the class itself and its methods: nobody has an object of it. A file that sees another class of the name alone does not count. False where the class
 * stands in no header that other sources include, and where files that are not read may name it. O(text of the files that see its declaration). */
bool class_is_unnamed(const struct program *p, fn_id method);

#endif
