/* `self.slots[:n].copy_(x); return self.slots[:n]`: a method gives a view of a buffer that it fills at each call, and a caller keeps it beyond the next one. */
#include "reused.h"

/* The attribute that the row writes in place: x.copy_(), x[:n] = v, f(out=x). */
static u32 filled_at(const struct rule_run *run, const struct body *b, u32 row)
{
	static const char *const writes[] = {"copy_", "fill_", "zero_", "add_", "index_copy_", "scatter_", "copy_to_gpu"};
	const struct body_row *r = &b->rows[row];
	const struct unit *u = run->program->functions[r->fn].unit;
	u32 to = r->op == ROW_CALL && r->flags & RF_MEMBER && str_is_any(body_row_name(run->program, r), writes, COUNT(writes)) ? r->a : NONE;
	if (r->op == ROW_MOVE && r->flags & RF_INPLACE)
		to = r->dst;
	for (u32 i = 0; i < r->arg_count && i < r->row->arg_count && r->op == ROW_CALL; i++)
		if (str_is(unit_text(u, u->arg_names[r->row->first_arg + i]), "out"))
			to = b->args[r->first_arg + i];
	return to == NONE ? NONE : attribute_of(run->capture, b, row, slice_of(run->program, b, to).object);
}

/* The attribute is bound in captured code of the class: the output of its graph. */
static bool is_output(const struct rule_run *run, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(run->capture, b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		u32 at = writes[i].row == NONE ? NONE : run->capture->of[writes[i].fn];
		const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
		if (r && reached_is_code(run->capture, r) && capture_has(r, writes[i].row))
			return true;
	}
	return false;
}

/* The row fills it, or replays the graph whose output it is. */
static bool renews(const struct rule_run *run, const struct body *b, u32 row, u32 own)
{
	return filled_at(run, b, row) == own || (is_replay(run->capture, b, row) && is_output(run, b, own));
}

/* The row returns a view from the begin on of an attribute that is a tensor, and that is filled on the way. */
static bool gives_own_buffer(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 cell = b->rows[row].op == ROW_RETURN ? b->rows[row].a : NONE;
	if (cell == NONE)
		return false;
	struct value v = b->cells[cell].parent == NONE ? value_of(capture_values(run->capture, b), row, cell) : (struct value){VALUE_PLACE, NONE, cell};
	struct slice s = slice_of(run->program, b, v.kind == VALUE_PLACE ? v.cell : NONE);
	if (s.kind == SLICE_OTHER || s.object == NONE)
		return false;
	u32 own = attribute_of(run->capture, b, row, s.object);
	if (!cell_is_own(b, own) || !(tensor_at(run->capture, b, NONE, row, own).is_tensor || is_output(run, b, own)))
		return false;
	for (u32 i = 0; i < row; i++)
		if (renews(run, b, i, own) && body_reaches(b, i, row))
			return true;
	return false;
}

/* The row of the one function that the call runs which gives a buffer so; NONE. */
static u32 given_by(const struct rule_run *run, const struct body *b, u32 call)
{
	const struct call_target *to = &b->rows[call].callee;
	const struct body *called = to->n == 1 && rule_is_python(run, to->at[0]) && run->program->functions[to->at[0]].cls ? capture_body(run->capture, to->at[0]) : NULL;
	for (u32 row = 0; called && row < called->n; row++)
		if (gives_own_buffer(run, called, row))
			return row;
	return NONE;
}

/* Both calls, or one in two turns of a loop, are of one object. */
static bool is_same_object(const struct rule_run *run, const struct body *b, u32 call)
{
	u32 of = b->rows[call].a;
	for (u32 cell = of; cell != NONE; cell = b->cells[cell].parent)
		if (b->cells[cell].is_element)
			return false;
	u32 root = of == NONE ? NONE : cell_root(b, of);
	if (root == NONE)
		return false;
	struct value v = b->cells[root].kind == CELL_LOCAL ? value_of(capture_values(run->capture, b), call, root) : (struct value){VALUE_PLACE, NONE, root};
	return v.kind == VALUE_PARAM || v.kind == VALUE_PLACE || (v.kind == VALUE_RESULT && !body_reaches(b, v.row, v.row));
}

static void report(struct rule_run *run, const struct body *b, u32 call, u32 view, u32 kept, bool is_collected)
{
	fn_id fn = b->rows[call].callee.at[0];
	const struct body *called = capture_body(run->capture, fn);
	struct site site = site_in(run->program, b, kept), at = site_in(run->program, b, call), from = site_in(run->program, called, view);
	struct str name = unit_text(run->program->functions[fn].unit, run->program->functions[fn].f->name);
	const char *what = is_collected ? "all that is collected here is one buffer, with what the last call put there" : "another call has filled it anew by now";
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "'%.*s' gives a view of a buffer of its object, which each call fills: %s; clone it", (int)name.n, name.p, what));
	rule_step(run, f, &from, "the view is given here");
	rule_step(run, f, &at, "called here");
	finding_param(run->findings, f, "output", name);
}

/* `a = m(x); b = m(y); use(a)`. The row that uses what the call gave behind another call of the kind; NONE. */
static u32 used_behind_another(const struct rule_run *run, const struct body *b, u32 call)
{
	for (u32 other = call + 1; other < b->n; other++) {
		const struct body_row *o = &b->rows[other], *r = &b->rows[call];
		if (o->op != ROW_CALL || o->callee.n != 1 || o->callee.at[0] != r->callee.at[0] || o->a != r->a || !body_reaches(b, call, other))
			continue;
		for (u32 use = other + 1; use < b->n; use++) {
			const struct body_row *u = &b->rows[use];
			if (!body_reaches(b, other, use) || (u->op != ROW_CALL && u->op != ROW_RETURN && u->op != ROW_BINARY))
				continue;
			for (u32 i = 0; i < u->arg_count + 2; i++) {
				u32 cell = i == 0 ? u->a : i == 1 ? u->b : b->args[u->first_arg + i - 2];
				if (cell != NONE && b->cells[cell].kind == CELL_LOCAL && b->cells[cell].name && b->cells[cell].parent == NONE && reused_made_by(run, b, use, cell) == call)
					return use;
			}
		}
	}
	return NONE;
}

static void look_at(struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		u32 given = reused_collected_at(run, b, row), call = given == NONE ? NONE : reused_made_by(run, b, row, given);
		bool is_collected = call != NONE && body_reaches(b, call, call);
		call = is_collected ? call : b->rows[row].op == ROW_CALL && b->rows[row].callee.n == 1 ? row : NONE;
		u32 view = call != NONE && is_same_object(run, b, call) ? given_by(run, b, call) : NONE;
		u32 use = view == NONE ? NONE : is_collected ? row : used_behind_another(run, b, call);
		if (use == NONE)
			continue;
		report(run, b, call, view, use, is_collected);
		return;
	}
}

/* Cheap, an upper bound: it returns something, and writes something in place. */
static bool may_give(const struct fn *f)
{
	bool returns = false, writes = false;
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		struct str name = row->op == ROW_CALL ? unit_text(f->unit, row->name) : S("");
		returns |= row->op == ROW_RETURN && row->a;
		writes |= (row->op == ROW_MOVE && row->flags & RF_INPLACE) || (name.n > 1 && str_ends(name, "_")) || str_is(name, "copy_to_gpu") || str_is(name, "replay");
		for (u32 k = 0; k < row->arg_count && row->op == ROW_CALL; k++)
			writes |= str_is(unit_text(f->unit, f->unit->arg_names[row->first_arg + k]), "out");
	}
	return returns && writes;
}

bool reused_has_loop(const struct fn *f)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		if (f->unit->rows[i].op == ROW_ITER)
			return true;
	return false;
}

void reused_alias(struct rule_run *run)
{
	bool by_object = false; /* `runner(x)` */
	struct arena scratch = {0};
	struct idmap givers = {0};
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		const struct body *b = rule_is_python(run, fn) && f->cls && may_give(f) ? capture_body(run->capture, fn) : NULL;
		for (u32 row = 0; b && row < b->n; row++)
			if (b->rows[row].op == ROW_RETURN && gives_own_buffer(run, b, row)) {
				struct str name = unit_text(f->unit, f->f->name);
				by_object = by_object || str_is(name, "__call__") || str_is(name, "forward");
				idmap_put(&scratch, &givers, str_hash(name), 1);
			}
	}
	for (fn_id fn = 0; fn < run->program->function_count && givers.cap; fn++) {
		const struct fn *f = &run->program->functions[fn];
		bool calls = by_object && run->shows[fn] && rule_is_python(run, fn) && reused_has_loop(f);
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count && run->shows[fn] && rule_is_python(run, fn) && !calls; i++)
			calls = f->unit->rows[i].op == ROW_CALL && idmap_get(&givers, str_hash(unit_text(f->unit, f->unit->rows[i].name))) != NONE;
		if (calls && !program_is_test(run->program, fn))
			look_at(run, capture_body(run->capture, fn));
	}
	arena_release(&scratch);
}
