/* assert(cudaMalloc(&p, n) == cudaSuccess): a build with NDEBUG has no argument to evaluate, so it makes no call. */
#include "dropped.h"

enum { STEPS = 3 };

/* The call of the runtime that stands in the parentheses and whose code is asserted; NONE. */
static u32 asserted_call(const struct rule_run *run, const struct body *b, u32 row, u32 cell, const struct row *in, u32 depth)
{
	struct value v = cell == NONE || depth > STEPS ? (struct value){0} : value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT || v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
	if (!made || made->row->begin < in->begin || made->row->end > in->end)
		return NONE;
	if (v.kind == VALUE_RESULT) {
		const struct model_call *call = made->op == ROW_CALL && !made->callee.n ? made->callee.call : NULL;
		bool acts = call && (call->returns == RETURNS_ERROR || call->returns == RETURNS_DRIVER) && !call_reads_slot(call) && call->role != ROLE_SYNC;
		return acts ? v.row : NONE;
	}
	u32 found = asserted_call(run, b, v.row, made->a, in, depth + 1);
	return found != NONE ? found : asserted_call(run, b, v.row, made->b, in, depth + 1);
}

void dropped_in_assert(struct rule_run *run)
{
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		if (!run->shows[fn] || rule_is_python(run, fn) || program_is_test(run->program, fn))
			continue;
		for (u32 row = 0; row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			/* One of the program's own may keep its argument. */
			bool is_assert = r->op == ROW_CALL && !r->callee.n && !r->callee.call && r->arg_count == 1 && str_is(body_row_name(run->program, r), "assert");
			u32 call = is_assert ? asserted_call(run, b, row, b->args[r->first_arg], r->row, 0) : NONE;
			if (call == NONE)
				continue;
			struct site site = site_in(run->program, b, call);
			struct str name = rule_callee(run, &site);
			struct finding *f = rule_report(run, rule_thin(run, seen, &site, SEVERITY_WARNING), &site,
			                                arena_format(run->findings->arena, "'%.*s' stands in an assert(): a build with NDEBUG leaves out the call, and what it should have done", (int)name.n, name.p));
			finding_param(run->findings, f, "call", name);
		}
	}
}
