/* The other end of latched-error: the launch check that reports somebody else's failure. */
#include "rule.h"

static void report_victim(struct rule_run *run, const struct survivor *v, const struct site *check)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &v->producer);
	struct finding *f = rule_report(run, SEVERITY_WARNING, check,
	                                arena_format(a, "this launch check can report a failure of '%.*s' and blame the kernel", (int)name.n, name.p));
	rule_path(run, f, &v->producer);
	rule_step(run, f, &v->decided, "here it is found failed, and stays in the slot");
	rule_step(run, f, check, "here it is read");
	finding_related(run->findings, f, rule_span(run, &v->producer.site), "the call that fails");
}

void rule_blamed_launch(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->survivors.n; i++) {
		const struct survivor *v = &run->slot->survivors.at[i];
		/* Told to unseen callers: they may drain. */
		if (v->how != SURVIVES_DEGRADED && v->how != SURVIVES_MAIN)
			continue;
		for (u32 k = 0; k < v->victims.n; k++)
			report_victim(run, v, &v->victims.at[k]);
	}
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		/* Somebody was before us with a name, or the slot was clean when the launch began. */
		if (!read->after_launch || !read->meets_entry || read->failed.n)
			continue;
		rule_report(run, SEVERITY_NOTE, &read->site, "this launch check also reports whatever an earlier call left in the last-error slot");
	}
}
