/* Who owns a file, as a CODEOWNERS file says: GitHub's syntax with GitLab's sections. The last line that matches counts; with
 * sections, the last of each. */
#ifndef CAPLINT_OWNERS_H
#define CAPLINT_OWNERS_H

#include "base/text.h"

struct owner_rule {
	struct str pattern, owners; /* owners: separated by single blanks; empty takes the file from everybody */
	u32 section;
	bool is_exclusion; /* GitLab's `!pattern`: the section says nothing of the file */
};

struct owners {
	struct arena *arena;
	VEC(struct owner_rule) rules;
	u32 sections;
};

/* Reads the first of .github/CODEOWNERS, CODEOWNERS, docs/CODEOWNERS, .gitlab/CODEOWNERS below the root; none is no rules. What
 * can't be a rule is passed over, as the sites do. */
void owners_load(struct owners *o, struct arena *a, struct str root);
const char *owners_place(u32 n); /* the nth of these; NULL behind the last */
void owners_parse(struct owners *o, struct arena *a, struct str text);
/* The owners of a path, relative to the root; empty if it has none. In the arena. O(rules * (path * pattern)) at worst. */
struct str owners_of(const struct owners *o, struct str path);
/* One pattern against one path: like .gitignore, but that a final lone star does not go into folders. */
bool owners_match(struct str pattern, struct str path);

#endif
