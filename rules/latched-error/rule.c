/* A failure that somebody found, and that stays in the slot. Severity: an error where refusal is an expected answer,
 * since then it happens in normal use; a note where the failure is told to callers that nobody sees. */
#include "rule.h"

static const char *ending(const struct survivor *v)
{
	switch (v->how) {
	case SURVIVES_DEGRADED:
		return v->is_told ? "the failure is logged and the path goes on without a drain" :
		                    "the failure is tolerated and the path goes on without a drain";
	case SURVIVES_STATUS:
		return "the failure is returned as a status, the slot is not drained";
	case SURVIVES_CODE:
		return "the code is returned to callers that are not seen, the slot is not drained";
	case SURVIVES_THROWN:
		return "an exception leaves with the slot full";
	case SURVIVES_MAIN:
		return "the program goes on with the slot full";
	}
	return "";
}

static enum severity grade(const struct survivor *v)
{
	bool is_expected = v->producer.call && v->producer.call->design.n;
	if (v->how == SURVIVES_STATUS || v->how == SURVIVES_CODE || v->how == SURVIVES_THROWN)
		return SEVERITY_NOTE;
	return is_expected ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void report(struct rule_run *run, const struct survivor *v)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &v->producer);
	struct str design = v->producer.call ? v->producer.call->design : S("");
	const char *expected = design.n ? arena_format(a, " (an expected answer: %.*s)", (int)design.n, design.p) : "";
	struct finding *f = rule_report(run, grade(v), &v->producer.site,
	                                arena_format(a, "a failure of '%.*s'%s stays in the last-error slot: %s", (int)name.n, name.p,
	                                             expected, ending(v)));
	rule_path(run, f, &v->producer);
	rule_step(run, f, &v->decided, "here it is found failed");
	rule_victims(run, f, v);
	finding_param(run->findings, f, "call", name);
}

/* A check macro or function that logs and goes on: one finding where it does so, not one for each of its uses. */
static void report_tolerant_check(struct rule_run *run, const struct survivor *v, u32 uses)
{
	struct arena *a = run->findings->arena;
	struct str check = fn_name(&run->program->functions[v->tolerated_by]);
	struct site at = v->decided;
	if (at.fn != v->tolerated_by)
		at = v->producer.site;
	struct finding *f = rule_report(run, SEVERITY_WARNING, &at,
	                                arena_format(a, "'%.*s' finds a failed call and goes on without draining the last-error slot "
	                                             "(%u call%s through it)", (int)check.n, check.p, uses, uses > 1 ? "s go" : " goes"));
	finding_related(run->findings, f, rule_span(run, &v->producer.site), "a call whose failure stays behind");
	rule_victims(run, f, v);
}

static bool is_shared_check(const struct survivor *v)
{
	return v->tolerated_by != NONE && grade(v) == SEVERITY_WARNING;
}

/* The first survivor of a shared check stands for all of them. */
static u32 uses_of_check(const struct slot_flow *slot, u32 first)
{
	u32 uses = 0;
	for (u32 i = 0; i < slot->survivors.n; i++) {
		const struct survivor *v = &slot->survivors.at[i];
		if (!is_shared_check(v) || v->tolerated_by != slot->survivors.at[first].tolerated_by)
			continue;
		if (i < first)
			return 0;
		uses++;
	}
	return uses;
}

/* An expected refusal whose code is thrown away while an out-parameter decides: tolerated as much as a tested one. */
static void report_judged_otherwise(struct rule_run *run, const struct code_loss *loss)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_failing(run, &loss->producer), design = loss->producer.call->design;
	struct finding *f = rule_report(run, SEVERITY_ERROR, &loss->producer.site,
	                                arena_format(a, "a failure of '%.*s' (an expected answer: %.*s) stays in the last-error slot: its "
	                                             "code is discarded, an out-parameter decides", (int)name.n, name.p, (int)design.n, design.p));
	rule_path(run, f, &loss->producer);
	finding_param(run->findings, f, "call", name);
}

void rule_latched_error(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->survivors.n; i++) {
		const struct survivor *v = &run->slot->survivors.at[i];
		if (!is_shared_check(v)) {
			report(run, v);
			continue;
		}
		u32 uses = uses_of_check(run->slot, i);
		if (uses)
			report_tolerant_check(run, v, uses);
	}
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* (void) says that it is meant; a drain that follows makes it whole. */
		if (loss->how != LOSS_DISCARDED || loss->is_drained_on_purpose || loss->is_picked_up)
			continue;
		if (!loss->producer.call || !loss->producer.call->design.n || !loss->producer.call->latches)
			continue;
		if (loss->is_judged_otherwise)
			report_judged_otherwise(run, loss);
	}
}
