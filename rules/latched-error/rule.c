/* A failed call that was found and tolerated leaves its code in the last-error slot, where the next launch check meets it. */
#include "latched.h"

static const char *ending(const struct survivor *v)
{
	if (v->how == SURVIVES_THROWN)
		return "an exception leaves with the slot full";
	if (v->is_thrown || v->caught.row)
		return "the exception that tells of it is caught and the path goes on without a drain";
	switch (v->answer) {
	case ANSWER_NOTHING:
		break;
	case ANSWER_ZERO:
		return "it is answered by false, null or zero, and nobody drains the slot";
	case ANSWER_NUMBER:
		return "it is answered by a plain value, and nobody drains the slot";
	case ANSWER_STATUS:
		return "it is returned as a status, and nobody drains the slot";
	case ANSWER_CODE:
		return "its code is returned to callers that are not seen, and the slot is not drained";
	}
	return v->is_told ? "it is logged and the path goes on without a drain" : "it is tolerated and the path goes on without a drain";
}

static void report(struct rule_run *run, enum severity severity, const struct survivor *v)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &v->producer);
	struct str design = v->producer.call ? v->producer.call->design : S("");
	const char *expected = design.n ? arena_format(a, " (an expected answer: %.*s)", (int)design.n, design.p) : "";
	struct finding *f = rule_report(run, severity, &v->producer.site,
	                                arena_format(a, "a failure of '%.*s'%s stays in the last-error slot: %s", (int)name.n, name.p,
	                                             expected, ending(v)));
	rule_path(run, f, &v->producer);
	rule_step(run, f, &v->decided, "here it is found failed");
	rule_step(run, f, &v->caught, "here the exception is caught");
	rule_victims(run, f, v);
	finding_param(run->findings, f, "call", name);
}

/* A failing call that stands in a macro's text, and the macro's users tolerate it: one remark for all of them. */
static u32 uses_of_text(const struct slot_flow *slot, u32 at, bool *is_first)
{
	const struct site *here = &slot->survivors.at[at].producer.site;
	u32 uses = 0;
	*is_first = true;
	for (u32 i = 0; here->row != here->use && i < slot->survivors.n; i++)
		if (slot->survivors.at[i].producer.site.row == here->row && slot->survivors.at[i].producer.site.fn == here->fn) {
			uses++;
			*is_first = *is_first && i >= at;
		}
	return uses;
}

/* An expected refusal whose code is thrown away: tolerated as much as one that was looked at. */
static void report_ignored_refusal(struct rule_run *run, const struct code_loss *loss)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &loss->producer), design = loss->producer.call->design;
	const char *instead = loss->is_judged_otherwise ? "an out-parameter decides, its code is discarded" : "its code is discarded";
	struct finding *f = rule_report(run, latched_grade_python(run, &loss->producer, SEVERITY_ERROR), &loss->producer.site,
	                                arena_format(a, "a failure of '%.*s' (an expected answer: %.*s) stays in the last-error slot: %s",
	                                             (int)name.n, name.p, (int)design.n, design.p, instead));
	rule_path(run, f, &loss->producer);
	finding_param(run->findings, f, "call", name);
}

enum { FEW = 5 }; /* calls of one check, or of one text, that are told one by one */

void rule_latched_error(struct rule_run *run)
{
	latched_candidates(run);
	for (u32 i = 0; i < run->slot->survivors.n; i++) {
		const struct survivor *v = &run->slot->survivors.at[i];
		/* Before ROCm 7 the calls that follow cleared it: hip-error-reset's matter. */
		if (rule_leans_on_reset(run, v))
			continue;
		bool is_first;
		if (uses_of_text(run->slot, i, &is_first) > FEW && !is_first) {
			report(run, SEVERITY_NOTE, v);
			continue;
		}
		u32 uses = latched_goes_through(run, v) ? latched_uses(run, i, &is_first) : 0;
		enum severity severity = latched_grade_python(run, &v->producer, uses > FEW ? SEVERITY_NOTE : latched_grade(run, v));
		/* Handlers of Python catch what they don't know, too. */
		bool is_soft = rule_is_python(run, v->producer.origin.fn) && (v->caught.row || v->is_made_exception);
		report(run, is_soft && severity == SEVERITY_ERROR ? SEVERITY_WARNING : severity, v);
		if (uses > FEW && is_first)
			latched_tolerant_check(run, v, uses);
	}
	latched_throwing_checks(run);
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* (void) says that it is meant; a drain that follows makes it whole. */
		if (loss->how != LOSS_DISCARDED || loss->is_drained_on_purpose || loss->is_picked_up)
			continue;
		if (!loss->producer.call || !loss->producer.call->design.n || !loss->is_latched)
			continue;
		/* Undoing what has worked is no question with an expected answer. */
		if (loss->is_judged_otherwise || (loss->producer.call->is_routine && loss->producer.call->role != ROLE_CLEANUP))
			report_ignored_refusal(run, loss);
	}
}
