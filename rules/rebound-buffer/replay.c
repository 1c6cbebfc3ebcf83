/* Python: a name of the captured state is bound to a new tensor where a replay follows, by the function that replays or by a method that it calls before. */
#include "rebound.h"

/* Some captured row of a method of the class reads self.name. */
static bool is_read_in_capture(const struct rule_run *run, u32 file, u32 cls, u32 name)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!reached_is_code(c, r) || run->program->functions[r->fn].cls != cls || run->program->functions[r->fn].file != file)
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++) {
			const struct cell *cell = &r->body->cells[i];
			if (cell->name != name || cell->parent == NONE || r->body->cells[cell->parent].param != 0)
				continue;
			for (u32 row = 0; row < r->body->n; row++)
				if (capture_has(r, row) && rule_reads(r->body, row, i))
					return true;
		}
	}
	return false;
}

static bool is_read_by_own(const struct rule_run *run, fn_id fn, u32 name)
{
	const struct fn *f = &run->program->functions[fn];
	return f->cls && is_read_in_capture(run, f->file, f->cls, name);
}

/* The object is of another class, wherever that is written, whose captured methods read the field. */
static bool is_read_by_holder(const struct rule_run *run, const struct body *b, u32 row, u32 name)
{
	struct python_class of[PYTHON_HOLDERS];
	u32 n = python_holder(run->capture->program, b->rows[row].fn, b->rows[row].row->dst, of);
	for (u32 i = 0; i < n; i++)
		if (is_read_in_capture(run, of[i].file, of[i].cls, name))
			return true;
	return false;
}

static void report_python(struct rule_run *run, const struct body *b, u32 row, u32 name, const char *what, enum fresh fresh)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, row);
	struct str field = intern_get(&run->program->names, name);
	const char *when = fresh == FRESH_MAYBE ? ", unless its type and layout are right already" : "";
	struct finding *f = rule_report(run, fresh == FRESH_YES ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' is pointed at a new %s before a replay%s: the graph keeps reading the one that it captured",
	                                             (int)field.n, field.p, what, when));
	finding_param(run->findings, f, "field", field);
}

/* if self.is_captured: raise: who comes too late is told so. An arm that goes on, as where only some sizes are refused, is none. */
static bool refuses_when_captured(const struct rule_run *run, const struct body *b)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_BRANCH && r->target != NONE && r->other != NONE ? body_cell_name(run->program, b, r->a) : S("");
		if (!str_has(name, "captured") || str_has(name, "uncaptured") || r->target == r->other || body_reaches(b, r->target, r->other))
			continue;
		for (u32 i = 0; i < b->n; i++)
			if (b->rows[i].op == ROW_THROW && edge_stands_before(d, row, r->target, i))
				return true;
	}
	return false;
}

void rebound_at_replay(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	if (refuses_when_captured(run, b))
		return;
	for (u32 row = 0; row < b->n; row++) {
		struct field_write field;
		if (!field_write_at(b, row, &field) || !is_kept_object(run->capture, b, row, field.holder))
			continue;
		enum fresh fresh = tensor_fresh(run->capture, b, NONE, row, b->rows[row].a);
		if (fresh == FRESH_NO)
			continue;
		bool is_self = b->cells[field.holder].param == 0;
		if (!is_set_for_capture(run->capture, fn, field.name) &&
		    !(is_self ? is_read_by_own(run, fn, field.name) : is_read_by_holder(run, b, row, field.name)))
			continue;
		report_python(run, b, row, field.name, "tensor", fresh);
	}
}

/* A method that is called before a replay, and does not run in a capture itself: what it makes anew the graph does not see. */
static void look_at_prepared(struct rule_run *run, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	if (seen[fn]++ || capture_runs_in_code(run->capture, fn) || capture_part(run->capture, fn) != PART_NONE)
		return;
	for (u32 row = 0; row < b->n; row++) {
		struct field_write field;
		if (!field_write_at(b, row, &field) || b->cells[field.holder].param != 0 || !run->program->functions[fn].cls)
			continue;
		enum fresh fresh = tensor_fresh(run->capture, b, NONE, row, b->rows[row].a);
		bool is_object = fresh != FRESH_YES && rebound_makes_object(run, b, row);
		if ((fresh == FRESH_YES || is_object) && is_read_by_own(run, fn, field.name))
			report_python(run, b, row, field.name, is_object ? "object with tensors of its own" : "tensor", FRESH_YES);
	}
}

void rebound_before_replay(struct rule_run *run, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct call_target *to = &b->rows[row].callee;
		bool is_known = b->rows[row].op == ROW_CALL && to->n && to->n <= TARGETS && to->is_complete;
		for (u32 i = 0; is_known && i < to->n; i++)
			if (run->shows[to->at[i]] && !seen[to->at[i]] && run->program->functions[to->at[i]].cls && leads_to_replay(run->capture, b, row))
				look_at_prepared(run, to->at[i], seen);
	}
}
