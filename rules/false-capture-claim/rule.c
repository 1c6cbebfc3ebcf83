/* A function says that it can be captured. What is below it says otherwise, or leaves it unproven. */
#include "rule.h"

enum { RELATED = 12 };

struct proof {
	struct site unsafe[RELATED], temporary[RELATED];
	struct str unsafe_name[RELATED], temporary_name[RELATED];
	u32 unsafe_count, temporary_count;
};

static bool is_unsafe(u8 kind) { return kind != HAZARD_NONE && kind != HAZARD_LOAD; }

static void look(const struct rule_run *run, u32 at, struct proof *proof)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	for (u32 row = 0; row < r->body->n; row++) {
		if (!capture_has(r, row))
			continue;
		struct hazard h = hazard_at(c, r, row);
		struct site site = site_in(run->program, r->body, row);
		struct str held;
		bool is_unsafe_here = is_unsafe(h.kind) && capture_certainty(c, at, row) >= CERTAIN_SOMETIMES;
		/* A warm-up keeps the first use out of captures: the claim holds for what comes after. */
		if (is_unsafe_here && !is_first_use_on_way(c, at, row, &held)) {
			if (proof->unsafe_count < RELATED) {
				proof->unsafe_name[proof->unsafe_count] = h.name;
				proof->unsafe[proof->unsafe_count] = site;
			}
			proof->unsafe_count++;
		} else if (h.op && (h.op->role == TORCH_FACTORY || h.op->role == TORCH_CONVERT) && h.op->gives != GIVES_HOST) {
			if (proof->temporary_count < RELATED) {
				proof->temporary_name[proof->temporary_count] = h.name;
				proof->temporary[proof->temporary_count] = site;
			}
			proof->temporary_count++;
		}
	}
}

static void relate(const struct rule_run *run, struct finding *f, const struct site *sites, const struct str *names, u32 n, const char *what)
{
	for (u32 i = 0; i < n && i < RELATED; i++)
		finding_related(run->findings, f, rule_span(run, &sites[i]), "'%.*s' %s", (int)names[i].n, names[i].p, what);
}

static void report(struct rule_run *run, const struct capture_region *region, const struct proof *proof)
{
	const struct fn *fn = &run->program->functions[region->fn];
	struct arena *a = run->findings->arena;
	struct str name = fn_name(fn);
	struct span span = {fn->file, fn->f->at, fn->f->at + (u32)unit_text(fn->unit, fn->f->name).n};
	bool is_false = proof->unsafe_count;
	const char *says = region->why.p;
	const char *message = is_false
		? arena_format(a, "'%.*s' can't be captured, though %s: %u operation%s below it %s refused", (int)name.n, name.p, says, proof->unsafe_count,
		               proof->unsafe_count > 1 ? "s" : "", proof->unsafe_count > 1 ? "are" : "is")
		: arena_format(a, "%s, which is unproven for '%.*s': it makes %u temporar%s, harmless only inside one capture on one stream", says, (int)name.n,
		               name.p, proof->temporary_count, proof->temporary_count > 1 ? "ies" : "y");
	struct finding *f = finding_add(run->findings, run->rule, is_false ? SEVERITY_WARNING : SEVERITY_NOTE, span, "%s", message);
	f->function = name;
	relate(run, f, proof->unsafe, proof->unsafe_name, proof->unsafe_count, "is refused in a capture");
	relate(run, f, proof->temporary, proof->temporary_name, proof->temporary_count, "makes a temporary");
}

void rule_false_capture_claim(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct arena *a = run->findings->arena;
	struct proof *proofs = arena_array(a, struct proof, c->regions.n + 1);
	u32 *claim_of = arena_array(a, u32, run->program->function_count + 1);
	for (u32 i = 0; i < c->regions.n; i++)
		if (c->regions.at[i].grade == GRADE_CLAIM && run->shows[c->regions.at[i].fn])
			claim_of[c->regions.at[i].fn] = i + 1;
	/* What is below the nearest function that claims is judged with it, whoever captures. */
	for (u32 at = 0; at < c->reached.n; at++) {
		u32 claim = 0;
		for (u32 up = at; up != NONE && !claim; up = c->reached.at[up].from)
			claim = claim_of[c->reached.at[up].fn];
		if (claim)
			look(run, at, &proofs[claim - 1]);
	}
	for (u32 i = 0; i < c->regions.n; i++)
		if (proofs[i].unsafe_count || proofs[i].temporary_count)
			report(run, &c->regions.at[i], &proofs[i]);
}
