/* A tensor that is made and used inside a capture. Measured harmless: its memory belongs to the graph, and the operation that fills it
 * is replayed first. Said as a note, since many take it for the cause of stale data. */
#include "rule.h"

static bool makes_temporary(const struct torch_op *op)
{
	bool is_fresh = op->gives == GIVES_NEW || op->gives == GIVES_MAYBE || op->gives == GIVES_PLACED;
	return op->capture == TORCH_OK && is_fresh && (op->role == TORCH_FACTORY || op->role == TORCH_CONVERT);
}

static void report(struct rule_run *run, u32 at, u32 row, struct str name)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, run->capture->reached.at[at].body, row);
	struct finding *f = rule_report(run, SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' makes a temporary %s: harmless as long as it is made and used inside one capture on one stream",
	                                             (int)name.n, name.p, rule_capture(run, at)));
	rule_way(run, f, at);
	finding_param(run->findings, f, "call", name);
}

void rule_capture_temporary(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!run->shows[r->fn] || c->regions.at[r->region].grade == GRADE_PROFILE)
			continue; /* nobody is known to capture it */
		for (u32 row = 0; row < r->body->n; row++) {
			if (!capture_has(r, row) || r->body->rows[row].op != ROW_CALL)
				continue;
			struct str name = torch_name(c, r->body, row);
			const struct torch_op *op = name.n && rule_is_python(run, r->fn) ? torch_at(c, r->body, at, row) : NULL;
			/* A tensor in host memory is host-source-in-capture's matter. */
			if (!op || !makes_temporary(op) || tensor_at(c, r->body, at, row + 1, r->body->rows[row].dst).home == HOME_HOST)
				continue;
			report(run, at, row, name);
		}
	}
}
