/* One graph for all sizes: `self.slots[:n].copy_(slots); self.graph.replay()` where the capture took self.slots as a whole, and nobody resets what is behind. Or a graph for each
 * padded size, which is looked up from the live one: `padded = self.sizes[bisect(self.sizes, n)]`; `self.graphs[padded].replay()`. */
#include "tail.h"

/* The row replays the one graph that the object has: no element of a container. */
static bool replays_single(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 of = b->rows[row].a;
	return is_replay(run->capture, b, row) && cell_is_own(b, of) && says_graph(body_cell_name(run->program, b, of));
}

/* The variable is looked up or rounded up: an element of what is kept, or the answer of a call. */
static bool is_looked_up(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value values[VALUES];
	u32 n = values_of(capture_values(run->capture, b), row, cell, values);
	for (u32 i = 0; i < n; i++) {
		const struct body_row *made = values[i].kind == VALUE_RESULT ? &b->rows[values[i].row] : NULL;
		bool is_element = values[i].kind == VALUE_PLACE && values[i].cell != NONE && b->cells[values[i].cell].is_element;
		bool is_call = made && made->op == ROW_CALL && !str_is(body_row_name(run->program, made), "len") && !str_is(body_row_name(run->program, made), "size");
		if (!is_element && !is_call)
			return false;
	}
	return n;
}

/* self.graphs[padded].replay(), where padded is looked up and is not the bound. */
static bool replays_padded(const struct rule_run *run, const struct body *b, u32 row, struct str bound)
{
	u32 of = b->rows[row].a;
	if (!is_replay(run->capture, b, row) || of == NONE || !b->cells[of].is_element || !cell_is_own(b, b->cells[of].parent) || !says_graph(body_cell_name(run->program, b, b->cells[of].parent)))
		return false;
	struct str key = body_cell_name(run->program, b, of);
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].kind == CELL_LOCAL && b->cells[i].parent == NONE && b->cells[i].param == NONE && b->cells[i].name && str_eq(body_cell_name(run->program, b, i), key))
			return !slice_names(bound, key) && is_looked_up(run, b, row, i);
	return false;
}

/* self.NAME or self.held.NAME */
static bool is_of_object(const struct body *b, u32 cell)
{
	for (u32 depth = 0; cell != NONE && depth < 2 && !b->cells[cell].is_element; depth++, cell = b->cells[cell].parent)
		if (cell_is_own(b, cell))
			return true;
	return false;
}

/* Captured code of the class is given self.NAME as it is, or as much of it as the size of the capture says; where. */
static bool is_taken_whole(const struct rule_run *run, fn_id of, struct str name, bool or_slice, struct site *site)
{
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		const struct reached *r = &run->capture->reached.at[at];
		if (!reached_is_of_class(run->capture, r, of))
			continue;
		for (u32 row = 0; row < r->body->n; row++) {
			const struct body_row *at_row = &r->body->rows[row];
			for (u32 i = 0; i < at_row->arg_count && at_row->op == ROW_CALL && capture_has(r, row); i++) {
				u32 cell = r->body->args[at_row->first_arg + i];
				if (cell != NONE && or_slice)
					cell = slice_of(run->program, r->body, cell).object;
				if (!(or_slice ? is_of_object(r->body, cell) : cell_is_own(r->body, cell)) || !str_eq(body_cell_name(run->program, r->body, cell), name))
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
	bool is_padded = false;
	if (!is_of_object(b, f->buffer) || f->is_written_behind || !tail_leads_to_places(name))
		return false;
	for (u32 row = f->row + 1; row < b->n && replay == NONE; row++)
		if (body_reaches(b, f->row, row) && ((replays_single(run, b, row) && cell_is_own(b, f->buffer)) || (is_padded = replays_padded(run, b, row, f->bound))))
			replay = row;
	if (replay == NONE || !is_taken_whole(run, b->fn, name, is_padded, &taken) || tail_is_reset_somewhere(run, name))
		return false;
	struct site site = site_in(run->program, b, f->row), at = site_in(run->program, b, replay);
	struct finding *found = rule_report(run, tail_is_foreign(run, b->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                    arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s', and the %s: behind that it holds what an earlier replay left there", (int)name.n, name.p,
	                                                 (int)f->bound.n, f->bound.p, is_padded ? "graph that is replayed works on a padded size" : "one graph works on all of it"));
	rule_step(run, found, &taken, is_padded ? "captured here" : "captured as a whole here");
	rule_step(run, found, &at, "replayed here");
	finding_param(run->findings, found, "buffer", name);
	finding_param(run->findings, found, "form", S("places"));
	return true;
}
