/* The front is refreshed, and more than that handed on. */
#include "tail.h"

/* x.name[n:] = 0, x.name.zero_() and the like, anywhere in the program: whoever does so keeps its tail clean. */
static bool resets(const struct unit *u, const struct row *row, struct str name)
{
	struct str called = row->op == ROW_CALL ? unit_text(u, row->name) : S("");
	bool is_call = str_is(called, "zero_") || str_is(called, "fill_") || str_is(called, "fill");
	operand o = is_call ? row->a : row->op == ROW_MOVE && row->flags & RF_INPLACE ? row->dst : 0;
	const struct place *place = operand_kind(o) == OPD_PLACE ? &u->places[operand_index(o)] : NULL;
	bool is_named = false, is_tail = is_call;
	for (u32 i = 0; place && i < PLACE_STEPS && place->kinds[i] != STEP_END; i++) {
		struct str step = unit_text(u, place->names[i]);
		is_named = is_named || slice_names(step, name);
		is_tail = is_tail || (place->kinds[i] == STEP_ELEMENT && key_is_slice(step) && !str_starts(step, ":"));
	}
	return is_named && is_tail;
}

bool tail_is_reset_somewhere(const struct rule_run *run, struct str name)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		for (u32 i = 0; i < f->f->row_count && rule_is_python(run, fn); i++)
			if (resets(f->unit, &f->unit->rows[f->f->first_row + i], name))
				return true;
	}
	return false;
}

/* The row hands on the buffer as a whole, or up to a padded size: as a field of an object, or to one that is made. */
static bool hands_on(const struct rule_run *run, const struct body *b, u32 row, const struct filled *f)
{
	const struct body_row *r = &b->rows[row];
	bool is_field = r->op == ROW_MOVE && !(r->flags & RF_INPLACE) && r->dst != NONE && b->cells[r->dst].parent != NONE && !b->cells[r->dst].is_element;
	for (u32 i = 0; i <= r->arg_count; i++) {
		u32 cell = i < r->arg_count ? (r->op == ROW_CALL && tail_only_keeps(run, r) ? b->args[r->first_arg + i] : NONE) : is_field ? r->a : NONE;
		if (cell == NONE)
			continue;
		struct value v = b->cells[cell].parent == NONE ? value_of(capture_values(run->capture, b), row, cell) : (struct value){VALUE_PLACE, NONE, cell};
		struct slice s = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
		bool is_more = s.kind == SLICE_NONE || s.kind == SLICE_WHOLE || (s.kind == SLICE_PREFIX && tail_sounds_padded(s.bound) && !str_eq(s.bound, f->bound));
		if (v.kind == VALUE_PLACE && is_more && s.object != NONE && attribute_of(run->capture, b, row, s.object) == f->buffer)
			return true;
	}
	return false;
}

static void report_whole(struct rule_run *run, const struct body *b, u32 row, u32 use, struct str name, struct str bound)
{
	struct site site = site_in(run->program, b, row), at = site_in(run->program, b, use);
	struct finding *f = rule_report(run, tail_is_foreign(run, b->fn) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' is refreshed up to '%.*s' and handed on whole: behind that it holds what an earlier call left there",
	                                             (int)name.n, name.p, (int)bound.n, bound.p));
	rule_step(run, f, &site, "refreshed here");
	rule_step(run, f, &at, "handed on here");
	finding_param(run->findings, f, "buffer", name);
	finding_param(run->findings, f, "form", S("places"));
}

bool tail_handed_whole(struct rule_run *run, const struct body *b, const struct filled *f)
{
	struct str name = tail_buffer(run, b, f->buffer);
	if (f->is_written_behind || !tail_leads_to_places(name) || !tail_is_of_call(run, b, f->row, f->bound))
		return false;
	for (u32 use = f->row + 1; use < b->n; use++) {
		if (!hands_on(run, b, use, f) || !body_reaches(b, f->row, use))
			continue;
		if (tail_is_reset_somewhere(run, name))
			return false;
		report_whole(run, b, f->row, use, name, f->bound);
		return true;
	}
	return false;
}

void tail_at_whole(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_copy = r->op == ROW_CALL && r->flags & RF_MEMBER && str_is(body_row_name(run->program, r), "copy_");
		struct slice s = slice_of(run->program, b, is_copy ? r->a : NONE);
		if (s.kind != SLICE_PREFIX || !str_starts(s.bound, "len(") || b->cells[s.object].parent != NONE || b->cells[s.object].kind != CELL_LOCAL)
			continue;
		struct value v = value_of(capture_values(run->capture, b), row, s.object);
		if (v.kind != VALUE_PLACE || b->cells[v.cell].is_element || b->cells[v.cell].parent == NONE || !tail_holds_places(body_cell_name(run->program, b, v.cell)))
			continue;
		for (u32 use = row + 1; use < b->n; use++) {
			const struct body_row *u = &b->rows[use];
			bool is_given = u->op == ROW_RETURN && u->a == s.object;
			for (u32 i = 0; i < u->arg_count && u->op == ROW_CALL; i++)
				is_given = is_given || b->args[u->first_arg + i] == s.object;
			if (!is_given)
				continue;
			report_whole(run, b, row, use, body_cell_name(run->program, b, v.cell), s.bound);
			break;
		}
	}
}
