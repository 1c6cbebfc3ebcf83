/* All that a rule may include. A rule is a folder rules/<name>/ with rule.md (front matter and page), rule.c and
 * cases/. rule.c holds one function
 *
 *     void rule_<name with _>(struct rule_run *run);
 *
 * that loops over one table, says in a ladder of early `continue`s what it does not report and why, and then calls
 * report(). The registry (rule_table) is generated from the folders. */
#ifndef CAPLINT_RULE_H
#define CAPLINT_RULE_H

#include "finding/finding.h"
#include "flow/slot.h"
#include "graph/program.h"

struct rule_run {
	const struct program *program;
	const struct slot_flow *slot;
	struct findings *findings;
	u32 rule; /* this rule's index in rule_table */
};

/* One row of the registry; every text comes from rule.md. */
struct rule {
	const char *name;      /* kebab-case, the folder's name */
	const char *summary;   /* one line */
	const char *category;  /* correctness, performance, portability, resource */
	enum severity severity;/* the usual one; a finding may be graded lower */
	enum precision precision;
	const char *tags;      /* separated by blanks, at most 10 */
	const char *help;      /* the page's body, Markdown */
	u32 rank;              /* on one site the finding of the rule with the higher rank is kept */
	void (*check)(struct rule_run *run);
};
extern const struct rule rule_table[];
extern const u32 rule_count;

#endif
