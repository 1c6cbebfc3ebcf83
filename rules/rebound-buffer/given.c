/* Python: the input that the graph reads is pointed at the caller's tensor before a replay: `self.x = x`, `self.x.data = x`, `self.x.set_(x)`. */
#include "rebound.h"

/* A captured row of a method of the class takes self.NAME: gives it to a call as it is, or computes with it. */
static bool is_taken_in_capture(const struct rule_run *run, fn_id of, u32 name, struct site *site)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!reached_is_of_class(c, r, of) || r->fn == of)
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++)
			for (u32 row = 0; row < r->body->n && r->body->cells[i].name == name && cell_is_own(r->body, i); row++) {
				const struct body_row *at_row = &r->body->rows[row];
				bool is_taken = at_row->op == ROW_CALL && (row_is_given(r->body, at_row, i) || (at_row->a == i && torch_at(c, r->body, NONE, row)));
				if (!capture_has(r, row) || !is_taken)
					continue;
				*site = site_in(run->program, r->body, row);
				return true;
			}
	}
	return false;
}

/* The attribute whose memory the row replaces by something that the caller gave; NONE. */
static u32 pointed_at_given(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	const struct fn *fn = &run->program->functions[b->fn];
	bool is_set = r->op == ROW_CALL && r->flags & RF_MEMBER && r->arg_count && str_is(body_row_name(run->program, r), "set_");
	bool is_move = r->op == ROW_MOVE && r->sub == OP_NONE && !(r->flags & RF_INPLACE) && r->dst != NONE && r->a != NONE;
	u32 from = is_set ? b->args[r->first_arg] : is_move ? r->a : NONE, to = is_set ? r->a : is_move ? r->dst : NONE;
	struct value v = value_of(capture_values(run->capture, b), row, from);
	u32 param = from != NONE && v.kind == VALUE_PARAM && b->cells[v.cell].parent == NONE ? b->cells[v.cell].param : NONE;
	if (to == NONE || param == NONE || !param || param >= fn->f->param_count)
		return NONE;
	struct str type = unit_text(fn->unit, fn->unit->vars[fn->f->first_var + param].type);
	if (type.n && !str_has(type, "Tensor"))
		return NONE;
	bool is_data = is_move && str_is(body_cell_name(run->program, b, to), "data") && b->cells[to].parent != NONE;
	to = is_data ? b->cells[to].parent : to;
	return cell_is_own(b, to) ? to : NONE;
}

void rebound_given(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = pointed_at_given(run, b, row), replay = row + 1;
		while (cell != NONE && replay < b->n && !(is_replay(run->capture, b, replay) && body_reaches(b, row, replay)))
			replay++;
		struct site taken, site = site_in(run->program, b, row);
		if (cell == NONE || replay >= b->n || !is_taken_in_capture(run, fn, b->cells[cell].name, &taken))
			continue;
		struct str field = body_cell_name(run->program, b, cell);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at the caller's tensor before a replay: the graph keeps reading the one that it captured; copy into it",
		                                             (int)field.n, field.p));
		rule_step(run, f, &taken, "captured here");
		finding_param(run->findings, f, "field", field);
	}
}

/* A captured row is given the variable as it is. */
static bool is_given_to_capture(const struct reached *r, u32 cell)
{
	for (u32 row = 0; row < r->body->n; row++)
		if (r->body->rows[row].op == ROW_CALL && capture_has(r, row) && row_is_given(r->body, &r->body->rows[row], cell))
			return true;
	return false;
}

/* Nobody but the capture reads the variable behind the row: so it was for the graph. */
static bool is_for_graph(const struct rule_run *run, const struct reached *r, u32 write, u32 cell)
{
	bool replays = false;
	for (u32 row = 0; row < r->body->n; row++) {
		if (!body_reaches(r->body, write, row))
			continue;
		if (r->state[row] & ROW_IS_CAPTURED || (rule_reads(r->body, row, cell) && row != write))
			return false;
		replays = replays || is_replay(run->capture, r->body, row);
	}
	return replays;
}

void rebound_local(struct rule_run *run, fn_id fn)
{
	u32 at = run->capture->of[fn];
	const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
	if (!r || !reached_is_code(run->capture, r) || r->from != NONE)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *w = &r->body->rows[row];
		bool is_move = w->op == ROW_MOVE && !(w->flags & (RF_INPLACE | RF_INITIALISER)) && w->dst != NONE && w->a != NONE;
		if (!is_move || r->body->cells[w->dst].kind != CELL_LOCAL || r->body->cells[w->dst].parent != NONE || !r->body->cells[w->dst].name || r->body->cells[w->a].kind == CELL_ZERO ||
		    !is_given_to_capture(r, w->dst) || !is_for_graph(run, r, row, w->dst))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, w->dst);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is another tensor from here on, and only the graph has read it, which keeps reading the one that it captured: copy into it before the replay",
		                                             (int)name.n, name.p));
		finding_param(run->findings, f, "field", name);
	}
}
