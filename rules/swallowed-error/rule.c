/* The slot is emptied and nobody is told what was in it, or it is read where the call's own return value should be. */
#include "swallowed.h"

/* `form` is the variant of confirm.cu that shows it. */
static struct finding *report(struct rule_run *run, enum severity severity, const struct slot_read *read, struct str form, const char *message)
{
	struct site at = rule_written(&read->site);
	struct finding *f = rule_report(run, severity, &at, message);
	for (u32 i = 0; i < read->untested.n; i++)
		rule_step(run, f, &read->untested.at[i].site, "the code that this call returned is not looked at");
	finding_param(run->findings, f, "form", form);
	return f;
}

/* Cleaning up has no answer to give, a launch is what the slot is read for, and a wait before the read is the usual
 * checkpoint for both kinds of failure. */
static bool is_in_passing(enum model_role role) { return role == ROLE_CLEANUP || role == ROLE_LAUNCH || role == ROLE_SYNC; }

/* Nobody in the whole program leaves a failure in the slot: all codes are looked at, all launches checked, and every failure ends the process, or throws where nobody catches. */
static bool leaves_nothing(const struct slot_flow *slot)
{
	for (u32 i = 0; i < slot->survivors.n; i++)
		if (slot->survivors.at[i].how != SURVIVES_THROWN || (slot->survivors.at[i].is_survived && slot->survivors.at[i].is_made_exception))
			return false;
	for (u32 i = 0; i < slot->losses.n; i++)
		if (slot->losses.at[i].is_latched && !slot->losses.at[i].is_picked_up)
			return false;
	for (u32 i = 0; i < slot->launches.n; i++)
		if (slot->launches.at[i].is_unchecked)
			return false;
	return slot->is_whole && slot->launches.n;
}

/* cudaX(); if (cudaGetLastError() != ...): an older error is taken for X's own, and X is blamed or its answer wrong. */
static void check_instead_of_value(struct rule_run *run, const struct slot_read *read)
{
	struct arena *a = run->findings->arena;
	const struct producer *last = &read->untested.at[read->untested.n - 1];
	struct str name = rule_callee(run, &last->site);
	/* Where everything before it was checked no older error is there. A success of some calls empties the slot (measured with CUDA 13.0): nothing older is there, unless another toolkit keeps it. */
	bool has_older = (read->meets_entry || read->meets_older || read->untested.n > 1) && !leaves_nothing(run->slot);
	bool is_excused = !has_older || (last->call && (last->call->empties || is_in_passing((enum model_role)last->call->role)));
	struct finding *f =
		report(run, read->fate != FATE_UNKNOWN && read->is_next_call && !is_excused ? SEVERITY_WARNING : SEVERITY_NOTE, read, S("judged"),
	       arena_format(a, "the success of '%.*s' is read from the last-error slot instead of its return value: an older error is taken for its own",
	                    (int)name.n, name.p));
	finding_param(run->findings, f, "call", name);
}

/* err = cudaX(); (void)cudaGetLastError(); if (err) ...: it is for that call, whose code is kept. */
static bool is_behind_kept(const struct rule_run *run, const struct slot_read *read)
{
	const struct body *b = &run->slot->bodies[read->site.body];
	u32 row = read->site.body_row;
	while (row && row < b->n && (b->rows[row - 1].op == ROW_MOVE || b->rows[row - 1].op == ROW_NOP))
		row--;
	const struct body_row *before = row && row < b->n ? &b->rows[row - 1] : NULL;
	return before && before->op == ROW_CALL && before->callee.call && before->callee.call->returns == RETURNS_ERROR && before->dst != NONE && !call_reads_slot(before->callee.call);
}

static void check_clear(struct rule_run *run, const struct slot_read *read)
{
	if (read->in_failure)
		return;
	if (read->meets_untested_launch) {
		/* Whatever failed, it is answered as a failure. */
		report(run, read->answers_failure ? SEVERITY_NOTE : SEVERITY_WARNING, read, S("wiped"), "the error of the launch before is cleared unread");
		return;
	}
	/* A failure was found, or a call was dropped on purpose: the drain that is wanted. A helper is judged where it is used. */
	if (read->failed.n || read->untested.n || read->takes_code || read->is_only_call || read->may_follow_unknown || read->follows_dropped || !read->meets_entry)
		return;
	/* A clean slate for the launch that follows and is checked; or a drain after calls that may have failed unseen; or a comment says that it is
	 * meant. */
	bool is_excused = read->is_explained || is_behind_kept(run, read) || read->launches_next || (read->is_function_first && read->is_after_others);
	report(run, is_excused ? SEVERITY_NOTE : SEVERITY_WARNING, read, S("cleared"),
	       "the last-error slot is cleared unread: whatever an earlier call left is never reported");
}

/* A verdict from a slot that this function itself can't have filled: its own calls were checked, or it made none and what
 * it called makes none. A helper that does nothing but read the slot is its callers' check, not this. */
static bool only_others(const struct slot_read *read)
{
	bool has_work = !read->is_function_first || read->is_after_others;
	return has_work && read->meets_entry && !read->meets_others &&
	       !read->may_follow_unknown && read->fate != FATE_UNKNOWN;
}

static const char *others(const struct slot_read *read)
{
	if (read->follows_dropped)
		return "the last-error slot decides the result, and no call here is asked for its own code: an older error is taken for a failure of this function";
	return "the last-error slot decides the result, but nothing unchecked came before: only somebody else's error can be in it";
}

void rule_swallowed_error(struct rule_run *run)
{
	swallowed_answers(run);
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		if (read->is_lost && read->after_launch)
			report(run, rule_is_debug_only(run, &read->site) ? SEVERITY_NOTE : SEVERITY_WARNING, read, S("wiped"), "what is read from the last-error slot after the launch goes to a variable that nobody looks at");
		if (read->kind != READ_GET || read->is_lost)
			continue;
		/* A helper of Python's that clears by its name. */
		if (rule_is_python(run, read->site.fn) && !python_runtime(run->capture->program, read->site.fn, read->site.row))
			continue;
		if (read->is_discarded)
			check_clear(run, read);
		/* Where another call was just found failed it is for that one: nothing before it is judged by it. */
		else if (read->untested.n && !read->after_launch && !read->overwrites && !read->in_failure)
			check_instead_of_value(run, read);
		else if (!read->untested.n && only_others(read))
			report(run, read->fate == FATE_ANSWER && !rule_is_debug_only(run, &read->site) ? SEVERITY_WARNING : SEVERITY_NOTE, read, S("others"), others(read));
	}
}
