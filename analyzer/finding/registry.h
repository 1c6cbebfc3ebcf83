/* One row of the rule registry: all that grading and reporting know of a rule. The table itself (rule_table) and
 * what a rule may look at are in rule.h. */
#ifndef CAPLINT_REGISTRY_H
#define CAPLINT_REGISTRY_H

#include "finding/finding.h"

struct rule_run;

/* Every text comes from rule.md. */
struct rule {
	const char *name;      /* kebab-case, the folder's name */
	const char *summary;   /* one line */
	const char *category;  /* correctness, performance, portability, resource */
	enum severity severity;/* the usual one; a finding may be graded lower */
	enum precision precision;
	const char *tags;      /* separated by blanks, at most 10 */
	const char *help;      /* the page's body, Markdown */
	u32 rank;              /* on one site the finding of the rule with the higher rank is kept; 0 stands alone */
	void (*check)(struct rule_run *run); /* NULL: no rule about the code, but about suppressions (triage/) */
};

#endif
