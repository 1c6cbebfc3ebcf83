/* for (...) { work(); if (cudaStreamSynchronize(s) == cudaSuccess) break; cudaGetLastError(); }: what a wait reports has gone wrong on the device, and no turn after it
 * can do better. */
#include "sticky.h"

/* On the way of failure alone the slot is emptied, and the wait is met again: where; NONE. */
static u32 cleared_for_retry(const struct rule_run *run, const struct body *b, u32 wait, u32 arm)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = 0; row < b->n; row++) {
		const struct model_call *call = b->rows[row].op == ROW_CALL && !b->rows[row].callee.n ? b->rows[row].callee.call : NULL;
		bool is_drain = call && call->role == ROLE_DRAIN && b->rows[row].dst == NONE;
		if (is_drain && d->entry[arm] != NONE && stands_before(d, arm, row) && body_reaches(b, row, wait))
			return row;
	}
	return NONE;
}

void sticky_after_wait(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!run->shows[fn] || rule_is_python(run, fn) || program_is_test(run->program, fn))
			continue;
		for (u32 row = 0; row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			bool is_wait = r->op == ROW_CALL && !r->callee.n && r->callee.call && r->callee.call->role == ROLE_SYNC && r->callee.call->returns == RETURNS_ERROR && r->dst != NONE;
			u32 arm = is_wait ? failing_arm(b, row, r->dst) : NONE, drain = arm == NONE ? NONE : cleared_for_retry(run, b, row, arm);
			if (drain == NONE)
				continue;
			struct site site = site_in(run->program, b, row), cleared = site_in(run->program, b, drain);
			struct str name = body_row_name(run->program, r);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(run->findings->arena, "what '%.*s' reports has gone wrong on the device and cannot be cleared: the next turn of the loop fails again", (int)name.n, name.p));
			rule_step(run, f, &cleared, "cleared here, and tried once more");
			finding_param(run->findings, f, "code", S("cudaErrorIllegalAddress")); /* the commonest of them */
		}
	}
}
