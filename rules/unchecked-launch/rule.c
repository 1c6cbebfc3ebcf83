/* A launch after which nobody reads the slot: a configuration or image error is never seen, or blamed on a later
 * kernel. */
#include "unchecked.h"

enum { NEAR = 2 }; /* calls between a launch and whoever has forgotten its check: a wrapper, and one for each type */

/* Launches of one place in the code: it is met in the function where it stands, and in those that come to it. */
struct launches {
	const struct slot_flow *slot;
	struct idmap first; /* place -> index in slot->launches */
	u32 *next;          /* by that index: the next one of the same place, or NONE */
	struct idmap read_first; /* (body, function that launches) -> 1: the body reads the slot for the last launch of the function, with no other one between */
};

static u64 place_of(const struct rule_run *run, const struct launch *l)
{
	const struct site *s = &l->producer.origin;
	return (u64)s->use_fn << 32 | (u32)(s->use - run->program->functions[s->use_fn].unit->rows);
}

static u64 pair_of(const struct launch *l) { return (u64)l->body << 32 | l->producer.origin.use_fn; }

static struct launches by_place(const struct rule_run *run)
{
	const struct slot_flow *slot = run->slot;
	struct launches of = {.slot = slot, .next = arena_array(run->findings->arena, u32, slot->launches.n + 1)};
	for (u32 i = slot->launches.n; i-- > 0;) {
		u64 place = place_of(run, &slot->launches.at[i]);
		of.next[i] = idmap_get(&of.first, place);
		idmap_put(run->findings->arena, &of.first, place, i);
		if (slot->launches.at[i].is_checked_first)
			idmap_put(run->findings->arena, &of.read_first, pair_of(&slot->launches.at[i]), 1);
	}
	return of;
}

/* Some other caller reads the slot after the function that launches: whose job it is, is not clear. Where another launch comes before, the read is that one's. */
static bool is_checked_elsewhere(const struct rule_run *run, const struct launches *of, const struct launch *l)
{
	for (u32 i = idmap_get(&of->first, place_of(run, l)); i != NONE; i = of->next[i]) {
		const struct launch *other = &of->slot->launches.at[i];
		if (other->body != l->body && other->is_checked && idmap_get(&of->read_first, pair_of(other)) == 1 && other->producer.origin.row == l->producer.origin.row)
			return true;
	}
	return false;
}

/* The macro launches in another arm as well, and checks there: if (debug) { launch; check } else launch. */
static bool is_checked_in_arm(const struct rule_run *run, const struct launches *of, const struct launch *l)
{
	const struct site *here = &l->producer.origin;
	for (u32 i = here->use == here->row ? NONE : idmap_get(&of->first, place_of(run, l)); i != NONE; i = of->next[i]) {
		const struct launch *other = &of->slot->launches.at[i];
		if (other->body == l->body && other->is_checked && !other->is_unchecked && other->producer.origin.row != here->row)
			return true;
	}
	return false;
}

/* Of the functions that come to the launch, those that read the slot after it, on every path or some, and those that don't. */
struct tally {
	u32 checked, partly, unchecked;
};

static struct tally tally_of(const struct rule_run *run, const struct launches *of, const struct launch *l)
{
	struct tally n = {0};
	for (u32 i = idmap_get(&of->first, place_of(run, l)); i != NONE; i = of->next[i]) {
		const struct launch *other = &of->slot->launches.at[i];
		if (other->producer.origin.row != l->producer.origin.row)
			continue;
		n.checked += other->is_always_checked;
		n.partly += other->is_checked && !other->is_always_checked;
		n.unchecked += other->is_unchecked;
	}
	return n;
}

/* Nothing but a launch under another name: who calls it launches, and checks. What does more has its own check to make. */
static bool is_thin(const struct rule_run *run, fn_id id)
{
	const struct fn *fn = &run->program->functions[id];
	u32 launches = 0;
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *r = &fn->unit->rows[fn->f->first_row + i];
		launches += r->op == ROW_LAUNCH;
		if (r->op == ROW_BRANCH || (r->op == ROW_CALL && !str_ends(unit_text(fn->unit, r->name), "dim3")))
			return false;
	}
	return launches == 1;
}

/* The function that launches leaves the check to its callers, and half of them or more make it: this one has forgotten. */
static bool is_forgotten(const struct rule_run *run, const struct launches *of, const struct launch *l, u32 *checked)
{
	if (!l->calls || l->calls > NEAR || l->has_unseen_callers || l->is_asked || l->is_checked_by_switch || l->is_checked_next_turn || l->is_checked || !is_thin(run, l->producer.origin.use_fn))
		return false;
	struct tally n = tally_of(run, of, l);
	*checked = n.checked;
	return !n.partly && n.checked >= n.unchecked;
}

static void report_forgotten(struct rule_run *run, const struct launch *l, u32 checked)
{
	struct arena *a = run->findings->arena;
	struct str called = rule_callee(run, &l->called), kernel = rule_callee(run, &l->producer.origin);
	const char *others = checked > 1 ? arena_format(a, "%u other callers do", checked) : "another caller does";
	struct finding *f = rule_report(run, SEVERITY_WARNING, &l->called,
	                                arena_format(a, "nobody reads the last-error slot after this call of '%.*s', as %s: it launches '%.*s' and leaves the check to them",
	                                             (int)called.n, called.p, others, (int)kernel.n, kernel.p));
	rule_step(run, f, &l->producer.origin, "the launch");
	finding_param(run->findings, f, "kernel", kernel);
}

/* Where it is not checked, the function fails for another reason. */
static bool is_checked_unless_failed(const struct rule_run *run, const struct launch *l)
{
	const struct body *b = &run->slot->bodies[l->body];
	u32 row = l->producer.origin.body_row;
	return l->is_checked && !l->calls && row < b->n && b->rows[row].row == l->producer.origin.row && body_only_fails_behind(run->program, b, row);
}

/* No caller is in sight, but a macro that may hide them: FOR_EACH_KIND(RUN), with #define RUN(K) run<K> ARGUMENTS. */
static bool is_called_by_macro(const struct rule_run *run, const struct launch *l)
{
	return !l->calls && l->body == l->producer.origin.use_fn && program_is_named_by_macro(run->program, l->body);
}

static void report(struct rule_run *run, const struct launches *of, const struct launch *l, u32 crowd)
{
	struct arena *a = run->findings->arena;
	struct str kernel = rule_callee(run, &l->producer.origin);
	if (!kernel.n)
		kernel = S("a kernel");
	/* Who calls through a pointer may check. What a loop checks one turn later is seen, but for its last turn. A check
	 * that a flag turns on is left out by choice. */
	bool may_be_checked = l->has_unseen_callers || l->is_asked || l->is_checked_by_switch || l->is_checked_next_turn || is_checked_elsewhere(run, of, l) || is_checked_in_arm(run, of, l) || rule_is_debug_only(run, &l->producer.origin);
	/* The process ends with it, and what it makes goes nowhere. */
	enum severity severity = may_be_checked || is_checked_unless_failed(run, l) || is_called_by_macro(run, l) || l->is_last_act || !crowd ? SEVERITY_NOTE : SEVERITY_WARNING;
	const char *others = crowd > 1 ? arena_format(a, ", nor are %u more in this function", crowd - 1) : "";
	struct finding *f = rule_report(run, severity, &l->producer.origin,
	                                arena_format(a, "the launch of '%.*s' is never checked%s: nobody reads the last-error slot after it",
	                                             (int)kernel.n, kernel.p, others));
	finding_param(run->findings, f, "kernel", kernel);
}

void rule_unchecked_launch(struct rule_run *run)
{
	const struct slot_flow *slot = run->slot;
	struct arena *a = run->findings->arena;
	struct site *sites = arena_array(a, struct site, slot->launches.n + 1);
	u32 *launches = arena_array(a, u32, slot->launches.n + 1), n = 0;
	struct launches of = by_place(run);
	for (u32 i = 0; i < slot->launches.n; i++) {
		if (!slot->launches.at[i].is_unchecked)
			continue;
		u32 checked;
		if (is_forgotten(run, &of, &slot->launches.at[i], &checked)) {
			report_forgotten(run, &slot->launches.at[i], checked);
			continue;
		}
		if (unchecked_shows_by_itself(run, &slot->launches.at[i])) {
			report(run, &of, &slot->launches.at[i], 0);
			continue;
		}
		sites[n] = slot->launches.at[i].producer.origin;
		launches[n++] = i;
	}
	u32 *crowds = rule_crowds(run, sites, n);
	for (u32 i = 0; i < n; i++)
		report(run, &of, &slot->launches.at[launches[i]], crowds[i]);
}
