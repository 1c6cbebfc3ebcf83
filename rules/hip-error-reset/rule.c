/* HIP before 7.0 overwrote the slot at each call, successes included. Code that leans on it breaks on 7.0. */
#include "rule.h"

void rule_hip_error_reset(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	for (u32 i = 0; i < run->slot->survivors.n; i++) {
		const struct survivor *v = &run->slot->survivors.at[i];
		if (!rule_leans_on_reset(run, v))
			continue;
		struct str name = rule_failing(run, &v->producer);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &v->producer.site,
		                                arena_format(a, "a tolerated failure of '%.*s' was cleared by the next call that succeeded; from ROCm 7.0 on it stays",
		                                             (int)name.n, name.p));
		rule_path(run, f, &v->producer);
		rule_step(run, f, &v->decided, "here it is found failed");
		rule_victims(run, f, v);
	}
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		/* Right after a launch the last call is the launch: both meanings agree. */
		if (read->is_extended && !read->follows_launch)
			rule_report(run, SEVERITY_WARNING, &read->site,
			            "hipExtGetLastError tells of the last call, be it a success: the failure before it is not seen");
	}
}
