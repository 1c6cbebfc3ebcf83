/* Where a file's statements lie, and the comments that speak to a linter: what connects a comment with the code that it
 * is about. One pass of the same lexing as the index (comments, strings, raw strings, splices, preprocessor lines), and of
 * Python's (quotes of all kinds, brackets, continued lines); nothing is parsed.
 *
 * A statement ends with `;`, `{` or `}` wherever it stands, so that what is inside a lambda stands by itself; a #define is
 * one statement, other directives are none. In Python it is a logical line. Cost: O(bytes), a few hundred MB/s. */
#ifndef CAPLINT_OUTLINE_H
#define CAPLINT_OUTLINE_H

#include "discover/discover.h"

struct outline_comment {
	u32 begin, end;  /* bytes, with the comment's marks */
	u32 line;        /* where it begins, from 1 */
	u32 about;       /* the line that it speaks of: its own, or where no code stands before it that of the next code; 0 if none follows */
	bool is_alone;   /* no code stands before it on its line */
};

struct outline_statement {
	u32 begin, end;  /* bytes */
	u32 first_line, last_line;
};

struct outline {
	VEC(struct outline_comment) comments;     /* those that hold "caplint" or "NOLINT", in order */
	VEC(struct outline_statement) statements; /* in order of their end; one inside a directive's line may lie in another */
};

/* Everything in *out lives in the arena. Never fails: an open string or comment ends where the index ends it. */
void outline_read(struct arena *a, struct str bytes, enum language language, struct outline *out);
/* The innermost statement that holds an offset, or NULL. O(log n + nesting). */
const struct outline_statement *outline_statement_at(const struct outline *o, u32 offset);

#endif
