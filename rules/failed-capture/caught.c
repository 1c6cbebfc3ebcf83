/* C and C++: who meets what a throw leaves behind: handlers of the callers, or nobody, where the process ends. */
#include "failed.h"

/* The device is used, or code of the program is run that may use it; what a handler gives back at the end is no use. */
static bool goes_on(const struct body_row *r)
{
	const struct model_call *call = r->callee.call;
	return r->op == ROW_LAUNCH || (r->op == ROW_CALL && (call ? call->returns == RETURNS_ERROR && call->role != ROLE_CLEANUP : r->callee.n > 0));
}

/* catch (...) { print(); return 1; } in main, catch (...) { exit(1); } anywhere: the process ends, and nobody meets what was left. */
static bool handler_ends(const struct rule_run *run, const struct body *b, fn_id fn, u32 handler)
{
	enum { MOST = 256 };
	bool is_main = str_is(fn_name(&run->program->functions[fn]), "main");
	u32 seen[MOST], n = 1;
	seen[0] = handler;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &b->rows[seen[i]];
		if (r->op == ROW_CALL && !r->callee.n && models_noreturn(run->program->models, body_row_name(run->program, r)))
			continue;
		bool flies_on = r->op == ROW_THROW || r->op == ROW_RESUME, leaves = r->op == ROW_EXIT || (flies_on && r->unwind == NONE);
		if (leaves && is_main)
			continue;
		/* Through the clean-up of main's scopes, or to a handler further out. */
		if (flies_on && is_main && n < MOST) {
			seen[n++] = r->unwind;
			continue;
		}
		if (goes_on(r) || leaves || flies_on || !edges_into(b, seen[i], seen, &n, MOST))
			return false;
	}
	return true;
}

bool failed_may_be_caught(const struct rule_run *run, fn_id fn, u32 depth)
{
	const u32 *calls;
	u32 n = capture_callers(run->capture, fn, &calls);
	if (str_is(fn_name(&run->program->functions[fn]), "main"))
		return false;
	if (!n || depth > 6)
		return true;
	for (u32 i = 0; i < n; i++) {
		const struct caller *caller = &run->capture->callers->list.at[calls[i]];
		const struct body *b = capture_body(run->capture, caller->fn);
		bool is_end = false;
		for (u32 pad = b->rows[caller->row].unwind, steps = 0; pad != NONE && pad < b->n && steps < 64; steps++) {
			if (b->rows[pad].op == ROW_CATCH && !handler_ends(run, b, caller->fn, pad))
				return true;
			is_end = b->rows[pad].op == ROW_CATCH;
			if (is_end)
				break;
			pad = b->rows[pad].op == ROW_RESUME ? b->rows[pad].unwind : pad + 1;
		}
		if (!is_end && caller->fn != fn && failed_may_be_caught(run, caller->fn, depth + 1))
			return true;
	}
	return false;
}
