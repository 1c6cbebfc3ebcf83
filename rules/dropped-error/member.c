/* status_ = X(); status_ = Y(); of a member: handed over, it is said of such codes, but nobody can have looked at the first. */
#include "dropped.h"

/* The row gives a member or global the code of a call that is made right before: the row of that call; NONE. */
static u32 kept_code(const struct body *b, u32 row, u32 *kept)
{
	const struct body_row *r = &b->rows[row];
	if (r->dst == NONE || b->cells[r->dst].kind != CELL_OUTER || b->cells[r->dst].is_element || !b->cells[r->dst].name)
		return NONE;
	u32 call = r->op == ROW_CALL ? row : r->op == ROW_MOVE && r->sub == OP_NONE && !(r->flags & RF_INPLACE) && row ? row - 1 : NONE;
	const struct body_row *made = call == NONE ? NULL : &b->rows[call];
	bool is_code = made && made->op == ROW_CALL && !made->callee.n && made->callee.call && made->callee.call->returns == RETURNS_ERROR && !call_reads_slot(made->callee.call);
	if (!is_code || (call != row && (made->dst == NONE || made->dst != r->a)))
		return NONE;
	*kept = r->dst;
	return call;
}

/* On the only way from the row, another code is put there before anything can have looked: the row that does; NONE. Calls of functions that are not the runtime's may look. */
static u32 overwritten_at(const struct body *b, u32 row, u32 kept)
{
	for (u32 at = row + 1; at < b->n; at++) {
		const struct body_row *r = &b->rows[at];
		u32 other;
		if (rule_reads(b, at, kept))
			return NONE;
		if (r->dst == kept)
			return r->op != ROW_MOVE || kept_code(b, at, &other) != NONE ? at : NONE;
		bool goes_on = r->op == ROW_NOP || r->op == ROW_MOVE || r->op == ROW_UNARY || r->op == ROW_BINARY || r->op == ROW_LAUNCH || (r->op == ROW_CALL && !r->callee.n && r->callee.call);
		if (!goes_on)
			return NONE;
	}
	return NONE;
}

void dropped_in_member(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		const struct fn *f = &run->program->functions[fn];
		if (!run->shows[fn] || rule_is_python(run, fn) || program_is_test(run->program, fn) || f->f->flags & NF_DTOR || f->f->kind == FN_MACRO)
			continue;
		for (u32 row = 0; row < b->n; row++) {
			u32 kept, call = kept_code(b, row, &kept), next = call == NONE ? NONE : overwritten_at(b, row, kept);
			if (next == NONE || b->rows[call].callee.call->role == ROLE_CLEANUP)
				continue;
			struct site site = site_in(run->program, b, call), at = site_in(run->program, b, next);
			struct str called = rule_callee(run, &site), name = body_cell_name(run->program, b, kept);
			struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
			                                    arena_format(run->findings->arena, "the result of '%.*s' is kept in '%.*s' and overwritten before anybody looks at it; a failure stays in the last-error slot",
			                                                 (int)called.n, called.p, (int)name.n, name.p));
			rule_step(run, found, &at, "overwritten here");
		}
	}
}
