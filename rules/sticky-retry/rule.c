/* Some errors end the context: every later call fails again, whatever is cleared. */
#include "rule.h"

void rule_sticky_retry(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	for (u32 i = 0; i < run->slot->sticky.n; i++) {
		const struct sticky_test *t = &run->slot->sticky.at[i];
		/* The path ends without using the runtime again: giving up is right. */
		if (!t->goes_on)
			continue;
		rule_report(run, SEVERITY_WARNING, &t->site,
		            arena_format(a, "'%.*s' cannot be cleared: the calls that follow fail again until the process is started anew",
		                         (int)t->name.n, t->name.p));
	}
}
