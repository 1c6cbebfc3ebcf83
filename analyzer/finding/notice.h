/* Notices: what the run could not do, each with a file or a cause. They are printed on stderr, counted in the
 * summary and become tool notifications in SARIF. */
#ifndef CAPLINT_NOTICE_H
#define CAPLINT_NOTICE_H

#include "base/text.h"

struct notice {
	struct str path;  /* as the user sees it; empty if it concerns no file */
	struct str text;  /* lower-case sentence without full stop */
	bool is_failure;  /* the file (or job) was not understood at all: exit status 2 if it was named on the command line, or with --strict */
	bool was_named;   /* the path was given on the command line itself, not found below a folder */
};

struct notices {
	struct arena *arena;
	VEC(struct notice) list;
};

void notice_add(struct notices *all, struct str path, bool is_failure, bool was_named, const char *text, ...) PRINTF(5, 6);
/* Sorts by path, then text: same bytes for any order of work. */
void notices_sort(struct notices *all);

#endif
