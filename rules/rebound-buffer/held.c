/* Python: an object that the runner holds (`self.cache.grow()`) points its attribute at a new tensor before a replay, and captured code reads it through the
 * holder (`self.cache.k`), which the class of the object itself need not do. */
#include "rebound.h"

enum { MEANINGS = 4, CALLS = 2 };

/* A captured row reads HOLDER.NAME. */
static bool is_read_through(const struct rule_run *run, u32 holder, u32 name, struct site *read)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 i = 0; i < r->body->cell_count && reached_is_code(c, r) && rule_is_python(run, r->fn); i++) {
			const struct cell *cell = &r->body->cells[i];
			if (cell->name != name || cell->is_element || cell->parent == NONE || r->body->cells[cell->parent].name != holder || r->body->cells[cell->parent].is_element)
				continue;
			for (u32 row = 0; row < r->body->n; row++)
				if (capture_has(r, row) && rule_reads(r->body, row, i)) {
					*read = site_in(run->program, r->body, row);
					return true;
				}
		}
	}
	return false;
}

/* The row replays, or calls a method that does. */
static bool replays_at(const struct rule_run *run, const struct body *b, u32 row)
{
	if (is_replay(run->capture, b, row))
		return true;
	const struct call_target *to = &b->rows[row].callee;
	return b->rows[row].op == ROW_CALL && to->n == 1 && rule_is_python(run, to->at[0]) && capture_part(run->capture, to->at[0]) == PART_REPLAY &&
	       has_replay(run->capture, capture_body(run->capture, to->at[0]));
}

static bool comes_to_replay(const struct rule_run *run, const struct body *b, u32 row)
{
	for (u32 replay = row + 1; replay < b->n; replay++)
		if (b->rows[replay].op == ROW_CALL && replays_at(run, b, replay) && body_reaches(b, row, replay))
			return true;
	return false;
}

/* An arm of a branch leads to the row, with no other condition between. */
static bool leads_straight(const struct dominators *d, u32 arm, u32 row)
{
	u32 inner = d->branch[row];
	return arm != NONE && stands_before(d, arm, row) && (inner == NONE || inner == arm || !stands_before(d, arm, inner));
}

/* A branch that leads to the row compares two things: whether the graph still holds, `self.epoch != self.cache.epoch`; `self.graph is None` compares none. */
static bool is_asked_for(const struct rule_run *run, const struct body *b, u32 call, u32 row)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 branch = 0; branch < row; branch++) {
		bool is_straight = b->rows[branch].op == ROW_BRANCH && (leads_straight(d, b->rows[branch].target, row) || leads_straight(d, b->rows[branch].other, row));
		struct value v = is_straight ? asked_value(run->capture, b, branch) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
		/* `if self.cache.grow(n): self.capture()` */
		if (v.kind == VALUE_RESULT && v.row == call)
			return true;
		if (made && made->op == ROW_BINARY && made->sub >= OP_EQ && made->sub <= OP_SPACESHIP)
			return true;
	}
	return false;
}

/* The function does something to its graphs wherever it makes this call: gives them up, or captures anew. `if self.graph is None: self.capture()` does so for
 * the first call alone. */
static bool renews_graphs(const struct rule_run *run, struct below *below, const struct body *b, u32 call)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_beside = d->branch[row] == NONE || stands_before(d, d->branch[row], call) || is_asked_for(run, b, call, row);
		if (row == call || !is_beside || (!body_reaches(b, call, row) && !body_reaches(b, row, call)))
			continue;
		if (r->dst != NONE && r->op != ROW_CALL && says_graph(body_cell_name(run->program, b, r->dst)) && b->cells[r->dst].parent != NONE)
			return true;
		if (r->op != ROW_CALL || replays_at(run, b, row))
			continue;
		below->left = 200;
		bool is_told = says_graph(body_row_name(run->program, r)) || (r->a != NONE && says_graph(body_cell_name(run->program, b, r->a)));
		if (is_told || row_captures(below, r))
			return true;
	}
	return false;
}

static bool is_method_to_look_at(const struct rule_run *run, fn_id fn, const u32 *seen)
{
	return !seen[fn] && run->program->functions[fn].cls && rule_is_python(run, fn) && !capture_runs_in_code(run->capture, fn) && capture_part(run->capture, fn) == PART_NONE;
}

/* The method points attributes of its object at new tensors that captured code reads through the holder, or a method of the object that it calls does. */
static void look_at_method(struct rule_run *run, struct below *below, const struct body *b, u32 call, fn_id method, u32 depth, u32 *seen)
{
	const struct body *m = capture_body(run->capture, method);
	for (u32 row = 0; row < m->n && depth < CALLS; row++) {
		const struct body_row *r = &m->rows[row];
		fn_id to = r->op == ROW_CALL && r->flags & RF_MEMBER && r->a != NONE && m->cells[r->a].param == 0 && r->callee.n == 1 && r->callee.is_complete ? r->callee.at[0] : NONE;
		if (to != NONE && to != method && is_method_to_look_at(run, to, seen))
			look_at_method(run, below, b, call, to, depth + 1, seen);
	}
	bool is_asked = false, told = false;
	for (u32 row = 0; row < m->n && run->shows[method] && !seen[method]; row++) {
		struct field_write field;
		struct site read;
		if (!field_write_at(m, row, &field) || m->cells[field.holder].param != 0 || tensor_fresh(run->capture, m, NONE, row, m->rows[row].a) != FRESH_YES ||
		    !is_read_through(run, b->cells[b->rows[call].a].name, field.name, &read))
			continue;
		if (!is_asked && renews_graphs(run, below, b, call))
			return;
		is_asked = true;
		told = true;
		struct site site = site_in(run->program, m, row), at = site_in(run->program, b, call);
		struct str name = intern_get(&run->program->names, field.name), holder = body_cell_name(run->program, b, b->rows[call].a);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at a new tensor before a replay, and '%.*s.%.*s' is what was captured: the graph keeps reading the old one",
		                                             (int)name.n, name.p, (int)holder.n, holder.p, (int)name.n, name.p));
		rule_step(run, f, &read, "read here, in the capture");
		rule_step(run, f, &at, "called here, before a replay");
		finding_param(run->findings, f, "field", name);
	}
	seen[method] |= told;
}

static void look_at_caller(struct rule_run *run, struct below *below, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		bool is_method = r->op == ROW_CALL && r->flags & RF_MEMBER && r->a != NONE && b->cells[r->a].name && b->cells[r->a].param != 0 && !b->cells[r->a].is_element;
		if (!is_method || capture_has_in_code(run->capture, b, row) || !r->callee.n || r->callee.n > MEANINGS || !r->callee.is_complete || !comes_to_replay(run, b, row))
			continue;
		for (u32 i = 0; i < r->callee.n; i++) {
			fn_id method = r->callee.at[i];
			if (run->program->functions[method].cls && !capture_runs_in_code(run->capture, method) && capture_part(run->capture, method) == PART_NONE)
				look_at_method(run, below, b, row, method, 0, seen);
		}
	}
}

static u32 name_id(const struct rule_run *run, const struct unit *u, u32 name) { return intern_find(&run->program->names, unit_text(u, name)); }

/* Cheap, an upper bound: the function calls something by the name of a function that replays. */
static bool may_replay(const struct rule_run *run, const struct fn *f, const struct idmap *replaying)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		u32 id = row->op == ROW_CALL ? name_id(run, f->unit, row->name) : NONE;
		if (id != NONE && idmap_get(replaying, id) != NONE)
			return true;
	}
	return false;
}

void rebound_by_holder(struct rule_run *run)
{
	const struct program *p = run->program;
	struct arena scratch = {0};
	struct idmap replaying = {0};
	struct below below;
	bool any = false;
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		if (!rule_is_python(run, fn) || program_is_test(p, fn) || capture_part(run->capture, fn) != PART_REPLAY || !has_replay(run->capture, capture_body(run->capture, fn)))
			continue;
		u32 own = name_id(run, f->unit, f->f->name), replay = intern_find(&p->names, S("replay"));
		if (own != NONE)
			idmap_put(&scratch, &replaying, own, 0);
		if (replay != NONE)
			idmap_put(&scratch, &replaying, replay, 0);
		any = true;
	}
	u32 *seen = arena_array(&scratch, u32, p->function_count + 1);
	if (any)
		below_open(&below, run->capture, &scratch, 4, true);
	for (fn_id fn = 0; fn < p->function_count && any; fn++)
		if (rule_is_python(run, fn) && !program_is_test(p, fn) && may_replay(run, &p->functions[fn], &replaying))
			look_at_caller(run, &below, fn, seen);
	arena_release(&scratch);
}
