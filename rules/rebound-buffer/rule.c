/* A graph keeps the addresses that it captured. Whoever points a name of the captured state at new memory afterwards changes nothing for
 * the graph, which goes on reading the old. */
#include "rule.h"

static const char *const sizes[] = {"size", "numel", "nelement", "len"};

/* ---- Python ---- */

/* Some captured row of a method of the class reads self.name. */
static bool is_read_in_capture(const struct rule_run *run, u32 file, u32 cls, u32 name)
{
	const struct capture *c = run->capture;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (c->regions.at[r->region].grade != GRADE_CODE || run->program->functions[r->fn].cls != cls || run->program->functions[r->fn].file != file)
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

static void report_python(struct rule_run *run, const struct body *b, u32 row, u32 name, enum fresh fresh)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, row);
	struct str field = intern_get(&run->program->names, name);
	const char *when = fresh == FRESH_MAYBE ? ", unless its type and layout are right already" : "";
	struct finding *f = rule_report(run, fresh == FRESH_YES ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' is pointed at a new tensor before a replay%s: the graph keeps reading the one that it captured",
	                                             (int)field.n, field.p, when));
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

static void look_at_replay(struct rule_run *run, fn_id fn)
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
		report_python(run, b, row, field.name, fresh);
	}
}

/* A method that is called before a replay, and does not run in a capture itself: what it makes anew the graph does not see. */
static void look_at_prepared(struct rule_run *run, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	u32 at = run->capture->of[fn];
	bool is_captured = at != NONE && run->capture->regions.at[run->capture->reached.at[at].region].grade == GRADE_CODE;
	if (seen[fn]++ || is_captured || capture_part(run->capture, fn) != PART_NONE)
		return;
	for (u32 row = 0; row < b->n; row++) {
		struct field_write field;
		if (!field_write_at(b, row, &field) || b->cells[field.holder].param != 0 || !run->program->functions[fn].cls)
			continue;
		enum fresh fresh = tensor_fresh(run->capture, b, NONE, row, b->rows[row].a);
		if (fresh == FRESH_YES && is_read_by_own(run, fn, field.name))
			report_python(run, b, row, field.name, fresh);
	}
}

static bool leads_to_replay(const struct rule_run *run, const struct body *b, u32 row)
{
	for (u32 replay = row + 1; replay < b->n; replay++)
		if (is_replay(run->capture, b, replay) && body_reaches(b, row, replay))
			return true;
	return false;
}

static void look_at_calls(struct rule_run *run, fn_id fn, u32 *seen)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct call_target *to = &b->rows[row].callee;
		bool is_known = b->rows[row].op == ROW_CALL && to->n && to->n <= TARGETS && to->is_complete;
		for (u32 i = 0; is_known && i < to->n; i++)
			if (run->shows[to->at[i]] && !seen[to->at[i]] && run->program->functions[to->at[i]].cls && leads_to_replay(run, b, row))
				look_at_prepared(run, to->at[i], seen);
	}
}

/* ---- sizes ---- */

/* The cell is a part of self.name, or the size of one: self.name.shape[0], self.name[0].size(0), len(self.name). */
static bool measures(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 name)
{
	for (u32 depth = 0; depth < 4 && cell != NONE; depth++) {
		for (u32 up = cell; up != NONE; up = b->cells[up].parent)
			if (b->cells[up].name == name && b->cells[up].parent != NONE && b->cells[b->cells[up].parent].param == 0)
				return true;
		struct value v = value_of(capture_values(run->capture, b), row, cell);
		if (v.kind == VALUE_PLACE && v.cell != cell) {
			cell = v.cell;
			continue;
		}
		const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
		struct str called = made ? body_row_name(run->program, made) : S("");
		if (!str_is_any(called, sizes, COUNT(sizes)))
			return false;
		row = v.row;
		cell = made->flags & RF_MEMBER ? made->a : made->arg_count ? b->args[made->first_arg] : NONE;
	}
	return false;
}

/* `if self.name.size(0) < n:` stands before the row. */
static bool is_too_small_before(const struct rule_run *run, const struct body *b, u32 row, u32 name)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 asked = 0;
	for (u32 to = d->branch[row]; to != NONE && asked < 32; to = next_branch(d, to), asked++) {
		u32 branch = d->entry[to];
		/* `len(x) == n` as well: it is full. */
		struct value v = b->rows[branch].op == ROW_BRANCH && b->rows[branch].a != NONE ? value_of(capture_values(run->capture, b), branch, b->rows[branch].a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
		bool is_order = made && made->op == ROW_BINARY && (made->sub == OP_LT || made->sub == OP_GT || made->sub == OP_LE || made->sub == OP_GE || made->sub == OP_EQ || made->sub == OP_NE);
		if (is_order && (measures(run, b, v.row, made->a, name) || measures(run, b, v.row, made->b, name)))
			return true;
	}
	return false;
}

/* ---- state that captured code hands to the next replay ---- */

/* `x is None`, `x.numel() < n`, `x.dtype != y.dtype`: asks whether it will do, and reads nothing that a replay would. */
static bool only_asks(const struct rule_run *run, const struct body *b, u32 row)
{
	static const char *const calls[] = {"dim", "stride", "is_contiguous", "element_size"};
	static const char *const fields[] = {"dtype", "device", "shape", "ndim", "is_cuda"};
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_CALL)
		return str_is_any(body_row_name(run->program, r), sizes, COUNT(sizes)) || str_is_any(body_row_name(run->program, r), calls, COUNT(calls));
	if (r->sub == OP_IS || r->sub == OP_IS_NOT)
		return true;
	return str_is_any(body_cell_name(run->program, b, r->a), fields, COUNT(fields)) || str_is_any(body_cell_name(run->program, b, r->b), fields, COUNT(fields));
}

/* The captured row that reads self.name before the one that binds it anew, on every way to it; NONE. */
static u32 read_before(const struct rule_run *run, const struct reached *r, u32 write, u32 cell)
{
	const struct dominators *d = capture_dominators(run->capture, r->body, false);
	struct value v = r->body->rows[write].a == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(run->capture, r->body), write, r->body->rows[write].a);
	u32 made = v.kind == VALUE_RESULT || v.kind == VALUE_OPERATION ? v.row : NONE;
	for (u32 row = 0; row < write; row++) {
		const struct body_row *at = &r->body->rows[row];
		bool is_operation = (at->op == ROW_CALL || at->op == ROW_BINARY || at->op == ROW_UNARY) && !only_asks(run, r->body, row);
		if (at->dst == cell && at->op == ROW_MOVE)
			return NONE; /* made here first */
		if (is_operation && capture_has(r, row) && rule_reads(r->body, row, cell) && (row == made || stands_before(d, row, write)) &&
		    (torch_at(run->capture, r->body, NONE, row) || at->op != ROW_CALL || str_is(body_row_name(run->program, at), "data_ptr")))
			return row;
	}
	return NONE;
}

/* Another captured method of the class gives it a new tensor without reading it, so each replay begins with one of its own. */
static bool is_begun_in_capture(const struct rule_run *run, u32 write_at, u32 write, u32 name)
{
	const struct capture *c = run->capture;
	const struct fn *of = &run->program->functions[c->reached.at[write_at].fn];
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		const struct fn *fn = &run->program->functions[r->fn];
		if (fn->cls != of->cls || fn->file != of->file)
			continue;
		struct field_write w;
		for (u32 row = 0; row < r->body->n; row++)
			if (!(at == write_at && row == write) && capture_has(r, row) && field_write_at(r->body, row, &w) && w.name == name && r->body->cells[w.holder].param == 0 &&
			    read_before(run, r, row, r->body->rows[row].dst) == NONE)
				return true;
	}
	return false;
}

/* Some method that is not captured makes the tensor. */
static bool is_made_outside(const struct rule_run *run, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(run->capture, b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		const struct body *made = writes[i].fn == b->fn || writes[i].row == NONE ? NULL : capture_body(run->capture, writes[i].fn);
		u32 at = run->capture->of[writes[i].fn];
		bool is_captured = at != NONE && run->capture->regions.at[run->capture->reached.at[at].region].grade == GRADE_CODE &&
		                   writes[i].row != NONE && capture_has(&run->capture->reached.at[at], writes[i].row);
		if (made && !is_captured && made->rows[writes[i].row].a != NONE && tensor_fresh(run->capture, made, NONE, writes[i].row, made->rows[writes[i].row].a) != FRESH_NO)
			return true;
	}
	return false;
}

static void look_at_state(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	if (c->regions.at[r->region].grade != GRADE_CODE || !run->program->functions[r->fn].cls)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		struct field_write w;
		struct str held;
		if (!capture_has(r, row) || !field_write_at(r->body, row, &w) || r->body->cells[w.holder].param != 0)
			continue;
		u32 cell = r->body->rows[row].dst, read = NONE;
		if (tensor_fresh(c, r->body, at, row, r->body->rows[row].a) != FRESH_YES || (read = read_before(run, r, row, cell)) == NONE ||
		    is_first_use(c, r->body, row, &held) || is_too_small_before(run, r->body, row, w.name) || !is_made_outside(run, r->body, cell) || is_begun_in_capture(run, at, row, w.name))
			continue;
		struct site site = site_in(run->program, r->body, row), use = site_in(run->program, r->body, read);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at a new tensor %s, where what it held is read before: every replay reads the old one again, so nothing is "
		                                             "handed to the next", (int)field.n, field.p, rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &use, "read here, while captured");
		finding_param(run->findings, f, "field", field);
	}
}

/* ---- buffers that captured code swaps an odd number of times ---- */

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

static void look_at_swaps(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	if (c->regions.at[r->region].grade != GRADE_CODE || !run->program->functions[r->fn].cls)
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

/* `p = self.x.data_ptr(); launch(p); self.x = new`, all captured, and nobody takes the new address: who was given the old one goes on with it. */
static void look_at_address(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	const struct body *b = r->body;
	for (u32 row = 0; row < b->n && c->regions.at[r->region].grade == GRADE_CODE; row++) {
		struct field_write w;
		if (!capture_has(r, row) || !field_write_at(b, row, &w) || b->cells[w.holder].param != 0)
			continue;
		u32 cell = b->rows[row].dst, taken = NONE, again = NONE;
		for (u32 i = 0; i < b->n; i++) {
			bool is_taken = b->rows[i].op == ROW_CALL && b->rows[i].flags & RF_MEMBER && b->rows[i].a == cell && str_is(body_row_name(run->program, &b->rows[i]), "data_ptr");
			if (is_taken && i < row)
				taken = i;
			if (is_taken && i > row)
				again = i;
		}
		if (taken == NONE || again != NONE || !capture_has(r, taken) || tensor_fresh(c, b, at, row, b->rows[row].a) != FRESH_YES || !body_reaches(b, taken, row))
			continue;
		struct site site = site_in(run->program, b, row), use = site_in(run->program, b, taken);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is pointed at a new tensor while captured, after its address was taken for work of the same capture: that goes on with the old one",
		                                             (int)field.n, field.p));
		rule_step(run, f, &use, "the address is taken here");
		rule_way(run, f, at);
		finding_param(run->findings, f, "field", field);
	}
}

/* ---- Python: a buffer that grows while graphs are kept that have captured it ---- */

/* A new tensor, or a tuple that holds one. */
static bool is_new(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return false;
	if (tensor_fresh(run->capture, b, NONE, row, cell) == FRESH_YES)
		return true;
	for (u32 i = 0; i < row; i++) {
		const struct body_row *r = &b->rows[i];
		bool is_entry = r->op == ROW_MOVE && r->flags & RF_INITIALISER && r->dst != NONE && b->cells[r->dst].parent == cell;
		if (is_entry && r->a != NONE && tensor_fresh(run->capture, b, NONE, i, r->a) == FRESH_YES)
			return true;
	}
	return false;
}

static bool is_of_graphs(struct str name) { return str_has(name, "graph") || str_has(name, "Graph"); }

/* self.graphs[key] = ...: the function keeps what it captures beside what was captured before. */
static bool keeps_by_key(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		u32 to = b->rows[row].op == ROW_MOVE || b->rows[row].op == ROW_CALL ? b->rows[row].dst : NONE;
		u32 of = to != NONE && b->cells[to].is_element ? b->cells[to].parent : NONE;
		if (of != NONE && b->cells[of].parent != NONE && b->cells[b->cells[of].parent].param == 0 && is_of_graphs(body_cell_name(run->program, b, of)))
			return true;
	}
	return false;
}

/* It forgets graphs: self.graphs.clear(), self.graphs = {}. */
static bool drops_graphs(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct field_write w;
		bool is_set = field_write_at(b, row, &w) && is_of_graphs(intern_get(&run->program->names, w.name));
		bool is_told = r->op == ROW_CALL && (is_of_graphs(body_row_name(run->program, r)) || (r->a != NONE && is_of_graphs(body_cell_name(run->program, b, r->a))));
		if (is_set || is_told)
			return true;
	}
	return false;
}

static bool reads_own(const struct body *b, u32 name)
{
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].name == name && b->cells[i].parent != NONE && b->cells[b->cells[i].parent].param == 0)
			return true;
	return false;
}

static bool calls(const struct body *b, fn_id fn)
{
	for (u32 row = 0; row < b->n; row++)
		for (u32 i = 0; i < b->rows[row].callee.n && b->rows[row].op == ROW_CALL; i++)
			if (b->rows[row].callee.at[i] == fn)
				return true;
	return false;
}

/* A method of the class captures, keeps its graphs by key, and it or a method that calls it reads self.name. */
static bool is_captured_by_key(const struct rule_run *run, const struct fn *of, u32 name)
{
	const struct capture *c = run->capture;
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || fn->cls != of->cls || fn->file != of->file || !keeps_by_key(run, capture_body(c, region->fn)))
			continue;
		if (reads_own(capture_body(c, region->fn), name))
			return true;
		for (u32 k = 0; k < of->unit->n_functions; k++) {
			fn_id other = program_fn(run->program, of->file, k);
			if (run->program->functions[other].cls == of->cls && calls(capture_body(c, other), region->fn) && reads_own(capture_body(c, other), name))
				return true;
		}
	}
	return false;
}

static void look_at_python_growth(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || b->cells[w.holder].param != 0 || !is_new(run, b, row, b->rows[row].a) || !is_too_small_before(run, b, row, w.name) ||
		    drops_graphs(run, b) || !is_captured_by_key(run, f, w.name))
			continue;
		struct site site = site_in(run->program, b, row);
		struct str field = intern_get(&run->program->names, w.name);
		struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
		                                    arena_format(run->findings->arena, "'%.*s' grows into new memory while graphs are kept that have captured the old: their replays read what is freed here",
		                                                 (int)field.n, field.p));
		finding_param(run->findings, found, "field", field);
	}
}

/* ---- Python: a kept buffer that resize_() lets grow ---- */

/* x.numel(), x.size(0), x.shape[0] */
static bool is_size_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 whole)
{
	struct value v = cell == NONE ? (struct value){VALUE_UNKNOWN, NONE, NONE} : value_of(capture_values(run->capture, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (made && str_is_any(body_row_name(run->program, made), sizes, COUNT(sizes)))
		return made->a == whole || row_is_given(b, made, whole);
	for (u32 up = v.kind == VALUE_PLACE ? v.cell : NONE; up != NONE; up = b->cells[up].parent)
		if (b->cells[up].parent == whole && str_is(body_cell_name(run->program, b, up), "shape"))
			return true;
	return false;
}

/* `if x.numel() < n:` stands before the row. */
static bool is_short_before(const struct rule_run *run, const struct body *b, u32 row, u32 whole)
{
	const struct dominators *d = capture_dominators(run->capture, b, true);
	u32 asked = 0;
	for (u32 to = d->branch[row]; to != NONE && asked < 32; to = next_branch(d, to), asked++) {
		const struct body_row *branch = &b->rows[d->entry[to]];
		struct value v = branch->op == ROW_BRANCH && branch->a != NONE ? value_of(capture_values(run->capture, b), d->entry[to], branch->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		const struct body_row *made = v.kind == VALUE_OPERATION && b->rows[v.row].op == ROW_BINARY ? &b->rows[v.row] : NULL;
		if (made && (made->sub == OP_LT || made->sub == OP_GT || made->sub == OP_LE || made->sub == OP_GE) &&
		    (is_size_of(run, b, v.row, made->a, whole) || is_size_of(run, b, v.row, made->b, whole)))
			return true;
	}
	return false;
}

/* resize_() of what is too small frees the memory that graphs have captured, and leaves no other tensor behind. */
static void look_at_resize(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *call = &r->body->rows[row];
		if (!capture_has(r, row) || call->op != ROW_CALL || !(call->flags & RF_MEMBER) || call->a == NONE || !str_is(body_row_name(run->program, call), "resize_"))
			continue;
		const struct cell *whole = &r->body->cells[call->a];
		bool is_kept = whole->param != NONE || r->body->cells[cell_root(r->body, call->a)].param != NONE || whole->kind == CELL_OUTER;
		struct unfit unfit;
		if (!is_kept || !is_short_before(run, r->body, row, call->a) || capture_is_unfit(c, at, row, &unfit))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, call->a);
		/* What the program captures in its C++ says nothing of who is given a buffer to keep. */
		const struct capture_region *region = &c->regions.at[r->region];
		bool is_doubtful = region->grade != GRADE_CODE && (region->is_weak || capture_is_life_cycle(c, at));
		struct finding *f = rule_report(run, is_doubtful ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' grows by resize_ %s: that frees the memory that graphs captured before, and their replays go on with it",
		                                             (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		finding_param(run->findings, f, "buffer", name);
	}
}

/* Cheap, an upper bound: the class of the function opens a capture. */
static bool has_region_of_class(const struct rule_run *run, const struct fn *f)
{
	for (u32 i = 0; i < run->capture->regions.n && f->cls; i++) {
		const struct fn *fn = &run->program->functions[run->capture->regions.at[i].fn];
		if (run->capture->regions.at[i].grade == GRADE_CODE && fn->cls == f->cls && fn->file == f->file)
			return true;
	}
	return false;
}

/* ---- Python: gradients that a captured backward fills, dropped before its replay ---- */

static bool is_captured_row(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 at = run->capture->of[b->fn];
	const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
	return r && run->capture->regions.at[r->region].grade == GRADE_CODE && capture_has(r, row);
}

/* zero_grad() gives up the tensors unless it is told to keep them. */
static bool drops_gradients(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || !str_is(body_row_name(run->program, r), "zero_grad"))
		return false;
	return !r->row->arg_count || operand_kind(run->program->functions[r->fn].unit->args[r->row->first_arg]) != OPD_INT ||
	       run->program->functions[r->fn].unit->ints[operand_index(run->program->functions[r->fn].unit->args[r->row->first_arg])];
}

/* The captured part of a body makes gradients, and leaves what is done with them to others. */
static bool captures_backward_alone(const struct rule_run *run, const struct body *b)
{
	bool makes = false;
	for (u32 row = 0; row < b->n; row++) {
		struct str name = b->rows[row].op == ROW_CALL && is_captured_row(run, b, row) ? body_row_name(run->program, &b->rows[row]) : S("");
		makes = makes || str_is(name, "backward");
		if (str_is(name, "step"))
			return false;
	}
	return makes;
}

static void look_at_gradients(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	if (!captures_backward_alone(run, b))
		return;
	for (u32 row = 0; row < b->n; row++) {
		if (!drops_gradients(run, b, row) || is_captured_row(run, b, row))
			continue;
		u32 replay = NONE, used = NONE, captured = NONE;
		for (u32 i = 0; i < b->n; i++) {
			struct str name = b->rows[i].op == ROW_CALL ? body_row_name(run->program, &b->rows[i]) : S("");
			if (is_captured_row(run, b, i) && str_is(name, "backward") && body_reaches(b, i, row))
				captured = i;
			if (is_replay(run->capture, b, i) && body_reaches(b, row, i))
				replay = i;
			if (replay != NONE && str_is(name, "step") && !is_captured_row(run, b, i) && body_reaches(b, replay, i))
				used = i;
		}
		if (captured == NONE || replay == NONE || used == NONE)
			continue;
		struct site site = site_in(run->program, b, row), again = site_in(run->program, b, replay), step = site_in(run->program, b, used);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                "gives up the gradients that the captured backward fills: the replay fills the old tensors, and the step after it finds none; leave them, or zero them in place");
		rule_step(run, f, &again, "the backward is replayed here");
		rule_step(run, f, &step, "the step looks for gradients here");
		finding_param(run->findings, f, "field", S("grad"));
	}
}

/* ---- Python: weights that are loaded anew ---- */

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

static void look_at_reloads(struct rule_run *run)
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

/* ---- C and C++ ---- */

static bool captures_at_all(const struct capture *c)
{
	for (u32 i = 0; i < c->regions.n; i++)
		if (c->regions.at[i].grade == GRADE_CODE)
			return true;
	return false;
}

/* Behind the free memory is made again: by a call of the runtime, or by one whose name says so. An object that only gives its memory back,
 * or takes that of another, does not grow. */
static bool is_made_again(const struct rule_run *run, const struct body *b, u32 freed_at)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || row == freed_at)
			continue;
		const struct capture_api *api = capture_api_of(run->program, r);
		struct str name = body_row_name(run->program, r);
		bool makes = api ? api->does == DOES_ALLOC || api->does == DOES_ALLOC_ASYNC || api->does == DOES_PIN : str_has(name, "lloc");
		if (makes && body_reaches(b, freed_at, row))
			return true;
	}
	return false;
}

/* A guess, and not likely: who waits for the stream on the way, or samples from what a graph has computed, works between replays. */
static bool is_beside_captures(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	if (c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE)
		return false;
	static const char *const words[] = {"sampl", "Sampl"};
	for (u32 up = at; up != NONE; up = c->reached.at[up].from) {
		const struct fn *fn = &run->program->functions[c->reached.at[up].fn];
		if (capture_waits(c, c->reached.at[up].body) || str_has_any(fn_name(fn), words, COUNT(words)) || str_has_any(run->program->files[fn->file].path, words, COUNT(words)))
			return true;
	}
	struct unfit unfit;
	return capture_is_unfit(c, at, row, &unfit);
}

/* What the host holds is filled in this function: its size is set here. */
static bool is_filled_here(const struct rule_run *run, const struct body *b, u32 host)
{
	static const char *const fills[] = {"resize", "push_back", "emplace_back", "assign"};
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->a == host && str_is_any(body_row_name(run->program, r), fills, COUNT(fills)))
			return true;
	}
	return false;
}

/* A guess: the function fills a container of the host and uploads it into the buffer, each time anew. A replay would upload what the container holds
 * then, so whoever calls this has no graph of it. */
static bool is_uploaded_anew(const struct rule_run *run, u32 at, u32 buffer)
{
	const struct capture *c = run->capture;
	const struct body *b = c->reached.at[at].body;
	if (c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE)
		return false;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = capture_api_of(run->program, r);
		if (!api || api->at[CAPTURE_TO] < 0 || api->at[CAPTURE_FROM] < 0 || (u32)(u8)api->at[CAPTURE_TO] >= r->arg_count || (u32)(u8)api->at[CAPTURE_FROM] >= r->arg_count)
			continue;
		u32 from = b->args[r->first_arg + (u8)api->at[CAPTURE_FROM]];
		if (b->args[r->first_arg + (u8)api->at[CAPTURE_TO]] != buffer || from == NONE || !str_ends(copy_direction(run->program, b, r, api), "HostToDevice"))
			continue;
		struct value v = value_of(capture_values(c, b), row, from);
		const struct body_row *data = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
		if (data && data->flags & RF_MEMBER && data->a != NONE && str_is(body_row_name(run->program, data), "data") && is_filled_here(run, b, data->a))
			return true;
	}
	return false;
}

/* A buffer that is freed where it is too small, in code that runs in captures: the graphs made so far keep its address. */
static void look_at_growth(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *call = &r->body->rows[row];
		if (!capture_has(r, row) || call->op != ROW_CALL)
			continue;
		const struct capture_api *api = capture_api_of(run->program, call);
		struct str held;
		if (!api || (api->does != DOES_FREE && api->does != DOES_FREE_ASYNC) || api->at[CAPTURE_FROM] < 0 || (u32)(u8)api->at[CAPTURE_FROM] >= call->arg_count)
			continue;
		u32 freed = r->body->args[call->first_arg + (u8)api->at[CAPTURE_FROM]];
		if (freed == NONE || r->body->cells[freed].kind != CELL_OUTER || !is_first_use(c, r->body, row, &held) ||
		    !is_made_again(run, r->body, row))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, freed);
		struct finding *f = rule_report(run, capture_is_life_cycle(c, at) || is_beside_captures(run, at, row) || is_uploaded_anew(run, at, freed) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(a, "'%.*s' is freed to grow %s: graphs that were captured before keep its address and read freed memory at their next replay",
		                                             (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		finding_param(run->findings, f, "buffer", name);
	}
}

void rule_rebound_buffer(struct rule_run *run)
{
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		if (!rule_is_python(run, fn) || run->program->files[run->program->functions[fn].file].is_test || capture_part(run->capture, fn) != PART_REPLAY)
			continue;
		if (run->shows[fn])
			look_at_replay(run, fn);
		look_at_calls(run, fn, seen);
	}
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		fn_id fn = run->capture->regions.at[i].fn;
		if (rule_is_first_capture(run, i) && run->shows[fn] && rule_is_python(run, fn))
			look_at_gradients(run, fn);
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[run->program->functions[fn].file].is_test && has_region_of_class(run, &run->program->functions[fn]))
			look_at_python_growth(run, fn);
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		fn_id fn = run->capture->reached.at[at].fn;
		if (!run->shows[fn] || !rule_is_python(run, fn))
			continue;
		look_at_swaps(run, at); /* simulations capture in examples most of all */
		if (run->program->files[run->program->functions[fn].file].is_test)
			continue;
		look_at_state(run, at);
		look_at_address(run, at);
		look_at_resize(run, at);
	}
	look_at_reloads(run);
	for (u32 at = 0; at < run->capture->reached.n && captures_at_all(run->capture); at++)
		if (run->shows[run->capture->reached.at[at].fn] && !rule_is_python(run, run->capture->reached.at[at].fn))
			look_at_growth(run, at);
}
