/* Something is made at its first use, and the first use may be inside a capture: refused there, or recorded and never run. */
#include "rule.h"

/* Code that is loaded at first use is legal with the drivers of today. */
static bool is_refused_kind(u8 kind) { return kind != HAZARD_NONE && kind != HAZARD_LOAD && kind != HAZARD_FREE && kind != HAZARD_REFUSED; }

/* A synchronous copy or fill goes through the legacy stream, which no capture allows beside it. */
static bool is_legacy_copy(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *call = &r->body->rows[row];
	const struct capture_api *api = call->op == ROW_CALL && !call->callee.n ? models_capture(c->program->models, body_row_name(c->program, call)) : NULL;
	return api && (api->does == DOES_COPY || api->does == DOES_FILL);
}

/* The function was called before, in the one that captures, outside of the capture: a warm-up has made it. */
static bool is_warmed_up(const struct capture *c, u32 at)
{
	u32 below = NONE;
	while (c->reached.at[at].from != NONE) {
		below = c->reached.at[at].fn;
		at = c->reached.at[at].from;
	}
	const struct reached *top = &c->reached.at[at];
	for (u32 row = 0; row < top->body->n && below != NONE; row++)
		for (u32 i = 0; i < top->body->rows[row].callee.n; i++)
			if (top->body->rows[row].callee.at[i] == below && top->state[row] & ROW_IS_EAGER && !(top->state[row] & ROW_IS_CAPTURED))
				return true;
	return false;
}

enum { NEAR = 2 }; /* calls below a library's entry; deeper down, its users' warm-up is a matter of the whole library */

static enum severity grade(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	if (is_debug_only(c, r->body, row) || is_warmed_up(c, at))
		return SEVERITY_NOTE;
	/* In Python nobody is known to capture what only takes tensors. */
	if (c->regions.at[r->region].grade == GRADE_PROFILE && (r->depth > NEAR || capture_is_life_cycle(c, at) || rule_is_python(run, r->fn)))
		return SEVERITY_NOTE;
	if (c->regions.at[r->region].grade == GRADE_PROFILE)
		return SEVERITY_WARNING;
	/* The first use is a condition of its own. */
	enum certainty sure = capture_certainty(c, at, row);
	return sure < CERTAIN_SOMETIMES ? SEVERITY_NOTE : r->depth <= NEAR ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void report(struct rule_run *run, u32 at, u32 row, struct str name, struct str held)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, run->capture->reached.at[at].body, row);
	struct finding *f = rule_report(run, grade(run, at, row), &site,
	                                arena_format(a, "'%.*s' runs at the first use of '%.*s', %s: a first use inside a capture is refused and breaks it",
	                                             (int)name.n, name.p, (int)held.n, held.p, rule_capture(run, at)));
	rule_way(run, f, at);
	rule_step(run, f, &site, "here, at the first use only");
	finding_param(run->findings, f, "call", name);
}

void rule_first_use_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n; row++) {
			if (!capture_has(r, row))
				continue;
			struct hazard h = hazard_at(c, r, row);
			bool is_copy = is_legacy_copy(c, r, row);
			struct str held;
			if (!is_refused_kind(h.kind) && !is_copy)
				continue;
			if (!is_first_use_on_way(c, at, row, &held))
				continue;
			report(run, at, row, is_copy ? body_row_name(c->program, &r->body->rows[row]) : h.name, held);
		}
	}
}
