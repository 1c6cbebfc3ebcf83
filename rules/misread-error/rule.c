/* The slot is read, but what comes out is not what the reader believes. */
#include "rule.h"

/* Looking before own work whether something is pending is what a peek is for. */
static bool is_peek_at_others(const struct slot_read *read)
{
	return read->kind == READ_PEEK && !read->is_function_first && read->meets_entry && !read->meets_others && !read->may_follow_unknown && read->fate != FATE_UNKNOWN;
}

/* `form` is the variant of confirm.cu that shows it. */
static struct finding *report(struct rule_run *run, enum severity severity, const struct site *site, struct str form, const char *message)
{
	struct finding *f = rule_report(run, severity, site, message);
	finding_param(run->findings, f, "form", form);
	return f;
}

static void check_read(struct rule_run *run, const struct slot_read *read)
{
	/* What depends on the calls before it is shown at the use of a macro; what the macro itself does, once, in its text. */
	struct site at = read->site, text = rule_written(&read->site);
	if (read->kind == READ_CHECK || read->is_discarded)
		return;
	if (read->meets_empty && read->was_read && read->is_used_as_text)
		/* One that has been printed before shows what a read leaves. */
		report(run, read->follows_text ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("text"), "the error text is taken from a slot that was just cleared: it always says \"no error\"");
	else if (read->meets_empty && read->was_read && read->fate != FATE_UNKNOWN)
		/* A check that stands there twice does no harm: the first one has acted. */
		report(run, text.row != at.use || read->is_harmless_twice ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("twice"), "the slot is read a second time: the first read cleared it, so this one always says success");
	else if (is_peek_at_others(read))
		/* A check that ends the path is one more of its kind, as a habit, behind a callee above all. Where it makes the answer, a success is told as a failure. */
		report(run, read->follows_callee || read->fate != FATE_ANSWER ? SEVERITY_NOTE : SEVERITY_WARNING, &at, S("others"), "everything before this peek was checked: it can only find somebody else's error, and blames this code for it");
	else if (read->stays_on_failure && !read->is_told_apart)
		report(run, SEVERITY_WARNING, &text, S("again"), "this peek is the only check: it finds the error but leaves it in the slot, so every later check reports it again");
}

void rule_misread_error(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->reads.n; i++)
		check_read(run, &run->slot->reads.at[i]);
	for (u32 i = 0; i < run->slot->losses.n; i++) {
		const struct code_loss *loss = &run->slot->losses.at[i];
		/* err = X(); err = cudaGetLastError(): the slot need not hold what X returned. */
		if (loss->how != LOSS_OVERWRITTEN || !loss->is_picked_up || !loss->is_overwritten_by_read)
			continue;
		struct finding *f = report(run, SEVERITY_WARNING, &loss->overwritten_at, S("overwritten"),
		                           "a code that nobody looked at is overwritten by what is in the last-error slot");
		rule_step(run, f, &loss->producer.site, "the code comes from here");
	}
	for (u32 i = 0; i < run->slot->sticky.n; i++) {
		const struct sticky_test *t = &run->slot->sticky.at[i];
		/* The launch has only been queued: what goes wrong on the device is seen by the next wait. */
		if (!t->is_slot_read)
			continue;
		struct finding *f =
			report(run, SEVERITY_WARNING, &t->site, S("launch"),
			       arena_format(run->findings->arena, "'%.*s' is expected from the check after a launch, but only a later wait can report it",
			                    (int)t->name.n, t->name.p));
		finding_param(run->findings, f, "code", t->name);
	}
}
