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

enum { THREADS = 16 }; /* so many are looked at for one that shares a process with the capture */

struct threads {
	struct intrusion at[THREADS];
	u32 n;
	bool is_searched, is_told;
};

/* The first one that may share a process with the capture and run beside it, else the first one. */
static const struct intrusion *nearest(const struct capture *c, const struct threads *threads, fn_id capturing, bool *is_apart)
{
	for (u32 i = 0; i < threads->n; i++)
		if (!is_of_other_program(c, &threads->at[i], capturing) && !is_capturing_thread(c, &threads->at[i], capturing)) {
			*is_apart = false;
			return &threads->at[i];
		}
	*is_apart = true;
	return &threads->at[0];
}

void rule_capture_threads(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct intrusion end;
	struct threads threads[2] = {0}; /* [1] in global mode */
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || run->program->files[fn->file].is_test)
			continue;
		struct threads *t = &threads[region->mode == MODE_GLOBAL];
		if (!t->is_searched)
			t->n = intruding_threads(run->capture, region->mode, t->at, THREADS);
		t->is_searched = true;
		if (t->n) {
			bool is_apart;
			const struct intrusion *thread = nearest(c, t, region->fn, &is_apart);
			/* One thread spoils all captures: it is told once. A small program beside a library may use it otherwise. */
			/* What an object's end starts is at work when its captures are done. */
			bool is_end = run->program->functions[thread->starter].f->flags & NF_DTOR;
			bool is_sample = c->has_main[fn->file] && run->program->functions[thread->starter].file != fn->file && !starts_own_thread(c, thread, region->fn);
			report_thread(run, region, thread, t->is_told || is_end || is_sample || is_apart ? SEVERITY_NOTE : SEVERITY_WARNING);
			t->is_told |= !is_apart;
		}
		if (!t->n && !rule_is_python(run, region->fn) && reckons_with_threads(run->capture, fn->file) && intruding_end(run->capture, capture_body(c, region->fn), &end))
			report_end(run, region, &end);
	}
}
