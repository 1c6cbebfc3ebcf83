/* A capture, in a program whose other threads make calls that break it: in global mode what that mode refuses to everybody, in every mode
 * what waits for the whole device, such as the end of a library's handle. */
#include "rule.h"

static void report_thread(struct rule_run *run, const struct capture_region *region, const struct intrusion *found, enum severity severity)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, capture_body(run->capture, region->fn), region->row);
	struct site start = site_in(run->program, intruder_body(run->capture, found->starter), found->start), call = site_in(run->program, found->body, found->row);
	struct str name = rule_callee(run, &call);
	bool is_any = waits_for_all(capture_api_at(run->capture, found->body, found->row));
	const char *all = arena_format(a, "a thread of this program may call '%.*s' while this captures: it waits for the whole device, which breaks the capture in every mode",
	                               (int)name.n, name.p);
	const char *global = arena_format(a, "captures in global mode, in which a thread of this program may call '%.*s': the call is refused with "
	                                  "cudaErrorStreamCaptureUnsupported there, and the capture is broken here. Thread-local mode spares the others", (int)name.n, name.p);
	struct finding *f = rule_report(run, severity, &site, is_any ? all : global);
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "mode", region->mode == MODE_GLOBAL ? S("global") : S("other"));
	rule_step(run, f, &start, "a thread is started here");
	rule_step(run, f, &call, "and calls this");
}

static void report_end(struct rule_run *run, const struct capture_region *region, const struct intrusion *found)
{
	struct site site = site_in(run->program, capture_body(run->capture, region->fn), region->row), call = site_in(run->program, found->body, found->row);
	struct str name = rule_callee(run, &call), cls = intern_get(&run->program->names, run->program->functions[found->starter].cls);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "another '%.*s' may end while this one captures, and its destructor calls '%.*s' without a lock: that waits for the "
	                                             "whole device, which breaks the capture in every mode", (int)cls.n, cls.p, (int)name.n, name.p));
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "mode", region->mode == MODE_GLOBAL ? S("global") : S("other"));
	rule_step(run, f, &call, "the destructor calls this");
}

void rule_capture_threads(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct intrusion found[2], end; /* [1] in global mode */
	bool is_searched[2] = {false, false}, is_told[2] = {false, false}, is_found[2] = {false, false};
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || run->program->files[fn->file].is_test)
			continue;
		bool is_global = region->mode == MODE_GLOBAL;
		if (!is_searched[is_global])
			is_found[is_global] = intruding_thread(run->capture, region->mode, &found[is_global]);
		is_searched[is_global] = true;
		if (is_found[is_global]) {
			/* One thread spoils all captures: it is told once. A small program beside a library may use it otherwise. */
			bool is_sample = c->has_main[fn->file] && run->program->functions[found[is_global].starter].file != fn->file;
			report_thread(run, region, &found[is_global], is_told[is_global] || is_sample ? SEVERITY_NOTE : SEVERITY_WARNING);
			is_told[is_global] = true;
		}
		if (!is_found[is_global] && !rule_is_python(run, region->fn) && reckons_with_threads(run->capture, fn->file) && intruding_end(run->capture, capture_body(c, region->fn), &end))
			report_end(run, region, &end);
	}
}
