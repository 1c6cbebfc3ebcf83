/* Cython's statements as tokens, one statement at a time. For this module. */
#ifndef CAPLINT_CYTHON_TOKEN_H
#define CAPLINT_CYTHON_TOKEN_H

#include "base/text.h"

enum cython_kind { CYTHON_GONE, CYTHON_WORD, CYTHON_NUMBER, CYTHON_STRING, CYTHON_MARK /* one character of anything else */ };

struct cython_token {
	u32 begin, end;
	u32 match; /* of a bracket: the index of the other one, or NONE */
	u32 depth; /* brackets that are open around it */
	u32 kind;  /* enum cython_kind */
};

struct cython_statement {
	VEC(struct cython_token) tokens;
	VEC(u32) open;     /* scratch: brackets that are open */
	u32 line;          /* offset of the line that it begins in */
	u32 column;        /* of its first token, tabs at multiples of 8; NONE behind a `;` */
	u32 end;           /* behind its newline, its `;`, or the text */
};

/* Reads the next statement from an offset on; false if only blanks and comments are left. A statement ends with its line, outside of brackets,
 * or where a line begins with what can't stand in brackets. The vectors are used again. O(bytes of it). */
bool cython_statement(struct arena *a, struct str text, u32 from, struct cython_statement *s);

#endif
