/* Names for findings that outlive edits elsewhere in the file.
 *
 * The line hash is the one that GitHub code scanning calls primaryLocationLineHash: a rolling hash over the line's
 * first 100 UTF-16 units (the following lines' too, if it is shorter), blanks dropped. The finding key is our own
 * (caplint/v1): rule, path, enclosing function and the squeezed text of the line; it survives edits of neighbours. */
#ifndef CAPLINT_FINGERPRINT_H
#define CAPLINT_FINGERPRINT_H

#include "base/text.h"

struct line_hash {
	u64 hash;
	u32 ordinal; /* counts the lines of the file with that hash, from 1; 0 if there is no such line */
};

/* The hashes of n lines, numbers from 1 in ascending order, repeats allowed. One pass over the bytes; out[n]. */
void line_hashes(struct str bytes, const u32 *lines, struct line_hash *out, u32 n);

/* Equal for findings that should count as the same one; an ordinal tells twins apart. O(length). */
u64 finding_key(const char *rule, struct str path, struct str function, struct str line);

#endif
