/* Some errors end the context: every later call fails again, whatever is cleared. */
#include "sticky.h"

/* A switch over several such codes is one decision. */
static bool is_told(const struct slot_flow *slot, u32 at)
{
	for (u32 i = 0; i < at; i++)
		if (slot->sticky.at[i].goes_on && slot->sticky.at[i].producer.site.use == slot->sticky.at[at].producer.site.use)
			return true;
	return false;
}

void rule_sticky_retry(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	for (u32 i = 0; i < run->slot->sticky.n; i++) {
		const struct sticky_test *t = &run->slot->sticky.at[i];
		/* Giving up is right; and a launch check can't see such a code anyway. */
		if (!t->goes_on || t->is_slot_read || is_told(run->slot, i))
			continue;
		struct finding *f = rule_report(run, SEVERITY_WARNING, &t->producer.site,
		                                arena_format(a, "'%.*s' cannot be cleared: the calls that follow fail again until the process is started anew",
		                                             (int)t->name.n, t->name.p));
		rule_path(run, f, &t->producer);
		finding_param(run->findings, f, "code", t->name);
		rule_step(run, f, &t->site, "here the code is told apart, and the path goes on");
	}
	sticky_after_wait(run);
}
