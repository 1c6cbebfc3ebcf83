/* Python: gradients that a captured backward fills, given up before its replay. */
#include "rebound.h"

/* zero_grad() gives up the tensors unless it is told to keep them. */
static bool drops_gradients(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || !str_is(body_row_name(run->program, r), "zero_grad"))
		return false;
	return !r->row->arg_count || operand_kind(run->program->functions[r->fn].unit->args[r->row->first_arg]) != OPD_INT ||
	       run->program->functions[r->fn].unit->ints[operand_index(run->program->functions[r->fn].unit->args[r->row->first_arg])];
}

/* The captured part of a body makes gradients, and leaves what is done with them to others. */
static bool captures_backward_alone(const struct rule_run *run, const struct body *b)
{
	bool makes = false;
	for (u32 row = 0; row < b->n; row++) {
		struct str name = b->rows[row].op == ROW_CALL && capture_has_in_code(run->capture, b, row) ? body_row_name(run->program, &b->rows[row]) : S("");
		makes = makes || str_is(name, "backward");
		if (str_is(name, "step"))
			return false;
	}
	return makes;
}

void rebound_gradients(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	if (!captures_backward_alone(run, b))
		return;
	for (u32 row = 0; row < b->n; row++) {
		if (!drops_gradients(run, b, row) || capture_has_in_code(run->capture, b, row))
			continue;
		u32 replay = NONE, used = NONE, captured = NONE;
		for (u32 i = 0; i < b->n; i++) {
			struct str name = b->rows[i].op == ROW_CALL ? body_row_name(run->program, &b->rows[i]) : S("");
			if (capture_has_in_code(run->capture, b, i) && str_is(name, "backward") && body_reaches(b, i, row))
				captured = i;
			if (is_replay(run->capture, b, i) && body_reaches(b, row, i))
				replay = i;
			if (replay != NONE && str_is(name, "step") && !capture_has_in_code(run->capture, b, i) && body_reaches(b, replay, i))
				used = i;
		}
		if (captured == NONE || replay == NONE || used == NONE)
			continue;
		struct site site = site_in(run->program, b, row), again = site_in(run->program, b, replay), step = site_in(run->program, b, used);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                "gives up the gradients that the captured backward fills: the replay fills the old tensors, and the step after it finds none; leave them, or zero them in place");
		rule_step(run, f, &again, "the backward is replayed here");
		rule_step(run, f, &step, "the step looks for gradients here");
		finding_param(run->findings, f, "field", S("grad"));
	}
}
