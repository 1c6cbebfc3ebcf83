/* Python: `self.max_len = max(lens)` before a replay, where a captured method of the class reads self.max_len: the graph has the number of the capture. */
#include "frozen.h"

/* A captured row of a method of the class reads self.NAME; the method does not set it itself. */
static bool is_read_in_capture(const struct rule_run *run, fn_id of, u32 name, struct site *site, u32 *reached)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!reached_is_of_class(c, r, of) || r->fn == of)
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++) {
			if (r->body->cells[i].name != name || !cell_is_own(r->body, i) || r->body->cells[i].first_write != NONE)
				continue;
			for (u32 row = 0; row < r->body->n; row++) {
				const struct body_row *at_row = &r->body->rows[row];
				bool is_asked = at_row->op == ROW_BINARY && (at_row->sub == OP_IS || at_row->sub == OP_IS_NOT);
				if (is_asked || !capture_has(r, row) || !rule_reads(r->body, row, i))
					continue;
				*site = site_in(run->program, r->body, row);
				*reached = at;
				return true;
			}
		}
	}
	return false;
}

/* `self.graphs[self.rows]`: the key of the operand's last index is x.NAME. */
static bool is_keyed_by(const struct unit *u, operand o, struct str name)
{
	operand key = operand_kind(o) == OPD_PLACE ? u->places[operand_index(o)].key : OPERAND(OPD_NONE, 0);
	const struct place *place = operand_kind(key) == OPD_PLACE ? &u->places[operand_index(key)] : NULL;
	for (u32 i = 0; place && i < PLACE_STEPS && place->kinds[i] != STEP_END; i++)
		if (place->kinds[i] == STEP_FIELD && str_eq(unit_text(u, place->names[i]), name))
			return true;
	return false;
}

/* It is read here as well: to choose the graph, perhaps. */
static bool is_read_here(const struct rule_run *run, const struct body *b, u32 name)
{
	struct str field = intern_get(&run->program->names, name);
	for (u32 row = 0; row < b->n; row++) {
		const struct unit *u = run->program->functions[b->rows[row].fn].unit;
		const struct row *r = b->rows[row].row;
		if (r && (is_keyed_by(u, r->a, field) || is_keyed_by(u, r->b, field)))
			return true;
	}
	for (u32 i = 0; i < b->cell_count; i++)
		for (u32 row = 0; row < b->n && b->cells[i].name == name && b->cells[i].parent != NONE; row++)
			if (rule_reads(b, row, i))
				return true;
	return false;
}

static void look_at(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		struct site read;
		u32 reached;
		bool is_own = field_write_at(b, row, &w) && b->cells[w.holder].param == 0 && b->cells[w.holder].parent == NONE;
		if (!is_own || !frozen_is_of_data(run, b, row, b->rows[row].a) || is_set_for_capture(run->capture, fn, w.name) || is_read_here(run, b, w.name) ||
		    !is_read_in_capture(run, fn, w.name, &read, &reached))
			continue;
		struct site site = site_in(run->program, b, row);
		struct str name = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is set from this call's data before a replay, and captured code has read it as a number: the graph goes on with that of the capture",
		                                             (int)name.n, name.p));
		rule_way(run, f, reached);
		rule_step(run, f, &read, "read here, while captured");
		finding_param(run->findings, f, "form", S("argument"));
	}
}

void frozen_attribute(struct rule_run *run, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	if (run->shows[fn] && run->program->functions[fn].cls && !seen[fn]++)
		look_at(run, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct call_target *to = &b->rows[row].callee;
		fn_id called = b->rows[row].op == ROW_CALL && to->n == 1 && to->is_complete ? to->at[0] : NONE;
		bool is_own = called != NONE && run->shows[called] && rule_is_python(run, called) && run->program->functions[called].cls == run->program->functions[fn].cls &&
		              run->program->functions[fn].cls && capture_part(run->capture, called) == PART_NONE;
		if (is_own && !seen[called] && leads_to_replay(run->capture, b, row) && !seen[called]++)
			look_at(run, called);
	}
}
