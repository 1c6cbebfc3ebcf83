/* Where a change may make another program: what a watcher looks at. Found anew after folders have come or gone. */
#ifndef CAPLINT_PLACES_H
#define CAPLINT_PLACES_H

#include "discover/discover.h"

enum place_kind {
	PLACE_FOLDER, /* anything that counts (place_counts) may appear in it */
	PLACE_SOURCE, /* a file of the program */
	PLACE_EXTRA,  /* another file that a run follows from; it may not be there */
};
struct place {
	struct str path; /* absolute, NUL-terminated */
	u8 kind;         /* enum place_kind */
};
struct places {
	struct arena *arena;
	VEC(struct place) list; /* each folder once */
};

/* Of a program that was discovered: its folders, also those that hold nothing yet, but not what git ignores; its files; of each repository in it what tells which files git
 * lists. Reads every folder once, and asks git twice for each repository. */
void places_list(struct places *out, struct arena *a, const struct discover_options *o, const struct discovery *d);
/* One more file. Relative to the working folder, or absolute. */
void places_add_extra(struct places *out, const char *path);
/* The name of a file in such a folder: a source, a list of what is built, or what tells git what to list. */
bool place_counts(struct str name);

#endif
