/* The slot is emptied and nobody is told what was in it, or it is read where the call's own return value should be. */
#include "rule.h"

static void report_read(struct rule_run *run, enum severity severity, const struct slot_read *read, const char *message)
{
	struct finding *f = rule_report(run, severity, &read->site, message);
	for (u32 i = 0; i < read->untested.n; i++)
		rule_step(run, f, &read->untested.at[i].site, "the code that this call returned is not looked at");
}

/* cudaX(); if (cudaGetLastError() != ...): an older error is taken for X's own. */
static void check_instead_of_value(struct rule_run *run, const struct slot_read *read)
{
	struct arena *a = run->findings->arena;
	if (read->is_discarded || !read->untested.n || read->after_launch)
		return;
	const struct producer *last = &read->untested.at[read->untested.n - 1];
	struct str name = rule_failing(run, last);
	bool is_expected = last->call && last->call->design.n;
	report_read(run, is_expected ? SEVERITY_WARNING : SEVERITY_NOTE, read,
	            arena_format(a, "the success of '%.*s' is read from the last-error slot instead of its return value: an older error is taken for its own",
	                         (int)name.n, name.p));
}

/* A verdict from a slot that this function itself can't have filled: its own calls were checked, or it made none and what
 * it called makes none. A helper that does nothing but read the slot is its callers' check, not this. */
static bool only_others(const struct slot_read *read)
{
	bool has_work = !read->is_function_first || read->is_after_others;
	return !read->is_discarded && has_work && read->meets_entry && !read->untested.n && !read->failed.n && !read->after_launch &&
	       !read->may_follow_unknown;
}

void rule_swallowed_error(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		if (read->kind == READ_CHECK)
			continue;
		check_instead_of_value(run, read);
		if (read->kind != READ_GET)
			continue;
		/* A drain right after a call whose failure was found or that was dropped on purpose is what is wanted. */
		if (read->is_discarded && read->meets_untested_launch)
			report_read(run, SEVERITY_WARNING, read, "the error of the launch before is cleared unread");
		else if (read->is_discarded && read->is_function_first && read->meets_entry && !read->failed.n)
			report_read(run, SEVERITY_NOTE, read, "the last-error slot is cleared on entry: whatever an earlier call left is never reported");
		else if (only_others(read))
			report_read(run, SEVERITY_WARNING, read, "the last-error slot decides the result, but nothing unchecked came before: only somebody else's error can be in it");
	}
}
