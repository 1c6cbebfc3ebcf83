/* Calls of the models: of the runtime, of the driver and libraries, and the check macros of the field. */
#include "flow/slot_local.h"

void check_transfer(struct walk *w, struct state *s, u32 row, const struct model_check *check, struct state *thrown)
{
	if (check->reads == READS_SLOT)
		read_transfer(w, s, row, READ_CHECK);
	struct state failed = {0};
	state_copy(&w->scratch, &failed, s);
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact f = s->at[i];
		bool is_seen = check->reads == READS_SLOT ? (f.bits & FACT_IN_SLOT) != 0 :
		               check->reads == READS_NOTHING ? false :
		               is_given_code(w, &f, row, check->reads == READS_CONDITION) ||
		               is_given_code(w, &f, row, check->reads != READS_CONDITION);
		if (is_seen) {
			struct fact *left = state_find(&failed, f.producer);
			left->bits = (u16)((f.bits & ~FACT_UNTESTED) | FACT_FAILED | FACT_TOLD);
			left->decided = row;
			left->relations = 0;
			/* ENSURE(try_alloc()): an exception is made of the callee's answer. */
			if (program_check_throws(w->program, check) && !is_given_code(w, &f, row, false))
				left->bits |= FACT_THROWN;
			if (check->drains)
				left->bits &= (u16)~FACT_IN_SLOT;
			if (check->fails == FAILS_NOTHING || check->fails == FAILS_LOG)
				f = *left;
			else
				continue;
			if (!(f.bits & FACT_IN_SLOT))
				continue;
		}
		s->at[kept++] = f;
	}
	s->n = kept;
	/* TORCH_CHECK(false, ...) is no check: nobody comes past it. */
	const struct body_row *r = &w->body->rows[row];
	bool is_end = check->reads == READS_CONDITION && (check->fails == FAILS_THROW || check->fails == FAILS_ABORT) && r->arg_count &&
	              w->body->args[r->first_arg] != NONE && w->body->cells[w->body->args[r->first_arg]].kind == CELL_ZERO;
	for (u32 i = 0; i < failed.n && is_end; i++)
		if (failed.at[i].bits & FACT_FAILED && !(failed.at[i].bits & FACT_SHARED))
			failed.at[i].bits |= FACT_THROWN;
	if (program_check_throws(w->program, check))
		state_join(&w->scratch, thrown, &failed);
	if (is_end)
		s->is_live = false;
	forget_result(w, s, row);
}

/* rocsparse_conj(x) * y: what one calculates with is no status. Nor is what a function returns as a T. */
static bool is_calculated_with(const struct walk *w, u32 row)
{
	enum { NEAR = 24 };
	u32 value = w->body->rows[row].dst;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + NEAR; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool is_arithmetic = r->op == ROW_BINARY && (r->sub == OP_MUL || r->sub == OP_DIV || r->sub == OP_SUB || r->sub == OP_ADD);
		if (is_arithmetic && (r->a == value || r->b == value))
			return true;
		if (r->op == ROW_MOVE && r->a == value && r->sub == OP_NONE)
			value = r->dst;
		if (r->op == ROW_RETURN && r->a == value) {
			const struct fn *fn = &w->program->functions[w->body->fn];
			return str_is(unit_text(fn->unit, fn->f->result), "T");
		}
	}
	return false;
}

/* A call of which nobody knows more than how its name begins: its result counts if it is one of an API, not somebody's own
 * check of that name. */
static bool has_code(const struct walk *w, u32 row, const struct model_call *call)
{
	if (call->returns == RETURNS_ERROR)
		return call->latches || call->drains;
	static const char *const checks[] = {"check", "assert", "verify", "err", "throw", "ensure", "log", "print", "string"};
	if (w->body->rows[row].flags & RF_CONSTRUCT)
		return false;
	return !models_is_family(call) || (!name_has(body_row_name(w->program, &w->body->rows[row]), checks, COUNT(checks)) && !is_calculated_with(w, row));
}

void model_transfer(struct walk *w, struct state *s, u32 row, const struct model_call *call)
{
	const struct body_row *r = &w->body->rows[row];
	if (call_reads_slot(call)) {
		read_transfer(w, s, row, call->role == ROLE_DRAIN ? READ_GET : READ_PEEK);
		return;
	}
	if (call->role == ROLE_TEXT) {
		escape_args(w, s, row, FACT_TOLD);
		forget_result(w, s, row);
		return;
	}
	/* cuSafeCall(cudaX()): no function of an API is given a code but to tell what it means. */
	if (models_is_family(call) && (!has_code(w, row, call) || is_given_any_code(w, s, row))) {
		unknown_transfer(w, s, row);
		return;
	}
	if (call->returns == RETURNS_VALUE || call->returns == RETURNS_VOID) {
		escape_args(w, s, row, FACT_ESCAPED);
		forget_result(w, s, row);
		/* It throws what it meets in the slot. */
		if (call->drains)
			be_read(w, s, row);
		return;
	}
	meet_runtime(w, s, row);
	state_ran(s);
	if (call->drains)
		read_drain(w, s, r->dst);
	for (u32 i = 0; call->empties && i < s->n; i++)
		s->at[i].bits |= FACT_WIPED;
	if (has_code(w, row, call))
		call_produces(w, s, row, call);
	else
		forget_result(w, s, row);
}
