/* launch(x); where launch() ends with `return cudaGetLastError();`: the slot is empty behind it, and nobody has looked at what was in it. */
#include "swallowed.h"

static enum severity grade(const struct rule_run *run, const struct unheard *u)
{
	/* Whoever prints it has told somebody; where others look at the answer as well it is meant to be looked at. */
	bool is_told = u->is_told && !u->is_heard_elsewhere;
	return is_told || u->in_cleanup || rule_is_debug_only(run, &u->site) ? SEVERITY_NOTE : SEVERITY_WARNING;
}

static void report(struct rule_run *run, const struct unheard *u, const struct site *at, enum severity severity, u32 crowd)
{
	struct arena *a = run->findings->arena;
	struct str name = rule_callee(run, &u->site);
	const char *others = crowd > 1 ? arena_format(a, " (and those of %u more calls in this function)", crowd - 1) : "";
	const char *told = u->is_told ? "it is printed, and the path goes on" : "nobody is told";
	struct finding *f = rule_report(run, severity, at,
	                                arena_format(a, "the answer of '%.*s'%s is discarded: it takes an error out of the last-error slot and answers by it; %s",
	                                             (int)name.n, name.p, others, told));
	rule_step(run, f, &u->read, "the slot is emptied here");
	finding_param(run->findings, f, "form", S("wiped"));
}

void swallowed_answers(struct rule_run *run)
{
	const struct slot_flow *slot = run->slot;
	struct arena *a = run->findings->arena;
	struct site *sites = arena_array(a, struct site, slot->unheard.n + 1);
	u32 *which = arena_array(a, u32, slot->unheard.n + 1), n = 0;
	for (u32 i = 0; i < slot->unheard.n; i++) {
		const struct unheard *u = &slot->unheard.at[i];
		struct site at = rule_written(&u->site);
		if (grade(run, u) == SEVERITY_NOTE) {
			report(run, u, &at, SEVERITY_NOTE, 1);
			continue;
		}
		sites[n] = at;
		which[n++] = i;
	}
	u32 *crowds = rule_crowds(run, sites, n);
	for (u32 i = 0; i < n; i++)
		report(run, &slot->unheard.at[which[i]], &sites[i], crowds[i] ? SEVERITY_WARNING : SEVERITY_NOTE, crowds[i]);
}
