/* `return cudaPeekAtLastError();`: the caller that answers for the failure has no reason to empty a slot that it has not looked at. */
#include "misread.h"

/* The peek is in the function that launches, or in the one that the caller calls. */
static bool is_peek_of(const struct rule_run *run, const struct slot_read *read, const struct launch *l)
{
	const struct body *b = &run->slot->bodies[l->body];
	const struct call_target *to = l->called.body_row < b->n ? &b->rows[l->called.body_row].callee : NULL;
	bool is_there = read->site.body == l->producer.origin.body;
	for (u32 i = 0; to && i < to->n && !is_there; i++)
		is_there = read->site.body == to->at[i];
	return is_there && read->kind == READ_PEEK && read->after_launch && !read->is_told_apart;
}

void misread_handed_on(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->launches.n; i++) {
		const struct launch *l = &run->slot->launches.at[i];
		for (u32 k = 0; l->is_left_peeked && k < run->slot->reads.n; k++) {
			const struct slot_read *read = &run->slot->reads.at[k];
			if (!is_peek_of(run, read, l) || read->stays_on_failure)
				continue;
			struct site text = rule_written(&read->site);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &text,
			                                "what this peek finds is handed on and stays in the slot: a caller answers for the failure, and the next check reports it once more");
			finding_param(run->findings, f, "form", S("again"));
			rule_step(run, f, &l->called, "the failure is found here, and nobody empties the slot");
			break;
		}
	}
}
