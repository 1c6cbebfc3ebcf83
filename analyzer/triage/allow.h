/* What comments say about findings:
 *
 *     // caplint: allow(RULE[, RULE...]) REASON          on the finding's line, or alone on the line above it
 *     // caplint: allow-file(RULE[, RULE...]) REASON     alone on its line, anywhere in the file
 *     // NOLINT(RULE) REASON, // NOLINTNEXTLINE(RULE) REASON
 *
 * with `#` in Python and in the code cells of notebooks, and in block comments. A comment holds for every line of the statement that it stands in or above, so
 * that it finds its finding where a formatter has broken the line; in a #define it holds for the whole macro. Without a
 * reason, or a rule's name, it holds for nothing. */
#ifndef CAPLINT_ALLOW_H
#define CAPLINT_ALLOW_H

#include "index/outline.h"
#include "triage/filter.h"

struct allow_options {
	const struct rule_filter *filter;
	const struct source *sources; /* by file */
	const struct str *paths;      /* absolute, by file */
	u32 file_count;
	struct str (*bytes)(void *from, u32 file); /* borrowed until the next call */
	u32 (*line)(void *from, struct span span); /* where it begins, from 1 */
	void *from;
};

/* Marks the findings that a comment allows as FINDING_ALLOWED, with its reason, and adds findings of the rules
 * bad-suppression and unused-suppression where those are on. Looks only at files with findings and at those that hold the
 * word (source.has_allow). The findings must be graded; they are in order afterwards, and so are the new ones.
 * O(bytes of those files + findings * comments of their file). */
void allow_apply(const struct allow_options *o, struct findings *all);

#endif
