/* The other end of latched-error: the launch check that reports somebody else's failure. */
#include "rule.h"


static bool is_in_test(const struct rule_run *run, const struct site *s)
{
	return program_is_test(run->program, s->fn);
}

/* Without a device nothing is launched; after a fault that a wait reports every launch fails by itself; giving back fails
 * when something worse has happened. */
static bool is_far_fetched(enum model_role role) { return role == ROLE_VERSION || role == ROLE_DEVICE || role == ROLE_SYNC || role == ROLE_CLEANUP; }

/* What a question about the device or an object leaves is met by whoever works with that, long before the launch. */
static bool is_question(const struct model_call *call) { return call->role == ROLE_PLAIN && !call->design.n && str_has(call->name, "Get"); }

/* cudaSetDevice(cache.device): what is kept there was made on that device, so it was good once. */
static bool goes_to_kept_device(const struct rule_run *run, const struct producer *p)
{
	const struct body *b = &run->slot->bodies[p->origin.body];
	const struct body_row *r = p->call && str_ends(p->call->name, "SetDevice") && p->origin.body_row < b->n ? &b->rows[p->origin.body_row] : NULL;
	u32 device = r && r->arg_count ? b->args[r->first_arg] : NONE;
	u32 write = device == NONE ? NONE : b->cells[device].first_write;
	if (write != NONE && b->rows[write].op == ROW_MOVE && b->rows[write].next_write == NONE && b->rows[write].a != NONE)
		device = b->rows[write].a;
	return device != NONE && b->cells[device].parent != NONE && !(run->program->functions[p->origin.fn].f->flags & NF_CTOR);
}

/* Memory is asked for, and nobody looks at the codes, between the last launch and the read: it is made for them, and blames no kernel. */
static bool is_for_calls(const struct rule_run *run, const struct site *check)
{
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		for (u32 k = 0; site_same(&read->site, check) && !read->follows_launch && k < read->untested.n; k++)
			if (read->untested.at[k].call && read->untested.at[k].call->role == ROLE_ALLOC)
				return true;
	}
	return false;
}

static bool is_victim(const struct rule_run *run, const struct survivor *v, const struct site *check)
{
	/* What a test leaves behind is no matter of the code that it tests. */
	if (is_in_test(run, &v->producer.site) && !is_in_test(run, check))
		return false;
	/* Told to unseen callers: they may drain. */
	if (v->how != SURVIVES_DEGRADED && v->how != SURVIVES_MAIN)
		return false;
	if (v->answer == ANSWER_NOTHING && rule_hands_back(run, v))
		return false;
	/* Told by an exception, and the handler may know what it catches. */
	if (v->is_thrown && !(v->producer.call && v->producer.call->design.n))
		return false;
	if (v->producer.call && (v->producer.call->is_hardly || is_question(v->producer.call) || is_far_fetched((enum model_role)v->producer.call->role)))
		return false;
	if (rule_goes_to_known_device(run, &v->producer) || goes_to_kept_device(run, &v->producer))
		return false;
	for (u32 i = 0; i < v->victims.n; i++)
		if (site_same(&v->victims.at[i], check))
			return true;
	return false;
}

enum { TOLD = 5 };

/* The one that happens in normal use is the most telling. */
static u32 most_telling(const struct rule_run *run, u32 first, const struct site *check)
{
	const struct slot_flow *slot = run->slot;
	u32 best = first;
	int most = -1;
	for (u32 i = first; i < slot->survivors.n; i++) {
		const struct model_call *call = slot->survivors.at[i].producer.call;
		int tells = call ? (call->design.n > 0) + call->is_routine : 0;
		if (tells > most && is_victim(run, &slot->survivors.at[i], check)) {
			best = i;
			most = tells;
		}
	}
	return best;
}

/* One finding a check, however many failures reach it: the most telling one is told in full, the others are related places, at most TOLD of
 * them. */
static void report_victim(struct rule_run *run, u32 first, const struct site *check, u32 crowd)
{
	const struct slot_flow *slot = run->slot;
	struct arena *a = run->findings->arena;
	u32 best = most_telling(run, first, check);
	const struct survivor *v = &slot->survivors.at[best];
	struct str name = rule_failing(run, &v->producer);
	u32 others = 0;
	for (u32 i = first + 1; i < slot->survivors.n; i++)
		others += is_victim(run, &slot->survivors.at[i], check);
	const char *more = others ? arena_format(a, " (and of %u more call%s)", others, others > 1 ? "s" : "") : "";
	const char *whose = crowd > 1 ? arena_format(a, " (and %u more)", crowd - 1) : "";
	struct finding *f = rule_report(run, crowd && !is_for_calls(run, check) ? SEVERITY_WARNING : SEVERITY_NOTE, check,
	                                arena_format(a, "this launch check%s can report a failure of '%.*s'%s and blame the kernel",
	                                             whose, (int)name.n, name.p, more));
	rule_path(run, f, &v->producer);
	rule_step(run, f, &v->decided, "here it is found failed, and stays in the slot");
	rule_step(run, f, check, "here it is read");
	finding_param(run->findings, f, "call", name);
	u32 told = 0;
	for (u32 i = first; i < slot->survivors.n && told < TOLD; i++)
		if (i != best && is_victim(run, &slot->survivors.at[i], check)) {
			bool is_cut = ++told == TOLD && others > TOLD; /* a reader who counts shall come to the number above */
			const char *text = is_cut ? arena_format(a, "a call whose failure can be read here; %u more are not listed", others - TOLD) : "a call whose failure can be read here";
			finding_related(run->findings, f, rule_span(run, &slot->survivors.at[i].producer.site), "%s", text);
		}
}

static bool is_named_before(const struct rule_run *run, u32 survivor, u32 victim)
{
	const struct slot_flow *slot = run->slot;
	const struct site *check = &slot->survivors.at[survivor].victims.at[victim];
	for (u32 i = 0; i < survivor; i++)
		if (is_victim(run, &slot->survivors.at[i], check))
			return true;
	return false;
}

/* No other failure reaches the check. */
static bool is_the_only_one(const struct rule_run *run, u32 survivor, const struct site *check)
{
	for (u32 i = survivor + 1; i < run->slot->survivors.n; i++)
		if (is_victim(run, &run->slot->survivors.at[i], check))
			return false;
	return true;
}

/* The checks that this failure is told at. Of many that it alone reaches the first stands for all: there is one place to mend. */
static void report_victims(struct rule_run *run, u32 survivor)
{
	const struct survivor *v = &run->slot->survivors.at[survivor];
	u32 alone = 0, told = 0;
	bool *is_alone = arena_array(run->findings->arena, bool, v->victims.n + 1);
	for (u32 k = 0; k < v->victims.n; k++) {
		bool is_ours = is_victim(run, v, &v->victims.at[k]) && !is_named_before(run, survivor, k);
		is_alone[k] = is_ours && is_the_only_one(run, survivor, &v->victims.at[k]);
		alone += is_alone[k];
	}
	for (u32 k = 0; k < v->victims.n; k++)
		if (is_victim(run, v, &v->victims.at[k]) && !is_named_before(run, survivor, k))
			report_victim(run, survivor, &v->victims.at[k], alone <= CROWD || !is_alone[k] ? 1 : told++ ? 0 : alone);
}

void rule_blamed_launch(struct rule_run *run)
{
	for (u32 i = 0; i < run->slot->survivors.n; i++)
		report_victims(run, i);
	for (u32 i = 0; i < run->slot->reads.n; i++) {
		const struct slot_read *read = &run->slot->reads.at[i];
		/* Somebody was before us with a name, or the slot was clean when the launch began. */
		if (!read->after_launch || !read->meets_entry || read->failed.n)
			continue;
		rule_report(run, SEVERITY_NOTE, &read->site, "this launch check also reports whatever an earlier call left in the last-error slot");
	}
}
