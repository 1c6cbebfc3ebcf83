/* A result thrown away by (void). Copy this folder; see rules/README.md.
 *
 * A rule reads one table, says in a ladder of early `continue`s what it does not report and why, and reports. It
 * prints nothing and keeps no state. */
#include "rule.h"

void rule_TEMPLATE(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* Each line here is a false positive that someone met once. */
		if (loss->how != LOSS_VOID_CAST)
			continue;
		if (loss->in_cleanup) /* a destructor has nobody to tell */
			continue;
		struct str name = rule_failing(run, &loss->producer);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &loss->producer.site,
		                                arena_format(run->findings->arena, "the result of '%.*s' is thrown away on purpose, and "
		                                             "nobody learns of its failure", (int)name.n, name.p));
		rule_path(run, f, &loss->producer);
	}
}
