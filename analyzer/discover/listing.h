/* Two ways to list the files below a folder. For this module. Paths come relative to the root, in no order, maybe
 * twice, and only those whose suffix tells a language, and build lists. */
#ifndef CAPLINT_LISTING_H
#define CAPLINT_LISTING_H

#include "discover/discover.h"

struct closed_folder {
	struct str path;
	int error; /* errno */
};

struct listing {
	VEC(struct str) files;
	VEC(struct str) builds;       /* lists of what is built (built.h) */
	VEC(struct str) repositories; /* inside the repository: submodules, checked out or not, and clones */
	VEC(struct closed_folder) closed;
};

/* The innermost folder above an absolute one (or itself) that holds `.git`; "" if none does. */
struct str git_top(struct arena *a, struct str dir);
/* Standard output of `git -C dir WORDS...`, NULL after the last of at most 24. False with git's first sentence. */
MUST_USE bool git_run(struct arena *a, struct str dir, const char *const *words, struct strbuf *out, struct strbuf *err);
/* What git tracks, or would, below the work tree `root`; repositories inside it likewise. False with git's own
 * reason if it isn't installed or refuses. */
MUST_USE bool git_list(struct arena *a, struct str root, struct listing *out, struct strbuf *err);

/* Below root/prefix, without hidden files, hidden folders and symlinked folders. */
void walk_list(struct arena *a, struct str root, struct str prefix, bool is_recursive, struct listing *out);

#endif
