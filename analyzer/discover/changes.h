/* Which lines changed since a revision: what git diff says of the work tree, from where the branch left that revision. Files
 * that git doesn't track count whole, as do changed ones that it takes for binary; a file that was only renamed has not changed. */
#ifndef CAPLINT_CHANGES_H
#define CAPLINT_CHANGES_H

#include "discover/discover.h"

struct line_range {
	u32 first, last; /* from 1, inclusive */
};
struct changed_file {
	struct str path;   /* relative to the root */
	bool is_whole;     /* or a folder of which everything counts */
	VEC(struct line_range) ranges; /* ascending */
};
struct changes {
	VEC(struct changed_file) files; /* by path */
};

/* `root` is the top of a work tree. False with a reason: no repository, no such revision. Without a common ancestor (a shallow
 * clone, say) the revision itself is compared with, and a notice says so. */
MUST_USE bool changes_read(struct arena *a, struct str root, const char *base, struct changes *out, struct notices *notices,
                           struct strbuf *err);
/* The text of `git diff -U0` with the prefixes a/ and b/. */
void changes_parse(struct arena *a, struct str diff, struct changes *out);
/* Does a line from first to last count? O(log files + log ranges). */
bool changes_touch(const struct changes *c, struct str path, u32 first, u32 last);
bool changes_know(const struct changes *c, struct str path); /* any line of it */

#endif
