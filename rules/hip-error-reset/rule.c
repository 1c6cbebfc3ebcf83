/* HIP before 7.0 overwrote the slot at each call, successes included. Code that leans on it breaks on 7.0. */
#include "rule.h"

void rule_hip_error_reset(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		if (read->is_extended)
			rule_report(run, SEVERITY_NOTE, &read->site,
			            "hipExtGetLastError keeps the old meaning: a success between the failure and this read hides it");
	}
}
