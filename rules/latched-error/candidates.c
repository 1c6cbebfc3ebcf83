/* Python: candidates that are captured one after another, and whose failures are swallowed. */
#include "latched.h"

enum { BELOW = 3, BELOW_FUNCTIONS = 2000 }; /* calls between the try and the capture, and functions that are looked at for one try */

static bool catches_all(struct str type) { return !type.n || str_is(type, "Exception") || str_is(type, "BaseException") || str_is(type, "RuntimeError"); }

/* The call of the try block that opens a capture, or NONE. */
static u32 capture_in_try(struct below *captures, const struct body *b, u32 handler)
{
	for (u32 row = 0; row < handler; row++) {
		const struct body_row *r = &b->rows[row];
		u32 to = r->op == ROW_CALL ? r->unwind : NONE;
		while (to != NONE && to != handler && b->rows[to].op == ROW_CATCH) /* the next handler of the same block */
			to = b->rows[to].other;
		captures->left = BELOW_FUNCTIONS;
		if (to == handler && (row_captures(captures, r) || gives_option(captures, r)))
			return row;
	}
	return NONE;
}

/* The handler leaves the loop, raises, or clears the slot. */
static bool answers(const struct rule_run *run, const struct body *b, u32 handler)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 i = d->begin[handler]; i < d->end[handler]; i++) {
		const struct body_row *r = &b->rows[d->in_order[i]];
		struct str name = r->op == ROW_CALL ? body_row_name(run->program, r) : S("");
		bool is_clear = str_has(name, "LastError") || (str_has(name, "err") && (str_has(name, "clear") || str_has(name, "drain") || str_has(name, "discard") || str_has(name, "reset")));
		if (r->op == ROW_THROW || r->op == ROW_RETURN || is_clear)
			return true;
	}
	return false;
}

static void look_at_candidates(struct rule_run *run, struct below *captures, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		if (b->rows[row].op != ROW_CATCH || !catches_all(body_row_name(run->program, &b->rows[row])) || answers(run, b, row))
			continue;
		u32 tried = capture_in_try(captures, b, row);
		if (tried == NONE || !body_reaches(b, row, tried))
			continue;
		struct site site = site_in(run->program, b, row), call = site_in(run->program, b, tried);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                "a failed candidate is swallowed and the next one is captured, without clearing the last-error slot: what a launch of an extension left in it is taken "
		                                "for the next one's failure");
		rule_step(run, f, &call, "this captures and runs the candidate");
		rule_step(run, f, &site, "its failure ends here");
		finding_param(run->findings, f, "call", rule_callee(run, &call));
	}
}

/* Cheap, an upper bound. */
static bool has_handler(const struct fn *f)
{
	for (u32 i = 0; i < f->f->row_count; i++)
		if (f->unit->rows[f->f->first_row + i].op == ROW_CATCH)
			return true;
	return false;
}

void latched_candidates(struct rule_run *run)
{
	struct arena scratch = {0};
	struct below captures;
	if (!captures_in_code(run->capture))
		return;
	below_open(&captures, run->capture, &scratch, BELOW, true);
	captures.skips_options = true;
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn) && has_handler(&run->program->functions[fn]))
			look_at_candidates(run, &captures, fn);
	arena_release(&scratch);
}
