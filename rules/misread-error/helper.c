/* if (cudaGetLastError() != cudaSuccess) throw failure(last_error_text()): the helper asks a slot that its caller has just emptied. */
#include "misread.h"

/* Nothing between the two rows can have filled the slot: no launch, no other call of the runtime or of the program. */
static bool is_still_empty(const struct rule_run *run, const struct body *b, u32 drain, u32 call)
{
	if (drain >= call || !stands_before(capture_dominators(run->capture, b, false), drain, call))
		return false;
	for (u32 row = drain + 1; row < call; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_text = r->callee.call && r->callee.call->role == ROLE_TEXT;
		if (r->op == ROW_LAUNCH || (r->op == ROW_CALL && !is_text && (r->callee.n || r->callee.call)))
			return false;
	}
	return true;
}

/* The read of the caller's body that has emptied the slot before the call; NULL. */
static const struct slot_read *emptied_before(const struct rule_run *run, fn_id caller, u32 call)
{
	const struct body *b = &run->slot->bodies[caller];
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		if (read->site.body == caller && read->kind == READ_GET && !read->is_extended && is_still_empty(run, b, read->site.body_row, call))
			return read;
	}
	return NULL;
}

void misread_by_helper(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *text = &run->slot->reads.at[i];
		const struct fn *helper = &run->program->functions[text->site.body];
		const u32 *calls;
		if (text->kind != READ_GET || !text->is_used_as_text || !text->is_function_first || !text->meets_entry || text->site.use != text->site.row || (helper->f->kind != FN_FUNCTION && helper->f->kind != FN_METHOD))
			continue;
		u32 n = capture_callers(run->capture, text->site.body, &calls);
		for (u32 k = 0; k < n; k++) {
			struct caller at = run->capture->callers->list.at[calls[k]];
			const struct slot_read *emptied = run->shows[at.fn] && at.fn != text->site.body ? emptied_before(run, at.fn, at.row) : NULL;
			if (!emptied)
				continue;
			struct site site = site_in(run->program, &run->slot->bodies[at.fn], at.row);
			struct str name = fn_name(helper);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(run->findings->arena, "'%.*s' makes its text from the last-error slot, which was emptied just before: it always says \"no error\"", (int)name.n, name.p));
			rule_step(run, f, &emptied->site, "emptied here");
			rule_step(run, f, &text->site, "read here");
			finding_param(run->findings, f, "form", S("text"));
		}
	}
}
