/* Which files can see a function, and whether any of those names it. Names alone say little: programs side by side, each with its main, call their functions alike. */
#ifndef CAPLINT_SIGHT_H
#define CAPLINT_SIGHT_H

#include "graph/link.h"

struct sight {
	pair_list named, declared; /* while it is made: name id, file */
	struct lists namers;       /* name id -> files that name a function so, other than in one of that name */
	struct lists declarers;    /* name id -> files that declare one */
	bool *has_main, *pastes;   /* by file; it uses a macro that makes names of what it is given */
};

void sight_open(struct program *p, struct sight *s);
void sight_name(struct program *p, struct sight *s, u32 name, const struct fn *by);
void sight_declare(struct program *p, struct sight *s, u32 name, u32 file);
void sight_close(struct program *p, struct sight *s);

/* Nobody who can see the function names it: one that is static, or stands in a source with main, which nothing else is linked with; or one of a header that nothing includes, where who uses the name
 * has another of it. is_pasted: some macro may make its name. O(files) for a name. */
bool sight_is_hidden(const struct program *p, const struct sight *s, fn_id fn, bool is_pasted);

/* Somebody includes the file, or one of its name that stands elsewhere: which of them is meant, include paths decide. What a file that was not parsed includes is not known: one beside it may. O(includes). */
bool sight_may_be_included(const struct program *p, u32 file);

#endif
