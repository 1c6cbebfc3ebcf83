/* Addresses as numbers: tables of pointers and descriptors that outlive the tensors they were made from, or that are not made anew when those are. */
#include "rule.h"

/* ---- Python: which cells hold an address ---- */

/* An address that a method of a class keeps. */
struct table {
	fn_id fn;
	const struct body *body;
	u32 row, taken; /* where it is stored; the data_ptr() that it comes from */
	u32 name;       /* of the attribute that keeps it */
	u32 of;         /* of the attribute whose tensors these are; 0: not one */
};
typedef VEC(struct table) table_list;

/* Calls that make a container, a tensor or a number of what they are given. */
static bool is_conversion(struct str name)
{
	static const char *const names[] = {"tensor", "as_tensor", "array", "asarray", "from_numpy", "LongTensor", "stack", "cat", "int", "tuple", "list", "c_void_p", "c_uint64", "uint64", "int64",
	                                    "to", "cuda", "pin_memory", "append", "extend", "insert", "contiguous", "view", "reshape"};
	return str_is_any(name, names, COUNT(names));
}

static bool adds_to_object(struct str name) { return str_is(name, "append") || str_is(name, "extend") || str_is(name, "insert"); }

static bool takes_address(const struct rule_run *run, const struct body_row *r)
{
	return r->op == ROW_CALL && r->flags & RF_MEMBER && !r->arg_count && !r->callee.n && str_is(body_row_name(run->program, r), "data_ptr");
}

/* `from` is by cell: the row of data_ptr() whose address the cell may hold, NONE if it holds none. */
static void hold(const struct body *b, u32 *from, u32 cell, u32 row)
{
	for (; cell != NONE && from[cell] == NONE; cell = b->cells[cell].is_element ? b->cells[cell].parent : NONE)
		from[cell] = row;
}

static void follow(const struct rule_run *run, const struct body *b, u32 *from, u32 row)
{
	const struct body_row *r = &b->rows[row];
	u32 held = NONE;
	if (takes_address(run, r)) {
		hold(b, from, r->dst, row);
		return;
	}
	if (r->op == ROW_MOVE || r->op == ROW_ITER || (r->op == ROW_BINARY && (r->sub == OP_ADD || r->sub == OP_SUB)))
		held = r->a != NONE && from[r->a] != NONE ? from[r->a] : r->b != NONE ? from[r->b] : NONE;
	struct str name = r->op == ROW_CALL && !r->callee.n ? body_row_name(run->program, r) : S("");
	if (name.n && is_conversion(name)) {
		held = r->flags & RF_MEMBER && r->a != NONE ? from[r->a] : NONE;
		for (u32 i = 0; i < r->arg_count && held == NONE; i++)
			held = b->args[r->first_arg + i] == NONE ? NONE : from[b->args[r->first_arg + i]];
		if (held != NONE && adds_to_object(name))
			hold(b, from, r->a, held);
	}
	if (held != NONE && r->op != ROW_ITER)
		hold(b, from, r->dst, held);
}

/* `self.caches`, `self.caches[i]`, and what a loop over them gives: the attribute's name, or 0. */
static u32 holder_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	for (u32 at = cell; at != NONE; at = b->cells[at].parent)
		if (cell_is_own(b, at))
			return b->cells[at].name;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (depth > 3 || cell == NONE || v.row == NONE)
		return 0;
	const struct body_row *r = &b->rows[v.row];
	/* `for t in self.caches`, `for k, v in zip(self.k, self.v)` is left alone. */
	return v.kind == VALUE_ITEM && r->op == ROW_ITER && r->a != NONE ? holder_of(run, b, v.row, r->a, depth + 1) : 0;
}

/* ---- an address whose tensor nobody keeps ---- */

static void report_dangling(struct rule_run *run, const struct table *t, enum fresh fresh, bool is_temporary)
{
	struct arena *a = run->findings->arena;
	const struct program *p = run->program;
	u32 object = t->body->rows[t->taken].a;
	struct site site = site_in(p, t->body, t->taken), store = site_in(p, t->body, t->row);
	struct str keeper = intern_get(&p->names, t->name), name = body_cell_name(p, t->body, object);
	const char *of = is_temporary ? "a temporary" : arena_format(a, "'%.*s'", (int)name.n, name.p);
	const char *when = fresh == FRESH_MAYBE ? "if it has to make a copy, " : "";
	struct finding *f = rule_report(run, fresh == FRESH_YES ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' keeps the address of %s, which nobody keeps: %sits memory is given back while the address is still used, by every replay of a graph as well",
	                                             (int)keeper.n, keeper.p, of, when));
	rule_step(run, f, &site, "the address is taken here");
	rule_step(run, f, &store, "and kept here");
	finding_param(run->findings, f, "form", S("dropped"));
	finding_param(run->findings, f, "field", keeper);
}

static bool is_dangling(struct rule_run *run, const struct table *t)
{
	const struct body *b = t->body;
	u32 object = b->rows[t->taken].a;
	if (object == NONE || b->cells[object].kind != CELL_LOCAL || b->cells[object].parent != NONE || b->cells[object].param != NONE)
		return false;
	struct value v = value_of(capture_values(run->capture, b), t->taken, object);
	bool is_temporary = !b->cells[object].name;
	enum fresh fresh = tensor_fresh(run->capture, b, NONE, t->taken, object);
	if (fresh == FRESH_NO || v.kind != VALUE_RESULT || (!is_temporary && may_be_kept(run->capture, b, NULL, object)))
		return false;
	report_dangling(run, t, fresh, is_temporary);
	return true;
}

/* ---- a table that is not made anew ---- */

static bool calls_method(const struct body *b, fn_id fn)
{
	for (u32 row = 0; row < b->n; row++)
		for (u32 i = 0; i < b->rows[row].callee.n; i++)
			if (b->rows[row].callee.at[i] == fn)
				return true;
	return false;
}

/* Whoever calls the one calls the other, so the table follows: f() { self.make(); self.point(); } */
static bool is_called_together(const struct rule_run *run, fn_id one, fn_id other, u32 cls, u32 file)
{
	for (fn_id fn = run->program->first_function[file]; fn < run->program->first_function[file] + run->program->units[file].n_functions; fn++)
		if (run->program->functions[fn].cls == cls && fn != one && calls_method(capture_body(run->capture, fn), one) &&
		    (fn == other || calls_method(capture_body(run->capture, fn), other)))
			return true;
	return false;
}

static bool is_set_up(struct str name)
{
	static const char *const words[] = {"init", "setup", "set_up", "create", "build", "alloc", "load", "prepare", "process_weights"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]))
			return true;
	return sounds_like_life_cycle(name);
}

static void report_stale(struct rule_run *run, const struct table *t, const struct body *b, u32 row)
{
	struct arena *a = run->findings->arena;
	const struct program *p = run->program;
	struct site site = site_in(p, b, row), store = site_in(p, t->body, t->row);
	struct str of = intern_get(&p->names, t->of), keeper = intern_get(&p->names, t->name);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(a, "'%.*s' is pointed at new tensors, and '%.*s' keeps the addresses of the old ones: what reads them reads memory that was given back", (int)of.n, of.p,
	                                             (int)keeper.n, keeper.p));
	rule_step(run, f, &store, "the addresses are kept here");
	rule_step(run, f, &site, "here they go stale");
	finding_param(run->findings, f, "form", S("replaced"));
	finding_param(run->findings, f, "field", keeper);
}

static bool writes_table(const struct body *b, u32 name)
{
	struct field_write field;
	for (u32 row = 0; row < b->n; row++)
		if (field_write_at(b, row, &field) && field.name == name)
			return true;
	return false;
}

static void look_at_rebinding(struct rule_run *run, const struct table *t)
{
	const struct program *p = run->program;
	const struct fn *f = &p->functions[t->fn];
	for (fn_id fn = p->first_function[f->file]; fn < p->first_function[f->file] + p->units[f->file].n_functions; fn++) {
		const struct fn *other = &p->functions[fn];
		if (other->cls != f->cls || fn == t->fn || is_set_up(unit_text(other->unit, other->f->name)))
			continue;
		const struct body *b = capture_body(run->capture, fn);
		if (writes_table(b, t->name) || calls_method(b, t->fn) || is_called_together(run, fn, t->fn, f->cls, f->file))
			continue;
		for (u32 row = 0; row < b->n; row++) {
			struct field_write field;
			if (!field_write_at(b, row, &field) || field.name != t->of || b->cells[field.holder].param != 0 || tensor_fresh(run->capture, b, NONE, row, b->rows[row].a) != FRESH_YES)
				continue;
			report_stale(run, t, b, row);
			return;
		}
	}
}

/* ---- Python: one function ---- */

static bool mentions_address(const struct fn *f)
{
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		if (row->op == ROW_CALL && row->name && str_is(unit_text(f->unit, row->name), "data_ptr"))
			return true;
	}
	return false;
}

static void look_at_python(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena scratch = {0};
	u32 *from = arena_array(&scratch, u32, b->cell_count + 1), last = NONE;
	for (u32 i = 0; i < b->cell_count; i++)
		from[i] = NONE;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		follow(run, b, from, row);
		/* self.x = held, self.x[i] = held */
		if (r->op != ROW_MOVE || r->dst == NONE || r->a == NONE || from[r->a] == NONE)
			continue;
		u32 to = b->cells[r->dst].is_element ? b->cells[r->dst].parent : r->dst;
		if (to == NONE || b->cells[to].parent == NONE || b->cells[to].is_element || b->cells[b->cells[to].parent].param != 0 || from[r->a] == last)
			continue;
		struct table t = {fn, b, row, from[r->a], b->cells[to].name, 0};
		last = t.taken;
		if (is_dangling(run, &t))
			continue;
		t.of = holder_of(run, b, t.taken, b->rows[t.taken].a, 0);
		if (t.of && t.of != t.name)
			look_at_rebinding(run, &t);
	}
	arena_release(&scratch);
}

/* ---- C and C++: a tensor map that is encoded once, of whatever comes first ---- */

enum { MAP_ADDRESS = 3 }; /* cuTensorMapEncodeTiled(map, type, rank, address, ...) */

/* The function's parameter that the address is or belongs to. */
static u32 parameter_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (v.kind == VALUE_RESULT && b->rows[v.row].a != NONE) /* tensor.data_ptr() */
		cell = b->rows[v.row].a;
	else if (v.kind == VALUE_PARAM || v.kind == VALUE_PLACE)
		cell = v.cell;
	for (; cell != NONE; cell = b->cells[cell].parent)
		if (b->cells[cell].param != NONE)
			return cell;
	return NONE;
}

static void look_at_maps(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *call = &r->body->rows[row];
		struct str held;
		if (!capture_has(r, row) || call->op != ROW_CALL || call->arg_count <= MAP_ADDRESS || !str_has(body_row_name(run->program, call), "TensorMapEncode"))
			continue;
		u32 given = parameter_of(run, r->body, row, r->body->args[call->first_arg + MAP_ADDRESS]);
		if (given == NONE || !is_first_use(c, r->body, row, &held))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, given);
		struct finding *f = rule_report(run, c->regions.at[r->region].grade == GRADE_PROFILE ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(a, "the descriptor is made once, for '%.*s' of the first call, %s: later calls with other memory go on reading that one", (int)name.n, name.p,
		                                             rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &site, "here, at the first use only");
		finding_param(run->findings, f, "form", S("map"));
		finding_param(run->findings, f, "field", held);
	}
}

void rule_raw_pointer(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (run->shows[fn] && rule_is_python(run, fn) && f->cls && !run->program->files[f->file].is_test && mentions_address(f) && !python_is_device(run->capture->program, fn))
			look_at_python(run, fn);
	}
	for (u32 at = 0; at < run->capture->reached.n; at++)
		if (run->shows[run->capture->reached.at[at].fn] && !rule_is_python(run, run->capture->reached.at[at].fn))
			look_at_maps(run, at);
}
