#include "rule.h"

static const char then[] = "cuBLAS goes back to memory of its own, which a capture allocates inside the graph";

static const char *message_of(const struct rule_run *run, const struct lost_workspace *w)
{
	struct arena *a = run->findings->arena;
	struct str name = body_row_name(run->program, &w->body->rows[w->row]), where = fn_name(&run->program->functions[w->given_body->fn]);
	int n = (int)name.n, held = (int)w->held.n;
	switch ((enum workspace_loss)w->kind) {
	case LOSS_BEFORE: return arena_format(a, "'%.*s' sets back the workspace that was set before it: %s", n, name.p, then);
	case LOSS_HELD: return arena_format(a, "'%.*s' sets the workspace back, and it is set again only where '%.*s' changes: %s", n, name.p, held, w->held.p, then);
	case LOSS_TORCH: return arena_format(a, "'%.*s' sets back the workspace that PyTorch gave this handle for the current stream: %s", n, name.p, then);
	case LOSS_ONCE: return arena_format(a, "'%.*s' sets back the workspace that '%.*s' gave the handle once: %s", n, name.p, (int)where.n, where.p, then);
	case LOSS_FREED: break;
	}
	return arena_format(a, "'%.*s' is made anew, and the handle that was given it still works in the old memory, captured graphs as well", held, w->held.p);
}

static const char *step_of(const struct lost_workspace *w)
{
	switch ((enum workspace_loss)w->kind) {
	case LOSS_TORCH: return "the handle comes with a workspace";
	case LOSS_ONCE: return "the workspace is set here, once";
	case LOSS_FREED: return "the handle is given the memory here";
	case LOSS_BEFORE: case LOSS_HELD: break;
	}
	return "the workspace is set here";
}

/* Who captures may be somebody else, if something says that the function can be captured; of a handle made elsewhere it says too little. */
static enum severity grade(const struct rule_run *run, const struct lost_workspace *w)
{
	const struct capture *c = run->capture;
	u32 reached = c->of[w->body->fn];
	struct unfit unfit;
	for (u32 i = 0; i < c->regions.n; i++)
		if (c->regions.at[i].grade == GRADE_CODE && !rule_is_python(run, c->regions.at[i].fn))
			return SEVERITY_WARNING;
	return w->kind != LOSS_ONCE && reached != NONE && !capture_is_unfit(c, reached, w->row, &unfit) && !capture_takes_host(c, reached, HOST_WAITS) ? SEVERITY_WARNING : SEVERITY_NOTE;
}

static void report(const struct rule_run *run, const struct lost_workspace *w)
{
	bool is_freed = w->kind == LOSS_FREED;
	struct site site = site_in(run->program, w->body, w->row), given = site_in(run->program, w->given_body, w->given_row);
	struct finding *f = rule_report(run, grade(run, w), &site, message_of(run, w));
	rule_step(run, f, &given, step_of(w));
	rule_step(run, f, &site, is_freed ? "here the memory is given back" : "here it is set back");
	finding_param(run->findings, f, "form", is_freed ? S("freed") : S("stream"));
	finding_param(run->findings, f, "call", body_row_name(run->program, &w->body->rows[w->row]));
}

/* ---- PyTorch ---- */

/* Frees the workspaces of all handles and streams: captured graphs work in them. */
static bool clears_workspaces(const struct rule_run *run, fn_id fn, const struct row *row)
{
	struct str name = row->op == ROW_CALL && row->name ? unit_text(run->program->functions[fn].unit, row->name) : S("");
	return str_is(name, "_cuda_clearCublasWorkspaces");
}

static void look_at_clear(struct rule_run *run, fn_id fn, const struct body *b, u32 row)
{
	const struct capture *c = run->capture;
	u32 at = c->of[fn];
	bool is_inside = at != NONE && capture_has(&c->reached.at[at], row) && c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE;
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, is_inside ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                is_inside ? "the workspaces of cuBLAS are freed inside the capture: what it has recorded works in them at every replay"
	                                          : "the workspaces of cuBLAS are freed: a graph that was captured before and is replayed after it works in memory that is no longer its own");
	if (is_inside)
		rule_way(run, f, at);
	rule_step(run, f, &site, "here");
	finding_param(run->findings, f, "form", S("cleared"));
}

static void look_at_python(struct rule_run *run)
{
	const struct capture *c = run->capture;
	bool is_captured = captures_in_code(c);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (!is_captured || !run->shows[fn] || !rule_is_python(run, fn) || run->program->files[f->file].is_test)
			continue;
		for (u32 i = 0; i < f->f->row_count; i++) {
			if (!clears_workspaces(run, fn, &f->unit->rows[f->f->first_row + i]))
				continue;
			const struct body *b = capture_body(c, fn);
			for (u32 row = 0; row < b->n; row++)
				if (b->rows[row].row == &f->unit->rows[f->f->first_row + i])
					look_at_clear(run, fn, b, row);
		}
	}
}

void rule_library_workspace(struct rule_run *run)
{
	lost_workspace_list lost = {0};
	find_lost_workspaces(run->capture, run->shows, run->findings->arena, &lost);
	for (u32 i = 0; i < lost.n; i++)
		report(run, &lost.at[i]);
	look_at_python(run);
}
