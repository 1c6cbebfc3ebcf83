/* The code of a call that can fail is thrown away, never looked at, or overwritten before anybody does. */
#include "rule.h"

static const char *how(enum loss loss)
{
	switch (loss) {
	case LOSS_DISCARDED:
		return "is discarded";
	case LOSS_VOID_CAST:
		return "is cast away";
	case LOSS_UNREAD:
		return "is stored but never looked at";
	case LOSS_OVERWRITTEN:
		return "is overwritten before anybody looks at it";
	}
	return "";
}

static enum severity grade(const struct code_loss *loss)
{
	/* Cleaning up has nobody to tell: a throw in a destructor would end the process. */
	if (loss->how == LOSS_VOID_CAST || loss->in_cleanup || loss->producer.call->role == ROLE_CLEANUP)
		return SEVERITY_NOTE;
	return SEVERITY_WARNING;
}

void rule_dropped_error(struct rule_run *run)
{
	struct arena *a = run->findings->arena;
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* Not a runtime call: library statuses have rules of their own. */
		if (!loss->producer.call)
			continue;
		/* The next read of the slot speaks of it: that is swallowed-error's or misread-error's matter. */
		if (loss->is_picked_up || loss->is_drained_on_purpose)
			continue;
		/* In a macro's own text it is one mistake, however often the macro is used. */
		struct site at = rule_written(&loss->producer.site);
		struct str name = rule_failing(run, &loss->producer);
		struct str written = rule_callee(run, &loss->producer.site);
		const char *through = loss->producer.depth ? arena_format(a, ", which hands on the code of '%.*s',", (int)name.n, name.p) : "";
		const char *stays = loss->producer.call->latches ? "; a failure stays in the last-error slot" : "";
		struct finding *f = rule_report(run, grade(loss), &at,
		                                arena_format(a, "the result of '%.*s'%s %s%s", (int)written.n, written.p, through, how(loss->how), stays));
		if (loss->producer.depth)
			rule_path(run, f, &loss->producer);
		rule_step(run, f, &loss->overwritten_at, "here the code is overwritten");
		finding_param(run->findings, f, "call", name);
	}
}
