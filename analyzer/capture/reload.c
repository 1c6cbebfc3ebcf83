#include "capture/reload.h"

#include "capture/below.h"
#include "capture/hazard.h"
#include "capture/shape.h"
#include "capture/tensor.h"
#include "capture/words.h"
#include "graph/dominate.h"
#include "graph/python.h"

enum { ALIKE = 400, STEPS = 5, CAPTURE_DEPTH = 8, CAPTURE_FUNCTIONS = 2000 };

struct way {
	fn_id fn;
	u32 depth, row; /* row: of the reloading function's body */
};

struct search {
	const struct capture *c;
	struct arena *a;
	struct idmap read;    /* id of an attribute that captured code reads */
	struct idmap own;     /* file, class and attribute: through `self` of such a class */
	struct idmap newest;  /* name id -> newest method of that name, + 1 */
	u32 *older;           /* by function: the one before, + 1 */
	struct idmap told;    /* places that are told */
	struct below below;
	struct idmap recaptured; /* hash of a function's name: some function calls it, and behind that what speaks of captures */
	struct idmap seen;    /* of one reload */
	VEC(struct way) todo;
	bool loads;           /* something on the way loads weights, by its name */
};

static bool is_looked_at(const struct capture *c, fn_id fn)
{
	const struct source *s = &c->program->files[c->program->functions[fn].file];
	return program_is_python(c->program, fn) && !s->is_test && !s->is_vendored;
}

static struct str own_name(const struct capture *c, fn_id fn) { return fn_short_name(&c->program->functions[fn]); }

static bool speaks_of_weights(struct str name)
{
	static const char *const words[] = {"weight", "param", "state_dict"};
	return str_has_any(name, words, COUNT(words));
}

/* update_weights_from_disk, reload_weights: into a model that is there and may be captured. */
static bool sounds_like_reload(struct str name)
{
	static const char *const verbs[] = {"update", "reload", "refit", "resync", "sync", "swap", "replace", "refresh"};
	while (name.n && name.p[0] == '_')
		name = (struct str){name.p + 1, name.n - 1};
	return str_starts_any(name, verbs, COUNT(verbs)) && speaks_of_weights(name);
}

static bool sounds_like_capture(struct str name) { return says_graph(name) || says_capture(name); }

/* ---- what graphs have seen ---- */

static bool find_read(struct search *s)
{
	bool any = false;
	for (u32 at = 0; at < s->c->reached.n; at++) {
		const struct reached *r = &s->c->reached.at[at];
		if (!reached_is_code(s->c, r) || !is_looked_at(s->c, r->fn))
			continue;
		any = true;
		for (u32 i = 0; i < r->body->cell_count; i++) {
			const struct cell *cell = &r->body->cells[i];
			if (!cell->name || cell->parent == NONE || cell->is_element)
				continue;
			idmap_put(s->a, &s->read, cell->name, 1);
			if (r->body->cells[cell->parent].param == 0)
				idmap_put(s->a, &s->own, fn_class_key(&s->c->program->functions[r->fn], cell->name), 1);
		}
	}
	return any;
}

/* ---- what is bound anew ---- */

static bool is_of_other_device(struct str name)
{
	static const char *const words[] = {"cpu", "CPU", "npu", "NPU", "xpu", "XPU", "hpu", "HPU", "mps", "MPS", "mlu", "MLU", "musa", "MUSA"};
	return str_has_any(name, words, COUNT(words));
}

/* x.shape[0], x.numel() */
static bool is_size(const struct search *s, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(s->c, b), row, cell);
	if (v.kind == VALUE_RESULT)
		return says_size(body_row_name(s->c->program, &b->rows[v.row]));
	for (u32 up = v.kind == VALUE_PLACE ? v.cell : NONE; up != NONE; up = b->cells[up].parent)
		if (str_is(body_cell_name(s->c->program, b, up), "shape"))
			return true;
	return false;
}

/* `if is_npu:`; `if x.shape[0] < n:`, where it is another size and nothing could be copied into it: once, as a rule. */
static bool is_exceptional(const struct search *s, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(s->c, b, true);
	u32 left = STEPS;
	for (u32 to = d->branch[row]; to != NONE && left; to = next_branch(d, to), left--) {
		const struct body_row *r = &b->rows[d->entry[to]];
		if (r->op != ROW_BRANCH || r->a == NONE)
			continue;
		if (r->target == to && is_of_other_device(body_cell_name(s->c->program, b, r->a)))
			return true;
		struct value v = value_of(capture_values(s->c, b), d->entry[to], r->a);
		const struct body_row *made = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
		if (made && made->op == ROW_BINARY && op_is_order(made->sub) &&
		    (is_size(s, b, v.row, made->a) || is_size(s, b, v.row, made->b)))
			return true;
	}
	return false;
}

/* New memory, seen through what hands its argument on: Parameter(x.t().contiguous()). */
static bool is_new_tensor(const struct search *s, const struct body *b, u32 row, u32 cell)
{
	for (u32 step = 0; step < STEPS && cell != NONE; step++) {
		if (tensor_fresh(s->c, b, NONE, row, cell) == FRESH_YES)
			return true;
		struct value v = value_of(capture_values(s->c, b), row, cell);
		const struct torch_op *op = v.kind == VALUE_RESULT ? torch_at(s->c, b, NONE, v.row) : NULL;
		if (!op || (op->gives != GIVES_VIEW && op->gives != GIVES_MAYBE))
			return false;
		const struct body_row *r = &b->rows[v.row];
		row = v.row;
		cell = r->flags & RF_MEMBER && !str_starts(torch_name(s->c, b, v.row), "torch.") ? r->a : r->arg_count ? b->args[r->first_arg] : NONE;
	}
	return false;
}

/* x.f.copy_(...) beside `x.f = ...`: who makes it where it is missing fills it where it is there. */
static bool is_filled_too(const struct search *s, const struct body *b, u32 name)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !str_is(body_row_name(s->c->program, r), "copy_"))
			continue;
		struct value v = value_of(capture_values(s->c, b), row, r->a);
		for (u32 cell = v.kind == VALUE_PLACE ? v.cell : r->a; cell != NONE; cell = b->cells[cell].parent)
			if (b->cells[cell].name == name)
				return true;
	}
	return false;
}

/* x.data = shuffled(x.data): what is done in place need not be assigned, and the views that PyTorch makes are known. */
static bool is_made_from_it(const struct search *s, const struct body *b, u32 row)
{
	struct value v = value_of(capture_values(s->c, b), row, b->rows[row].a);
	const struct body_row *r = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (!r || r->op != ROW_CALL || r->flags & RF_MEMBER || r->callee.n || !r->arg_count || b->args[r->first_arg] == NONE || str_starts(torch_name(s->c, b, v.row), "torch."))
		return false;
	struct value of = value_of(capture_values(s->c, b), v.row, b->args[r->first_arg]);
	return of.kind == VALUE_PLACE && of.cell == b->rows[row].dst;
}

static bool is_rebinding(const struct search *s, const struct body *b, u32 row, struct rebinding *out)
{
	struct field_write w;
	struct str held;
	if (!field_write_at(b, row, &w) || b->rows[row].a == NONE)
		return false;
	bool is_own = b->cells[w.holder].param == 0 && s->c->program->functions[b->fn].cls;
	bool is_storage = str_is(intern_get(&s->c->program->names, w.name), "data");
	if (is_own ? idmap_get(&s->own, fn_class_key(&s->c->program->functions[b->fn], w.name)) == NONE : !is_storage && idmap_get(&s->read, w.name) == NONE)
		return false;
	struct str cls = unit_text(s->c->program->functions[b->fn].unit, s->c->program->functions[b->fn].f->cls);
	if (is_of_other_device(cls) || is_of_other_device(own_name(s->c, b->fn)))
		return false;
	bool is_new = is_new_tensor(s, b, row, b->rows[row].a) || (is_storage && is_made_from_it(s, b, row));
	if (!is_new || is_exceptional(s, b, row) || is_first_use(s->c, b, row, &held) || is_filled_too(s, b, w.name))
		return false;
	*out = (struct rebinding){b->fn, row, w.name};
	return true;
}

/* ---- the way down ---- */

static bool copies(const struct search *s, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && str_is(body_row_name(s->c->program, &b->rows[row]), "copy_"))
			return true;
	return false;
}

/* Behind the call somebody copies: into the tensors that were there before, which are then put back. Of what is called its name must say so too. */
static bool is_put_back(const struct search *s, const struct body *b, u32 call)
{
	static const char *const words[] = {"restore", "copy", "copies", "put_back"};
	for (u32 row = call + 1; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !body_reaches(b, call, row))
			continue;
		if (str_is(body_row_name(s->c->program, r), "copy_"))
			return true;
		for (u32 i = 0; i < r->callee.n && r->callee.n <= 2 && str_has_any(body_row_name(s->c->program, r), words, COUNT(words)); i++)
			if (copies(s, capture_body(s->c, r->callee.at[i])))
				return true;
	}
	return false;
}

static void go(struct search *s, fn_id fn, u32 depth, u32 row)
{
	/* Another one that reloads is looked at by itself: it stands nearer, and may capture again. */
	if (depth && sounds_like_reload(own_name(s->c, fn)))
		return;
	if (depth > RELOAD_DEPTH || s->seen.n >= RELOAD_FUNCTIONS || !is_looked_at(s->c, fn) || idmap_get(&s->seen, fn) != NONE || str_is(own_name(s->c, fn), "__init__"))
		return;
	idmap_put(s->a, &s->seen, fn, 1);
	struct way way = {fn, depth, row};
	vec_push(s->a, &s->todo, way);
}

static void follow(struct search *s, const struct body *b, u32 row, const struct way *way)
{
	const struct body_row *r = &b->rows[row];
	struct str name = body_row_name(s->c->program, r);
	u32 from = way->row == NONE ? row : way->row;
	bool is_hook = speaks_of_weights(name);
	s->loads |= is_hook && str_has(name, "load");
	if (is_hook && is_put_back(s, b, row))
		return;
	/* Deeper down only what goes on with the load: a logger, or a factory of loaders, binds no weights. */
	static const char *const goes_on[] = {"load", "process", "finalize"};
	if (way->depth && !is_hook && !str_has_any(name, goes_on, COUNT(goes_on)))
		return;
	for (u32 i = 0; i < r->callee.n && r->callee.n <= TARGETS; i++)
		go(s, r->callee.at[i], way->depth + 1, from);
	if (!is_hook || !(r->flags & RF_MEMBER) || (r->callee.n && r->callee.n <= TARGETS))
		return;
	u32 id = intern_find(&s->c->program->names, name), left = ALIKE;
	bool is_of_module = str_starts(python_callee(s->c->program, r->fn, r->row), "torch.nn.");
	for (u32 fn = id == NONE ? NONE : idmap_get(&s->newest, id); fn != NONE && fn && left; fn = s->older[fn - 1], left--)
		if (!is_of_module || python_is_module(s->c->program, fn - 1))
			go(s, fn - 1, way->depth + 1, from);
}

/* Who reloads captures again, or drops its graphs: itself, or whoever calls it does so next. */
static bool is_captured_again(struct search *s, fn_id fn)
{
	const struct capture *c = s->c;
	const struct body *b = capture_body(c, fn);
	s->below.left = CAPTURE_FUNCTIONS;
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && (sounds_like_capture(body_row_name(c->program, &b->rows[row])) || row_captures(&s->below, &b->rows[row])))
			return true;
	return idmap_get(&s->recaptured, str_hash(own_name(c, fn))) != NONE;
}

/* Once for all reloads. */
static void find_recaptured(struct search *s)
{
	const struct program *p = s->c->program;
	struct arena scratch = {0};
	for (fn_id fn = 0; fn < p->function_count; fn++) {
		const struct fn *f = &p->functions[fn];
		VEC(u64) called = {0};
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count && program_is_python(p, fn); i++) {
			struct str name = f->unit->rows[i].op == ROW_CALL ? unit_text(f->unit, f->unit->rows[i].name) : S("");
			while (called.n && sounds_like_capture(name))
				idmap_put(s->a, &s->recaptured, called.at[--called.n], 1);
			if (name.n)
				vec_push(&scratch, &called, str_hash(str_behind(name, '.')));
		}
	}
	arena_release(&scratch);
}

/* A place to which two of them lead is told of the first; a `finally` stands in a body twice. */
static void keep_first(struct search *s, const struct reload *found, bool is_storage, struct reload *out)
{
	for (u32 i = 0; i < found->bound.n; i++) {
		const struct rebinding *bound = &found->bound.at[i];
		const struct body_row *r = &capture_body(s->c, bound->fn)->rows[bound->row];
		u64 key = (u64)r->fn << 32 | (u32)(r->row - s->c->program->functions[r->fn].unit->rows);
		if (str_is(intern_get(&s->c->program->names, bound->name), "data") != is_storage || idmap_get(&s->told, key) != NONE)
			continue;
		idmap_put(s->a, &s->told, key, 1);
		vec_push(s->a, &out->bound, *bound);
	}
}

static void look_at(struct search *s, fn_id fn, reload_list *out)
{
	struct reload found = {.fn = fn, .row = NONE};
	s->seen = (struct idmap){0};
	s->todo.n = 0;
	s->loads = false;
	go(s, fn, 0, NONE);
	for (u32 i = 0; i < s->todo.n; i++) {
		struct way way = s->todo.at[i];
		const struct body *b = capture_body(s->c, way.fn);
		for (u32 row = 0; row < b->n; row++) {
			struct rebinding bound;
			if (b->rows[row].op == ROW_CALL)
				follow(s, b, row, &way);
			if (!is_rebinding(s, b, row, &bound))
				continue;
			found.row = found.bound.n ? found.row : way.row == NONE ? row : way.row;
			vec_push(s->a, &found.bound, bound);
		}
	}
	if (!found.bound.n || !s->loads || is_captured_again(s, fn))
		return;
	struct reload told = {.fn = fn, .row = found.row};
	keep_first(s, &found, false, &told);
	keep_first(s, &found, true, &told);
	if (told.bound.n)
		vec_push(s->a, out, told);
}

void find_reloads(const struct capture *c, struct arena *a, reload_list *out)
{
	struct search s = {.c = c, .a = a};
	VEC(fn_id) asked = {0};
	for (fn_id fn = 0; fn < c->program->function_count; fn++)
		if (is_looked_at(c, fn) && sounds_like_reload(own_name(c, fn)))
			vec_push(a, &asked, fn);
	if (!asked.n || !find_read(&s))
		return;
	s.older = arena_array(a, u32, c->program->function_count + 1);
	for (fn_id fn = 0; fn < c->program->function_count; fn++) {
		const struct fn *f = &c->program->functions[fn];
		if (!f->cls || f->f->kind != FN_METHOD || !is_looked_at(c, fn) || !speaks_of_weights(own_name(c, fn)))
			continue;
		u32 before = idmap_get(&s.newest, f->name);
		s.older[fn] = before == NONE ? 0 : before;
		idmap_put(a, &s.newest, f->name, fn + 1);
	}
	find_recaptured(&s);
	below_open(&s.below, c, a, CAPTURE_DEPTH, true);
	for (u32 i = 0; i < asked.n; i++)
		look_at(&s, asked.at[i], out);
}
