/* Python: a buffer that grows while graphs are kept that have captured it: by a new tensor, or by resize_(). */
#include "rebound.h"

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

/* It forgets graphs: self.graphs.clear(), self.graphs = {}. */
static bool drops_graphs(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct field_write w;
		bool is_set = field_write_at(b, row, &w) && says_graph(intern_get(&run->program->names, w.name));
		bool is_told = r->op == ROW_CALL && (says_graph(body_row_name(run->program, r)) || (r->a != NONE && says_graph(body_cell_name(run->program, b, r->a))));
		if (is_set || is_told)
			return true;
	}
	return false;
}

static bool reads_own(const struct body *b, u32 name)
{
	for (u32 i = 0; i < b->cell_count; i++)
		if (b->cells[i].name == name && cell_is_own(b, i))
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
	u32 kept;
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || fn->cls != of->cls || fn->file != of->file || !keeps_graphs_by_key(c, capture_body(c, region->fn), &kept))
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

void rebound_by_growth(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || b->cells[w.holder].param != 0 || !is_new(run, b, row, b->rows[row].a) || !rebound_asks_attribute(run, b, row, w.name) ||
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

void rebound_by_resize(struct rule_run *run, u32 at)
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
		if (!is_kept || !rebound_asks_tensor(run, r->body, row, call->a) || capture_is_unfit(c, at, row, &unfit))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, call->a);
		/* What the program captures in its C++ says nothing of who is given a buffer to keep; where no Python file speaks of graphs, its users hardly capture it. */
		const struct capture_region *region = &c->regions.at[r->region];
		bool is_doubtful = region->grade != GRADE_CODE && (region->is_weak || capture_is_life_cycle(c, at) || (rule_is_python(run, r->fn) && !c->is_python_expected));
		struct finding *f = rule_report(run, is_doubtful ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' grows by resize_ %s: that frees the memory that graphs captured before, and their replays go on with it",
		                                             (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		finding_param(run->findings, f, "buffer", name);
	}
}
