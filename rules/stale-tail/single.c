/* One graph for all sizes: `self.slots[:n].copy_(slots); self.graph.replay()` where the capture took self.slots as a whole, and nobody resets what is behind. */
#include "tail.h"

/* The row replays the one graph that the object has: no element of a container. */
static bool replays_single(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 of = b->rows[row].a;
	return is_replay(run->capture, b, row) && cell_is_own(b, of) && says_graph(body_cell_name(run->program, b, of));
}

/* Captured code of the class is given self.NAME as it is; where. */
static bool is_taken_whole(const struct rule_run *run, fn_id of, struct str name, struct site *site)
{
	const struct fn *cls = &run->program->functions[of];
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		const struct fn *f = &run->program->functions[r->fn];
		if (!reached_is_code(run->capture, r) || f->cls != cls->cls || f->file != cls->file)
			continue;
		for (u32 row = 0; row < r->body->n; row++) {
			const struct body_row *at_row = &r->body->rows[row];
			for (u32 i = 0; i < at_row->arg_count && at_row->op == ROW_CALL && capture_has(r, row); i++) {
				u32 cell = r->body->args[at_row->first_arg + i];
				if (!cell_is_own(r->body, cell) || !str_eq(body_cell_name(run->program, r->body, cell), name))
					continue;
				*site = site_in(run->program, r->body, row);
				return true;
			}
		}
	}
	return false;
}

bool tail_of_single(struct rule_run *run, const struct body *b, const struct filled *f)
{
	struct str name = tail_buffer(run, b, f->buffer);
	struct site taken;
	u32 replay = NONE;
	if (!cell_is_own(b, f->buffer) || f->is_written_behind || !tail_leads_to_places(name))
		return false;
	for (u32 row = f->row + 1; row < b->n && replay == NONE; row++)
		if (replays_single(run, b, row) && body_reaches(b, f->row, row))
			replay = row;
	if (replay == NONE || !is_taken_whole(run, b->fn, name, &taken) || tail_is_reset_somewhere(run, name))
		return false;
	struct site site = site_in(run->program, b, f->row), at = site_in(run->program, b, replay);
	struct finding *found = rule_report(run, tail_is_foreign(run, b->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                    arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s', and the one graph works on all of it: behind that it holds what an earlier replay left there",
	                                                 (int)name.n, name.p, (int)f->bound.n, f->bound.p));
	rule_step(run, found, &taken, "captured as a whole here");
	rule_step(run, found, &at, "replayed here");
	finding_param(run->findings, found, "buffer", name);
	finding_param(run->findings, found, "form", S("places"));
	return true;
}
