/* A launch after which nobody reads the slot: a configuration or image error is never seen, or blamed on a later
 * kernel. */
#include "rule.h"

void rule_unchecked_launch(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	for (u32 i = 0; i < run->slot->launches.n; i++) {
		const struct launch *l = &run->slot->launches.at[i];
		if (!l->is_unchecked)
			continue;
		struct str kernel = rule_callee(run, &l->producer.origin);
		if (!kernel.n)
			kernel = S("a kernel");
		struct finding *f = rule_report(run, l->has_unseen_callers ? SEVERITY_NOTE : SEVERITY_WARNING, &l->producer.origin,
		                                arena_format(a, "the launch of '%.*s' is never checked: nobody reads the last-error slot after it",
		                                             (int)kernel.n, kernel.p));
		finding_param(run->findings, f, "kernel", kernel);
	}
}
