/* Relevance spreads from functions that call the runtime or launch to those that use their names. */
#include "graph/relevant.h"

#include "graph/destroy.h"
#include "graph/link.h"
#include "graph/python.h"

enum { SHARED = 24 }; /* a name with more definitions tells nothing */

struct relevance {
	struct program *program;
	struct arena scratch;
	bool *is_relevant;
	struct lists callers; /* name id -> functions that use the name */
	u32 *definitions;     /* name id -> how many functions and macros have it */
	u32 *owner;           /* function -> the one that hands it to a macro, as a block; or NONE */
	VEC(fn_id) todo;
};

static void put(struct relevance *r, fn_id f)
{
	if (r->is_relevant[f])
		return;
	const struct function *of = r->program->functions[f].f;
	if (of->flags & (NF_GLOBAL | NF_DEVICE))
		return;
	r->is_relevant[f] = true;
	vec_push(&r->scratch, &r->todo, f);
}

/* Operations of libtorch that wait for the device or bring something to it: a capture minds them, whatever else its function does. */
static bool is_tensor_wait(struct str name, bool is_member)
{
	static const char *const functions[] = {"torch::cuda::synchronize", "torch::tensor", "torch::nonzero", "at::nonzero", "torch::masked_select", "at::masked_select"};
	static const char *const methods[] = {"item", "nonzero", "masked_select"};
	return is_member ? str_is_any(last_component(name), methods, COUNT(methods)) : str_is_any(name, functions, COUNT(functions));
}

static bool touches_slot(const struct program *p, const struct unit *u, const struct row *row)
{
	if (row->op == ROW_LAUNCH)
		return true;
	if (row->op != ROW_CALL || !row->name)
		return false;
	struct str name = unit_text(u, row->name);
	if (models_call(p->models, name) || link_returns_error(p, name) || is_tensor_wait(name, row->flags & RF_MEMBER))
		return true;
	/* Whoever asks a framework for its stream hands it to work. */
	const struct capture_api *api = models_capture(p->models, name);
	if (api && (api->does == DOES_LEGACY_STREAM || api->does == DOES_CURRENT_STREAM))
		return true;
	/* Whoever opens or ends a capture is asked for what stands in it, be it operations of tensors alone. */
	for (const struct region_api *region = models_region(p->models, name, row->flags & RF_MEMBER); region; region = region->has_more ? region + 1 : NULL)
		if (region->is_sure && region->language & REGION_NATIVE && (region->kind == REGION_BEGIN || region->kind == REGION_END))
			return true;
	const struct model_check *check = models_check(p->models, name);
	return check && check->reads == READS_SLOT;
}

/* The name under which a row reaches functions, if it is a call. */
static u32 used_name(struct relevance *r, const struct unit *u, const struct row *row)
{
	return row->op == ROW_CALL && row->name ? intern_put(&r->program->names, last_component(unit_text(u, row->name))) : 0;
}

/* Blocks that a row hands to a macro run in its function: M(x, { ... }). */
static void collect_blocks(struct relevance *r, fn_id f, const struct row *row)
{
	const struct fn *fn = &r->program->functions[f];
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = fn->unit->args[row->first_arg + i];
		if (operand_kind(o) == OPD_FUNCTION)
			r->owner[program_fn(r->program, fn->file, operand_index(o))] = f;
	}
}

static void collect(struct relevance *r)
{
	struct program *p = r->program;
	pair_list uses = {0};
	r->owner = arena_array(&r->scratch, u32, p->function_count + 1);
	for (fn_id f = 0; f < p->function_count; f++)
		r->owner[f] = NONE;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (fn->f->flags & (NF_GLOBAL | NF_DEVICE) || program_is_python(p, f))
			continue;
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *row = &fn->unit->rows[i];
			collect_blocks(r, f, row);
			if (touches_slot(p, fn->unit, row))
				put(r, f);
			struct pair pair = {used_name(r, fn->unit, row), f};
			if (pair.key && pair.key != NONE)
				vec_push(&r->scratch, &uses, pair);
			struct destroyed all = {0};
			if (row->op == ROW_DESTROY)
				destroyed_classes(p, unit_text(fn->unit, row->name), &all);
			for (u32 k = 0; k < all.n; k++) {
				pair.key = destructor_name(p, all.cls[k]);
				vec_push(&r->scratch, &uses, pair);
			}
		}
	}
	r->definitions = arena_array(&r->scratch, u32, p->names.texts.n);
	for (fn_id f = 0; f < p->function_count; f++)
		r->definitions[p->functions[f].name] += !program_is_python(p, f);
	lists_pack(&r->scratch, &r->callers, uses.at, uses.n, p->names.texts.n);
}

static void put_callers(struct relevance *r, u32 name)
{
	if (!name || name >= r->callers.keys)
		return;
	for (u32 i = r->callers.start[name]; i < r->callers.start[name + 1]; i++)
		put(r, r->callers.at[i]);
}

/* A parameter that can bring a code or a condition; what a template's parameters are their names don't tell. */
static bool takes_code(const struct fn *f)
{
	static const char *const words[] = {"rror", "bool", "int", "auto", "tatus", "T", "esult"};
	if (f->f->flags & NF_TEMPLATE && f->f->param_count)
		return true;
	for (u32 i = 0; i < f->f->param_count; i++) {
		struct str type = unit_text(f->unit, f->unit->vars[f->f->first_var + i].type);
		for (u32 k = 0; k < COUNT(words); k++)
			if (!type.n || str_has(type, words[k]))
				return true;
	}
	return false;
}

typedef VEC(fn_id) fn_list;

static void put_takers(struct relevance *r, const struct lists *of_name, u32 name, fn_list *todo)
{
	struct program *p = r->program;
	if (name >= of_name->keys)
		return;
	/* Overloads go together: which of them is meant does not always show, and one that is not looked at would lose the code. */
	bool takes = false;
	for (u32 k = of_name->start[name]; k < of_name->start[name + 1] && !takes; k++)
		takes = takes_code(&p->functions[of_name->at[k]]);
	for (u32 k = of_name->start[name]; k < of_name->start[name + 1] && takes; k++) {
		fn_id callee = of_name->at[k];
		const struct fn *of = &p->functions[callee];
		if (r->is_relevant[callee] || of->f->flags & (NF_GLOBAL | NF_DEVICE) || !of->f->param_count)
			continue;
		r->is_relevant[callee] = true;
		vec_push(&r->scratch, todo, callee);
	}
}

/* What relevant functions hand codes to: check and log functions and macros, which need not touch the slot themselves. */
static void put_checks(struct relevance *r)
{
	struct program *p = r->program;
	fn_list todo = {0};
	for (fn_id f = 0; f < p->function_count; f++)
		if (r->is_relevant[f])
			vec_push(&r->scratch, &todo, f);
	while (todo.n) {
		const struct fn *fn = &p->functions[todo.at[--todo.n]];
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *row = &fn->unit->rows[i];
			if (row->op != ROW_CALL || !row->arg_count || !row->name)
				continue;
			u32 name = intern_find(&p->names, last_component(unit_text(fn->unit, row->name)));
			if (name == NONE || r->definitions[name] > SHARED)
				continue;
			put_takers(r, &p->link->functions, name, &todo);
			put_takers(r, &p->link->macros, name, &todo);
		}
	}
}

/* ---- Python: functions that call the runtime themselves, and those that call such functions ---- */

enum { PYTHON_LEVELS = 4 };

static bool calls_runtime(struct program *p, fn_id f)
{
	const struct fn *fn = &p->functions[f];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (python_runtime(p, f, &fn->unit->rows[i]))
			return true;
	return false;
}

/* `__init__` is called by the name of its class. */
static u32 called_name(const struct program *p, const struct fn *f)
{
	struct str cls = unit_text(f->unit, f->f->cls);
	size_t at = cls.n;
	if (!cls.n || !str_is(unit_text(f->unit, f->f->name), "__init__"))
		return f->name;
	while (at && cls.p[at - 1] != '.')
		at--;
	return intern_find(&p->names, (struct str){cls.p + at, cls.n - at});
}

/* Names are compared first, since an answer of the linker costs more. */
static bool calls_any(struct relevance *r, const bool *is_wanted, fn_id f)
{
	struct program *p = r->program;
	const struct fn *fn = &p->functions[f];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[i];
		u32 name = row->op == ROW_CALL && row->name ? intern_find(&p->names, unit_text(fn->unit, row->name)) : NONE;
		if (name == NONE || !is_wanted[name])
			continue;
		struct python_call c = python_resolve(p, f, row);
		for (u32 k = 0; k < c.n; k++)
			if (r->is_relevant[c.at[k].fn] && !(c.at[k].how & HOW_BY_NAME))
				return true;
	}
	return false;
}

static void put_python(struct relevance *r)
{
	struct program *p = r->program;
	bool is_any = false, *is_wanted = NULL;
	for (fn_id f = 0; f < p->function_count; f++)
		if (program_is_python(p, f) && !python_is_device(p, f) && calls_runtime(p, f))
			is_any = r->is_relevant[f] = true;
	for (u32 level = 0; is_any && level < PYTHON_LEVELS; level++) {
		is_any = false;
		is_wanted = arena_array(&r->scratch, bool, p->names.texts.n);
		for (fn_id f = 0; f < p->function_count; f++) {
			u32 name = r->is_relevant[f] && program_is_python(p, f) ? called_name(p, &p->functions[f]) : NONE;
			if (name != NONE && name < p->names.texts.n)
				is_wanted[name] = true;
		}
		for (fn_id f = 0; f < p->function_count; f++)
			if (program_is_python(p, f) && !r->is_relevant[f] && calls_any(r, is_wanted, f))
				is_any = r->is_relevant[f] = true;
	}
}

/* What they hand codes to. */
static void put_python_callees(struct relevance *r)
{
	struct program *p = r->program;
	VEC(fn_id) todo = {0};
	for (fn_id f = 0; f < p->function_count; f++)
		if (r->is_relevant[f] && program_is_python(p, f))
			vec_push(&r->scratch, &todo, f);
	for (u32 at = 0; at < todo.n; at++) {
		const struct fn *fn = &p->functions[todo.at[at]];
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
			const struct row *row = &fn->unit->rows[i];
			if (row->op != ROW_CALL || !row->arg_count)
				continue;
			struct python_call c = python_resolve(p, todo.at[at], row);
			for (u32 k = 0; k < c.n; k++)
				if (program_is_python(p, c.at[k].fn) && !python_is_device(p, c.at[k].fn))
					r->is_relevant[c.at[k].fn] = true;
		}
	}
}

bool *relevant_functions(struct program *p, struct arena *a)
{
	struct relevance r = {.program = p, .is_relevant = arena_array(a, bool, p->function_count + 1)};
	/* Stored function pointers: whoever calls the field. */
	pair_list stored = {0};
	for (u32 field = 0; field < p->link->assigned.keys; field++)
		for (u32 i = p->link->assigned.start[field]; i < p->link->assigned.start[field + 1]; i++) {
			struct pair pair = {p->link->assigned.at[i], field};
			vec_push(&r.scratch, &stored, pair);
		}
	struct lists fields;
	lists_pack(&r.scratch, &fields, stored.at, stored.n, p->function_count);
	collect(&r);
	while (r.todo.n) {
		fn_id f = r.todo.at[--r.todo.n];
		const struct fn *fn = &p->functions[f];
		if (r.definitions[fn->name] <= SHARED)
			put_callers(&r, fn->name);
		for (u32 i = fields.start[f]; i < fields.start[f + 1]; i++)
			put_callers(&r, fields.at[i]);
		if (fn->f->parent != NONE)
			put(&r, program_fn(p, fn->file, fn->f->parent));
		if (r.owner[f] != NONE)
			put(&r, r.owner[f]);
	}
	put_checks(&r);
	put_python(&r);
	put_python_callees(&r);
	arena_release(&r.scratch);
	return r.is_relevant;
}
