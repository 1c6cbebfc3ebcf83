/* C and C++: ways out that an exception hardly takes. */
#include "failed.h"

/* Checks that end the process, and no other: nothing of the program's own that is more than a test throws. */
static bool ever_throws(const struct rule_run *run)
{
	struct program *p = run->capture->program;
	for (fn_id fn = 0; fn < p->function_count; fn++)
		if (!program_is_python(p, fn) && !p->files[p->functions[fn].file].is_test && program_throws(p, fn))
			return true;
	return false;
}

/* The callable is one of those that the callers are seen to give, and none of them throws. */
static bool is_given_quiet(const struct way *w, const struct leave *l)
{
	const struct rule_run *run = w->run;
	const struct body_row *r = &w->body->rows[l->row];
	u32 param = l->kind == LEAVE_CALLBACK && r->a != NONE ? w->body->cells[r->a].param : NONE;
	const u32 *calls;
	u32 n = param == NONE ? 0 : capture_callers(run->capture, w->body->fn, &calls);
	for (u32 i = 0; i < n; i++) {
		const struct caller *caller = &run->capture->callers->list.at[calls[i]];
		const struct body *b = capture_body(run->capture, caller->fn);
		const struct body_row *call = &b->rows[caller->row];
		u32 given = param < call->arg_count ? b->args[call->first_arg + param] : NONE;
		fn_id fn = given == NONE ? NONE : b->cells[given].function != NONE ? b->cells[given].function : b->cells[given].lambda;
		if (fn == NONE || program_throws(run->capture->program, fn))
			return false;
	}
	return n > 0;
}

enum quiet failed_quiet(const struct way *w, const struct leave *l)
{
	if (failed_is_warmed_up(w, l))
		return QUIET_HARDLY;
	if (!is_given_quiet(w, l))
		return QUIET_NOT;
	if (!ever_throws(w->run))
		return QUIET_ALWAYS;
	return program_is_for_others(w->run->program, w->body->fn) ? QUIET_NOT : QUIET_HARDLY;
}
