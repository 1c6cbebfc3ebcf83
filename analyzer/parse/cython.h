/* Cython as Python: a text of the same length in which what is Cython's alone is blanked or written anew in its place, so that lines and
 * offsets are the file's. Types, casts, `&`, exception values, nogil and whole blocks of declarations (extern, struct, enum, ctypedef) go; of a
 * declaration with a value an assignment stays, whose name moves to the begin of the statement; cdef and cpdef become def or class, cimport
 * import, IF if, NULL None. `pass` stands for a statement of which nothing is left, so that the block around it stays one.
 *
 * It is a lexer's work: strings, comments, brackets and joined lines are known, types are not. What is not understood stays as it is, and costs
 * its statement. The text of a file that is already Python is the file's. O(bytes). */
#ifndef CAPLINT_CYTHON_H
#define CAPLINT_CYTHON_H

#include "base/text.h"

/* NUL-terminated, in the arena. */
struct str cython_text(struct arena *a, struct str bytes);

#endif
