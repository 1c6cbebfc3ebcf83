/* A capture that has begun and is ended elsewhere, or not at all, when something fails in between: the stream stays in capture mode, the process in
 * the state of a capture. */
#include "failed.h"

void rule_failed_capture(struct rule_run *run)
{
	for (u32 i = 0, asked = 0; i < run->capture->regions.n; i++) {
		const struct capture_region *region = &run->capture->regions.at[i];
		asked = i && region[-1].fn == region->fn ? asked + 1 : 0;
		if (region->grade != GRADE_CODE || region->row == NONE || !rule_affords(run, capture_body(run->capture, region->fn), asked))
			continue;
		if (!rule_is_python(run, region->fn))
			failed_open(run, region);
		else {
			failed_span(run, region);
			failed_handler(run, region);
		}
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && program_is_python(run->program, fn))
			failed_manager(run, fn);
}
