/* Python: two buffers that captured code swaps an odd number of times: the names change sides, the addresses in the graph don't. */
#include "rebound.h"

/* A row copies the one into the other, or one of them is filled as a whole before: the graph begins with what it has itself put there. Which of the two is read first
 * is not asked, so a graph that clears its other side is let off as well. */
static bool is_carried_over(const struct rule_run *run, const struct reached *r, const struct swap *s)
{
	static const char *const copies[] = {"assign", "copy_", "copy", "copy_from", "load_from", "fill_", "zero_", "set"};
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *at = &r->body->rows[row];
		if (at->op != ROW_CALL || !str_is_any(body_row_name(run->program, at), copies, COUNT(copies)))
			continue;
		bool is_a = rule_reads(r->body, row, s->a), is_b = rule_reads(r->body, row, s->b);
		u32 to = at->flags & RF_MEMBER && at->a != NONE && r->body->cells[at->a].parent != NONE ? at->a : at->arg_count ? r->body->args[at->first_arg] : NONE;
		bool is_filled = row < s->row && to != NONE && (to == s->a || to == s->b);
		if ((is_a && is_b) || is_filled)
			return true;
	}
	return false;
}

/* The host changes sides of its own somewhere else in the class. */
static bool is_swapped_elsewhere(const struct rule_run *run, const struct reached *r, const struct swap *s)
{
	const struct fn *of = &run->program->functions[r->fn];
	struct str name = body_cell_name(run->program, r->body, s->a);
	for (u32 i = 0; i < of->unit->n_functions; i++) {
		fn_id fn = program_fn(run->program, of->file, i);
		const struct fn *other = &run->program->functions[fn];
		if (fn == r->fn || other->cls != of->cls || str_ends(unit_text(other->unit, other->f->name), "__init__"))
			continue;
		const struct body *b = capture_body(run->capture, fn);
		struct field_write w;
		for (u32 row = 0; row < b->n; row++)
			if (field_write_at(b, row, &w) && b->cells[w.holder].param == 0 && b->rows[row].a != NONE && str_eq(intern_get(&run->program->names, w.name), name) &&
			    b->cells[b->rows[row].a].parent != NONE)
				return true;
	}
	return false;
}

void rebound_by_swap(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	if (!reached_is_code(c, r) || !run->program->functions[r->fn].cls)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		struct swap s;
		if (r->body->rows[row].op != ROW_MOVE || !odd_swap_at(c, at, row, &s) || is_carried_over(run, r, &s) || is_swapped_elsewhere(run, r, &s))
			continue;
		u32 use = NONE;
		for (u32 i = 0; i < row && use == NONE; i++) {
			const struct body_row *at_use = &r->body->rows[i];
			/* Four rows are the swap itself. */
			bool is_listed = at_use->op == ROW_MOVE && at_use->flags & RF_INITIALISER && i + 4 < row;
			use = (at_use->op == ROW_CALL || is_listed) && (rule_reads(r->body, i, s.a) || rule_reads(r->body, i, s.b)) ? i : NONE;
		}
		if (use == NONE)
			continue;
		struct site site = site_in(run->program, r->body, row), used = site_in(run->program, r->body, use);
		struct str a = body_cell_name(run->program, r->body, s.b), b = body_cell_name(run->program, r->body, s.a);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' and '%.*s' change sides an odd number of times %s: the graph's addresses do not, so each replay begins again with the one that the "
		                                             "capture began with, and not with what the last replay has left in the other", (int)a.n, a.p, (int)b.n, b.p, rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &used, "used here, while captured");
		finding_param(run->findings, f, "field", a);
	}
}
