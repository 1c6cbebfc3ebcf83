/* Functions that end the program or throw, and are named after it: error(), Abort_All(). Where one is defined is asked for, since its callers are told by a header alone that it is
 * there. */
#ifndef CAPLINT_ENDING_H
#define CAPLINT_ENDING_H

#include "base/text.h"

/* A name that may stand for the end of a path, of a function that runs no check of its own. O(length). */
bool ending_name(struct str name);
/* The same of a method, where fewer words say so: parser.error() and log.fail() go on. O(length). */
bool ending_method(struct str name);
/* By this hash the index says that a file defines the function; a macro of the name has str_hash(). */
u64 ending_hash(struct str name);
/* The word, which a call could stand behind, begins a definition at the beginning of a line: `void error(const char *text, ...)` and a body. `line` is where its line begins. O(parameters). */
bool ending_is_defined(const char *line, struct str word, const char *end);

#endif
