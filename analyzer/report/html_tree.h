/* The tree of captures in the page: from a file's regions down to findings. html_captures.c writes what is above. */
#ifndef CAPLINT_HTML_TREE_H
#define CAPLINT_HTML_TREE_H

#include "report/html.h"

struct tree {
	struct page *p;
	const struct forest *forest;
	const struct captured *of;
	u32 **sums;   /* by kind and file: regions in the files before it */
	u32 *found;   /* by file: findings below these */
	bool is_open; /* at first */
};

/* How a region stands in its file: with a tree of its own, as a name in a list, or as one more reason of a function that is there. */
enum standing { STANDS_OPEN, STANDS_LISTED, STANDS_WITH_OTHER };
enum standing tree_standing(const struct tree *t, u32 region);

/* A node whose line ends at tree_inside; its list follows, until tree_close. */
void tree_open(const struct tree *t, const char *class);
void tree_inside(const struct tree *t);
void tree_close(const struct tree *t);
void tree_name(const struct tree *t, struct str name);

/* A function that is captured, and all below it. Recursion ends where captures are followed no deeper (capture/). */
void tree_function(const struct tree *t, u32 function);
/* Those of a file's regions that are only listed, by kind and reason. */
void tree_listed(const struct tree *t, const u32 *regions, u32 n);

#endif
