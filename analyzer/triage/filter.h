/* Which rules speak where: --select and --ignore, per-file-ignores, and severities of the user's. A rule that is off is as
 * if it were not there: the site may then carry another rule's finding. */
#ifndef CAPLINT_FILTER_H
#define CAPLINT_FILTER_H

#include "discover/glob.h"
#include "finding/registry.h"

struct rule_ignore {
	struct glob glob;
	VEC(u32) rules; /* empty: all */
};

struct rule_filter {
	const struct rule *rules;
	u32 rule_count;
	bool *is_off;       /* by rule */
	u8 *severity;       /* by rule: enum severity, or SEVERITY_AS_IS */
	VEC(struct rule_ignore) ignores;
};

enum { SEVERITY_AS_IS = 255 };

/* Lists of its own live in the arena; the rules are borrowed. */
void filter_init(struct rule_filter *f, struct arena *a, const struct rule *rules, u32 rule_count);
/* The rule of that name, or NONE with "unknown rule 'x'; did you mean 'y'?" in err, or with who lists them where nothing is alike. */
u32 filter_rule(const struct rule *rules, u32 rule_count, struct str name, struct strbuf *err);
/* The same without a word. */
u32 filter_rule_or_none(const struct rule_filter *f, const char *name);
/* Only these (none: all), and of them not those. Unknown names are the caller's to refuse. */
void filter_choose(struct rule_filter *f, const u32 *selected, u32 n_selected, const u32 *ignored, u32 n_ignored);
/* False if the rule is off, everywhere or in that file; `path` is absolute. */
bool filter_is_on(const struct rule_filter *f, u32 rule, struct str path);
/* Drops what is off and sets severities, before grading. A finding of the rule's usual level or above takes the user's; one
 * that the rule graded lower only ever falls. `paths` are absolute, by file. */
void filter_apply(const struct rule_filter *f, struct findings *all, const struct str *paths);

#endif
