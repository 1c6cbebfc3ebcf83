/* A tensor that a graph reads and that is made outside of the capture belongs to nobody in the graph: its memory is given back with the
 * last reference, and what it was copied from is not copied again by a replay. */
#include "rule.h"

/* ---- held by a local variable alone ---- */

static void report_local(struct rule_run *run, u32 at, const struct body *b, u32 made, u32 read, u32 cell, enum fresh fresh)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, made), use = site_in(run->program, run->capture->reached.at[at].body, read);
	struct str name = body_cell_name(run->program, b, cell);
	const char *when = fresh == FRESH_MAYBE ? ", unless its type and layout are right already" : "";
	struct finding *f = rule_report(run, fresh == FRESH_YES ? SEVERITY_ERROR : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' is made before the capture that reads it and held by this variable only%s: its memory is free again when the "
	                                                "function returns, and every replay still reads it", (int)name.n, name.p, when));
	rule_step(run, f, &site, "made here, outside of the capture");
	rule_way(run, f, at);
	rule_step(run, f, &use, "read here, while captured");
	finding_param(run->findings, f, "form", S("freed"));
}

/* The only row that gives the variable its value, outside of the capture; NONE. */
static u32 made_before(const struct body *b, const u8 *state, u32 cell)
{
	u32 made = NONE;
	for (u32 row = b->cells[cell].first_write; row != NONE; row = b->rows[row].next_write) {
		if (made != NONE || (state && state[row] & ROW_IS_CAPTURED))
			return NONE;
		made = row;
	}
	return made;
}

static u32 first_read(const struct reached *r, u32 cell)
{
	for (u32 row = 0; row < r->body->n; row++)
		if (capture_has(r, row) && rule_reads(r->body, row, cell))
			return row;
	return NONE;
}

static void look_at_variable(struct rule_run *run, u32 at, const struct body *b, const u8 *state, u32 cell, u32 read)
{
	u32 made = made_before(b, state, cell);
	if (made == NONE)
		return;
	u32 in = run->capture->of[b->fn] == at ? at : NONE;
	enum fresh fresh = tensor_fresh(run->capture, b, in, made + 1, cell);
	u8 home = fresh == FRESH_NO ? (u8)HOME_HOST : tensor_at(run->capture, b, in, made + 1, cell).home;
	if (home == HOME_HOST || home == HOME_PINNED || home == HOME_DATA || may_be_kept(run->capture, b, state, cell))
		return;
	report_local(run, at, b, made, read, cell, fresh);
}

static bool is_variable(const struct body *b, u32 cell)
{
	const struct cell *c = &b->cells[cell];
	return c->kind == CELL_LOCAL && c->name && c->parent == NONE && c->param == NONE;
}

/* Variables of the function around a nested one, which is captured. */
static void look_around(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	const struct fn *fn = &run->program->functions[r->fn];
	if (fn->f->parent == NONE)
		return;
	const struct body *outer = capture_body(run->capture, program_fn(run->program, fn->file, fn->f->parent));
	u32 of = run->capture->of[outer->fn];
	const u8 *state = of == NONE ? NULL : run->capture->reached.at[of].state;
	if (!outer->n || !graph_outlives(run->capture, r->region, outer->fn) || run->program->functions[outer->fn].f->kind == FN_FILE || has_replay(run->capture, outer))
		return;
	for (u32 i = 0; i < r->body->cell_count; i++) {
		const struct cell *c = &r->body->cells[i];
		if (c->kind != CELL_OUTER || !c->name || c->parent != NONE)
			continue;
		u32 read = first_read(r, i);
		for (u32 k = 0; k < outer->cell_count && read != NONE; k++)
			if (is_variable(outer, k) && outer->cells[k].name == c->name)
				look_at_variable(run, at, outer, state, k, read);
	}
}

static void look_inside(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	if (r->from != NONE || run->capture->regions.at[r->region].row == NONE || has_replay(run->capture, r->body) ||
	    !graph_outlives(run->capture, r->region, r->fn))
		return;
	for (u32 i = 0; i < r->body->cell_count; i++) {
		u32 read = is_variable(r->body, i) ? first_read(r, i) : NONE;
		if (read != NONE)
			look_at_variable(run, at, r->body, r->state, i, read);
	}
}

/* ---- a derived copy that is kept, while only its source is refreshed ---- */

/* The id of x in self.x, or 0. */
static u32 own_attribute(const struct body *b, u32 cell) { return cell_is_own(b, cell) ? b->cells[cell].name : 0; }

struct derived {
	fn_id fn;
	u32 row;
	u32 copy, source; /* ids of attributes */
};

/* `self.copy = self.source.to(...)`: the attribute that a conversion reads. */
static bool derives(const struct rule_run *run, const struct body *b, u32 row, struct derived *out)
{
	const struct body_row *r = &b->rows[row];
	u32 copy = r->op == ROW_MOVE || r->op == ROW_CALL ? own_attribute(b, r->dst) : 0;
	if (!copy)
		return false;
	struct value v = {VALUE_RESULT, row, r->dst};
	if (r->op == ROW_MOVE)
		v = value_of(capture_values(run->capture, b), row, r->a);
	const struct torch_op *op = v.kind == VALUE_RESULT && b->rows[v.row].op == ROW_CALL ? torch_at(run->capture, b, NONE, v.row) : NULL;
	if (!op || op->role != TORCH_CONVERT || (op->gives != GIVES_MAYBE && op->gives != GIVES_NEW))
		return false;
	u32 source = own_attribute(b, b->rows[v.row].a);
	*out = (struct derived){b->fn, row, copy, source};
	return source && source != copy;
}

/* Writes into the tensor, or points the name at another. */
static bool writes_attribute(const struct rule_run *run, const struct body *b, u32 row, u32 name)
{
	const struct body_row *r = &b->rows[row];
	bool is_inplace_call = r->op == ROW_CALL && r->flags & RF_MEMBER && str_ends(body_row_name(run->program, r), "_");
	u32 cell = is_inplace_call ? r->a : r->dst;
	if (cell == NONE || (!is_inplace_call && r->op != ROW_MOVE && r->op != ROW_CALL))
		return false;
	return own_attribute(b, slice_of(run->program, b, cell).object) == name || (b->cells[cell].is_element && own_attribute(b, b->cells[cell].parent) == name);
}

static bool is_given_to_calls(const struct body *b, u32 row, u32 name)
{
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL; i++)
		if (own_attribute(b, b->args[r->first_arg + i]) == name)
			return true;
	return false;
}

/* The row of some captured function of the class that reads self.name; NONE. */
static u32 captured_read(const struct rule_run *run, fn_id of, u32 name, u32 *at)
{
	const struct capture *c = run->capture;
	for (*at = 0; *at < c->reached.n; ++*at) {
		const struct reached *r = &c->reached.at[*at];
		if (!reached_is_of_class(c, r, of))
			continue;
		for (u32 i = 0; i < r->body->cell_count; i++) {
			u32 read = own_attribute(r->body, i) == name ? first_read(r, i) : NONE;
			if (read != NONE)
				return read;
		}
	}
	return NONE;
}

static void look_at_derived(struct rule_run *run, const struct derived *d)
{
	const struct program *p = run->program;
	const struct fn *fn = &p->functions[d->fn];
	u32 at, read = captured_read(run, d->fn, d->copy, &at);
	const struct body *refreshes = NULL;
	u32 refreshed = NONE;
	for (u32 i = 0; i < fn->unit->n_functions && read != NONE; i++) {
		fn_id other = program_fn(p, fn->file, i);
		if (p->functions[other].cls != fn->cls)
			continue;
		const struct body *b = capture_body(run->capture, other);
		for (u32 row = 0; row < b->n; row++) {
			/* What is written in a capture is no refresh. */
			if ((writes_attribute(run, b, row, d->copy) || is_given_to_calls(b, row, d->copy)) && !(other == d->fn && row == d->row) &&
			    !capture_has_in_code(run->capture, b, row))
				return; /* refreshed, or perhaps */
			if (other != d->fn && writes_attribute(run, b, row, d->source) && has_replay(run->capture, b)) {
				refreshes = b;
				refreshed = row;
			}
		}
	}
	if (!refreshes)
		return;
	struct arena *a = run->findings->arena;
	struct site made = site_in(p, capture_body(run->capture, d->fn), d->row), fresh = site_in(p, refreshes, refreshed);
	struct site use = site_in(p, run->capture->reached.at[at].body, read);
	struct str copy = intern_get(&p->names, d->copy), source = intern_get(&p->names, d->source);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &made,
	                                arena_format(a, "the graph reads '%.*s', a copy of '%.*s' that is made once: replays refresh '%.*s' only, and the graph keeps reading the old copy",
	                                             (int)copy.n, copy.p, (int)source.n, source.p, (int)source.n, source.p));
	rule_step(run, f, &made, "copied here, once");
	rule_way(run, f, at);
	rule_step(run, f, &use, "the copy is read here, while captured");
	rule_step(run, f, &fresh, "only the source is refreshed here, before a replay");
	finding_param(run->findings, f, "form", S("derived"));
}

/* ---- held by a cache that forgets ---- */

/* The decorator of a function is lru_cache with a bound: the default one, or a number. */
static bool is_cached_with_bound(const struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	const struct unit *u = f->unit;
	for (u32 i = 0; i < u->n_rows; i++) {
		const struct row *define = &u->rows[i];
		if (define->op != ROW_DEFINE || define->a != OPERAND(OPD_FUNCTION, (u32)(f->f - u->functions)))
			continue;
		for (u32 k = 0; k < define->arg_count; k++) {
			operand by = u->args[define->first_arg + k];
			if (operand_kind(by) != OPD_TEMP && str_ends(python_name(run->capture->program, program_fn(run->program, f->file, 0), by), "lru_cache"))
				return true;
			for (u32 row = i; operand_kind(by) == OPD_TEMP && row-- > 0 && i - row < 16;) {
				const struct row *made = &u->rows[row];
				if (made->op != ROW_CALL || made->dst != by)
					continue;
				bool is_unbounded = false;
				for (u32 n = 0; n < made->arg_count; n++)
					is_unbounded = is_unbounded || operand_kind(u->args[made->first_arg + n]) == OPD_NULL;
				if (str_ends(unit_text(u, made->name), "lru_cache") && !is_unbounded)
					return true;
			}
		}
	}
	return false;
}

/* What the calls differ in is more than a device or a type: there may be many of them. */
static bool varies(const struct fn *f)
{
	static const char *const few[] = {"self", "cls", "device", "dtype", "dev", "rank", "group", "device_id", "device_index", "device_type", "num_heads", "n_heads",
	                                "head_dim", "head_size"};
	for (u32 i = 0; i < f->f->param_count; i++) {
		struct str name = unit_text(f->unit, f->unit->vars[f->f->first_var + i].name);
		if (!str_is_any(name, few, COUNT(few)))
			return true;
	}
	return false;
}

/* The returned value, or an entry of the returned tuple, is a tensor on the device that is made here. */
static u32 returned_tensor(const struct rule_run *run, const struct body *b, u32 *made)
{
	for (u32 row = 0; row < b->n; row++) {
		if (b->rows[row].op != ROW_RETURN || b->rows[row].a == NONE)
			continue;
		for (u32 i = 0; i <= row; i++) {
			bool is_entry = b->rows[i].op == ROW_MOVE && b->rows[i].dst != NONE && b->cells[b->rows[i].dst].parent == b->rows[row].a;
			u32 cell = i == row ? b->rows[row].a : is_entry ? b->rows[i].a : NONE;
			struct value v = value_of(capture_values(run->capture, b), i, cell);
			if (v.kind != VALUE_RESULT || tensor_fresh(run->capture, b, NONE, i, cell) != FRESH_YES || tensor_at(run->capture, b, NONE, i, cell).home != HOME_DEVICE)
				continue;
			*made = v.row;
			return cell;
		}
	}
	return NONE;
}

/* "xpu", "npu": graphs of another device. */
static bool names_other_device(const struct fn *f)
{
	static const char *const others[] = {"xpu", "npu", "mps", "hpu", "mlu"};
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		for (u32 k = 0; k < f->unit->rows[i].arg_count; k++) {
			operand o = f->unit->args[f->unit->rows[i].first_arg + k];
			if (operand_kind(o) == OPD_STRING && str_is_any(unit_text(f->unit, operand_index(o)), others, COUNT(others)))
				return true;
		}
	return false;
}

static void look_at_cache(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	u32 made = NONE;
	/* The cache of a nested function dies with the call around it. */
	bool is_nested = f->f->parent != NONE && f->unit->functions[f->f->parent].kind != FN_FILE;
	if (is_nested || !python_is_decorated(run->capture->program, fn, "lru_cache") || !varies(f) || !is_cached_with_bound(run, fn))
		return;
	const struct body *b = capture_body(run->capture, fn);
	if (returned_tensor(run, b, &made) == NONE || names_other_device(f))
		return;
	struct site site = site_in(run->program, b, made);
	struct str name = fn_name(f);
	u32 at = run->capture->of[fn];
	/* Whether it is captured at all is a guess of the library profile; and who captures gives what this makes up for. */
	const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
	bool is_made_up = r && r->from != NONE && capture_is_fallback(run->capture, r->from, r->from_row);
	bool is_likely = !is_made_up && at != NONE && run->capture->regions.at[run->capture->reached.at[at].region].grade != GRADE_PROFILE && capture_certainty(run->capture, at, made) > CERTAIN_RARELY;
	struct finding *found = rule_report(run, is_likely ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                    arena_format(run->findings->arena, "'%.*s' keeps this tensor in a cache with a bound, and nobody else need hold it: when other arguments push it out, graphs that have captured its "
	                                                 "address read freed memory", (int)name.n, name.p));
	finding_param(run->findings, found, "form", S("freed"));
}

void rule_external_temporary(struct rule_run *run)
{
	const struct capture *c = run->capture;
	bool is_any = false;
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		bool is_code = reached_is_code(c, r) && rule_is_python(run, r->fn);
		is_any = is_any || is_code;
		if (!is_code || !run->shows[r->fn] || program_is_test(run->program, r->fn) || !graph_outlives(c, r->region, NONE))
			continue;
		look_inside(run, at);
		look_around(run, at);
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn))
			look_at_cache(run, fn);
	for (fn_id fn = 0; fn < run->program->function_count && is_any; fn++) {
		if (!run->shows[fn] || !rule_is_python(run, fn) || !run->program->functions[fn].cls)
			continue;
		const struct fn *f = &run->program->functions[fn];
		for (u32 i = 0; i < f->f->row_count; i++) {
			const struct row *row = &f->unit->rows[f->f->first_row + i];
			if (row->op != ROW_CALL || !(row->flags & RF_MEMBER))
				continue;
			const struct body *b = capture_body(c, fn);
			struct derived d;
			for (u32 k = 0; k < b->n; k++)
				if (derives(run, b, k, &d))
					look_at_derived(run, &d);
			break;
		}
	}
}
