/* Python: weights that are loaded anew (capture/reload.h says where), and nothing captures again. */
#include "rebound.h"

static void report_bound(struct rule_run *run, const struct reload *r, const struct rebinding *bound)
{
	struct site site = site_in(run->program, capture_body(run->capture, bound->fn), bound->row), from = site_in(run->program, capture_body(run->capture, r->fn), r->row);
	struct str field = intern_get(&run->program->names, bound->name), by = fn_name(&run->program->functions[r->fn]);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is bound to a new tensor when '%.*s' loads weights anew, and nothing captures again: graphs keep reading the old one; copy into it",
	                                             (int)field.n, field.p, (int)by.n, by.p));
	rule_step(run, f, &from, "weights are loaded anew here");
	finding_param(run->findings, f, "field", field);
}

/* Many places are told where they are reached from: captured again there, all are right. */
static void report_reload(struct rule_run *run, const struct reload *r)
{
	struct site site = site_in(run->program, capture_body(run->capture, r->fn), r->row);
	struct str field = intern_get(&run->program->names, r->bound.at[0].name);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "loads weights anew through code that binds '%.*s' and others to new tensors (%u places), and nothing captures again: graphs keep reading the old ones",
	                                             (int)field.n, field.p, r->bound.n));
	for (u32 i = 0; i < CROWD; i++) {
		struct site at = site_in(run->program, capture_body(run->capture, r->bound.at[i].fn), r->bound.at[i].row);
		rule_step(run, f, &at, "bound to a new tensor here");
	}
	finding_param(run->findings, f, "field", field);
}

void rebound_weights(struct rule_run *run)
{
	reload_list reloads = {0};
	find_reloads(run->capture, run->findings->arena, &reloads);
	for (u32 i = 0; i < reloads.n; i++) {
		const struct reload *r = &reloads.at[i];
		if (r->bound.n > CROWD && run->shows[r->fn])
			report_reload(run, r);
		for (u32 k = 0; k < r->bound.n && r->bound.n <= CROWD; k++)
			if (run->shows[r->bound.at[k].fn])
				report_bound(run, r, &r->bound.at[k]);
	}
}
