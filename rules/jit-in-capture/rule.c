/* What compiles, measures or unloads code inside a capture. Loading is legal with today's drivers; a search among configurations waits for the device, and
 * an unload is refused. */
#include "rule.h"

enum { NEAR = 2 }; /* calls between the capture and the first call of something that is tuned */

/* ---- Python: a kernel that is tuned at its first call ---- */

/* The list that an argument was given, as rows of the file: how many elements; 0 if it is none, or not written here. */
static u32 elements_of(const struct fn *f, operand list)
{
	u32 n = 0;
	for (u32 i = 0; i < f->f->row_count && operand_kind(list) == OPD_TEMP; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		const struct place *to = row->op == ROW_MOVE && row->flags & RF_INITIALISER && operand_kind(row->dst) == OPD_PLACE ? &f->unit->places[operand_index(row->dst)] : NULL;
		n += to && to->base == list && to->kinds[0] == STEP_ELEMENT && to->kinds[1] == STEP_END;
	}
	return n;
}

/* `@triton.autotune(configs=[one], ...)` has nothing to choose from. */
static bool has_one_config(const struct rule_run *run, fn_id kernel)
{
	const struct fn *k = &run->program->functions[kernel];
	fn_id scope = k->f->parent == NONE ? program_fn(run->program, k->file, 0) : program_fn(run->program, k->file, k->f->parent);
	const struct fn *f = &run->program->functions[scope];
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *define = &f->unit->rows[f->f->first_row + i];
		if (define->op != ROW_DEFINE || define->a != OPERAND(OPD_FUNCTION, k->index))
			continue;
		for (u32 d = 0; d < define->arg_count; d++)
			for (u32 m = 0; m < i; m++) {
				const struct row *made = &f->unit->rows[f->f->first_row + m];
				if (made->op != ROW_CALL || made->dst != f->unit->args[define->first_arg + d] || !str_is(unit_text(f->unit, made->name), "autotune"))
					continue;
				for (u32 n = 0; n < made->arg_count; n++)
					if (str_is(unit_text(f->unit, f->unit->arg_names[made->first_arg + n]), "configs") || (!n && !f->unit->arg_names[made->first_arg]))
						return elements_of(f, f->unit->args[made->first_arg + n]) == 1;
			}
	}
	return false;
}

/* The tuned kernel that the row launches, or NONE. */
static fn_id tuned_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !rule_is_python(run, r->fn))
		return NONE;
	struct python_call call = python_resolve(run->capture->program, r->fn, r->row);
	for (u32 i = 0; i < call.n; i++)
		if (call.at[i].how & HOW_DEVICE && !(call.at[i].how & HOW_BY_NAME) && python_is_decorated(run->capture->program, call.at[i].fn, "autotune"))
			return call.at[i].fn;
	return NONE;
}

/* ---- warm-ups ---- */

static bool speaks_of_warming(struct str name)
{
	static const char *const words[] = {"warm", "Warm", "dummy", "dry_run", "tune", "tuning", "precompile", "profile_run", "prepare", "prewarm"};
	return str_has_any(name, words, COUNT(words));
}

static bool calls(const struct rule_run *run, const struct body *b, u32 row, fn_id fn)
{
	for (u32 i = 0; i < b->rows[row].callee.n; i++)
		if (b->rows[row].callee.at[i] == fn)
			return true;
	return tuned_at(run, b, row) == fn;
}

/* Some row that runs outside of captures calls one of the functions on the way, or something that says it warms up. `state` is by row, NULL: none
 * of them is captured. */
static bool warms_up(const struct rule_run *run, const struct body *b, const u8 *state, const fn_id *way, u32 n)
{
	for (u32 row = 0; row < b->n; row++) {
		if (b->rows[row].op != ROW_CALL || (state && !(state[row] & ROW_IS_EAGER)))
			continue;
		if (speaks_of_warming(body_row_name(run->program, &b->rows[row])))
			return true;
		for (u32 i = 0; i < n; i++)
			if (calls(run, b, row, way[i]))
				return true;
	}
	return false;
}

/* Names are compared first. */
static bool calls_function(const struct rule_run *run, fn_id fn, fn_id callee)
{
	const struct fn *f = &run->program->functions[fn], *wanted = &run->program->functions[callee];
	struct str name = unit_text(wanted->unit, wanted->f->name);
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[f->f->first_row + i];
		if (row->op != ROW_CALL || !row->name || !str_eq(unit_text(f->unit, row->name), name))
			continue;
		struct python_call call = python_resolve(run->capture->program, fn, row);
		for (u32 k = 0; k < call.n; k++)
			if (call.at[k].fn == callee)
				return true;
	}
	return false;
}

enum { WAY = 8 };

/* Who calls a capturing function: several kernels below one are asked about in a row. */
struct asked {
	fn_id captures;
	VEC(fn_id) callers;
};

static void find_callers(const struct rule_run *run, struct asked *asked, fn_id captures)
{
	if (asked->captures == captures)
		return;
	asked->captures = captures;
	asked->callers.n = 0;
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (rule_is_python(run, fn) && calls_function(run, fn, captures))
			vec_push(run->findings->arena, &asked->callers, fn);
}

/* In the function that captures, or in one that calls it. */
static bool is_warmed_up(const struct rule_run *run, struct asked *asked, u32 at, fn_id kernel)
{
	const struct capture *c = run->capture;
	fn_id way[WAY] = {kernel};
	u32 n = 1;
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from)
		if (n < WAY)
			way[n++] = c->reached.at[at].fn;
	const struct reached *top = &c->reached.at[at];
	if (speaks_of_warming(fn_name(&run->program->functions[top->fn])) || warms_up(run, top->body, top->state, way, n))
		return true;
	find_callers(run, asked, top->fn);
	for (u32 i = 0; i < asked->callers.n; i++)
		if (speaks_of_warming(fn_name(&run->program->functions[asked->callers.at[i]])) || warms_up(run, capture_body(c, asked->callers.at[i]), NULL, way, n))
			return true;
	return false;
}

static void look_at_kernel(struct rule_run *run, struct asked *asked, u32 at, u32 row, fn_id kernel)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct arena *a = run->findings->arena;
	struct str name = fn_name(&run->program->functions[kernel]), held;
	const struct capture_region *region = &c->regions.at[r->region];
	/* Who uses a library warms it up, and a compiler tunes before it captures. What is handed to make_graphed_callables, do_bench_cudagraph and
	 * their kin is run before it is captured. */
	if (region->grade == GRADE_PROFILE || region->is_cut || (region->grade == GRADE_CODE && region->row == NONE) || has_one_config(run, kernel) || is_warmed_up(run, asked, at, kernel))
		return;
	bool is_sure = region->grade == GRADE_CODE && r->depth <= NEAR && capture_certainty(c, at, row) == CERTAIN_ALWAYS && !is_first_use_on_way(c, at, row, &held) &&
	               !program_is_test(run->program, r->fn);
	struct site site = site_in(run->program, r->body, row);
	struct finding *f = rule_report(run, is_sure ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                arena_format(a, "'%.*s' is tuned at its first call for each key, %s, and nothing warms it up here: measuring waits for the device, which a capture refuses, and is broken", (int)name.n,
	                                             name.p, rule_capture(run, at)));
	rule_way(run, f, at);
	rule_step(run, f, &site, "launched here");
	finding_param(run->findings, f, "call", S("triton.autotune"));
}

/* A function under @torch.compile that the row calls, or NONE. */
static fn_id compiled_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; rule_is_python(run, r->fn) && r->op == ROW_CALL && i < r->callee.n; i++)
		if (!r->callee.by_name && python_is_decorated(run->capture->program, r->callee.at[i], "compile"))
			return r->callee.at[i];
	return NONE;
}

/* What it does to a capture was not measured: a note. */
static void look_at_compiled(struct rule_run *run, struct asked *asked, u32 at, u32 row, fn_id fn)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	const struct capture_region *region = &c->regions.at[r->region];
	struct str name = fn_name(&run->program->functions[fn]);
	if (region->grade != GRADE_CODE || region->row == NONE || region->is_cut || is_warmed_up(run, asked, at, fn))
		return;
	struct site site = site_in(run->program, r->body, row);
	struct finding *f = rule_report(run, SEVERITY_NOTE, &site,
	                                arena_format(run->findings->arena, "'%.*s' is compiled at its first call, %s, and nothing warms it up here", (int)name.n, name.p, rule_capture(run, at)));
	rule_way(run, f, at);
	rule_step(run, f, &site, "called here");
	finding_param(run->findings, f, "call", S("torch.compile"));
}

/* ---- code that is unloaded, algorithms that are measured ---- */

/* driver.cuModuleUnload(module), through cuda-python. */
static struct hazard python_unload(const struct rule_run *run, const struct reached *r, u32 row)
{
	const struct body_row *call = &r->body->rows[row];
	const struct capture_api *api = rule_is_python(run, call->fn) ? models_capture(run->program->models, body_row_name(run->program, call)) : NULL;
	struct hazard h = {0};
	if (!api || api->does != DOES_UNLOAD || run->capture->regions.at[r->region].mode == MODE_RELAXED)
		return h;
	struct str called = python_resolve(run->capture->program, call->fn, call->row).callee;
	if (!str_starts(called, "cuda.") && !str_starts(called, "ctypes.") && !str_starts(called, "hip."))
		return h;
	return (struct hazard){.kind = HAZARD_LOAD, .api = api, .name = api->name, .code = S("cudaErrorStreamCaptureUnsupported"), .is_measured = str_starts(api->evidence, "measured")};
}

static const char *what(const struct capture_api *api) { return api->does == DOES_UNLOAD ? "unloads code" : "measures or compiles"; }

static enum severity grade(const struct rule_run *run, u32 at, u32 row, const struct hazard *h)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	enum certainty sure = capture_certainty(c, at, row);
	struct str held;
	/* What is unloaded or searched once in a life is not what a capture repeats. */
	bool is_rare = is_debug_only(c, r->body, row) || is_first_use_on_way(c, at, row, &held);
	if (is_rare || c->regions.at[r->region].grade == GRADE_PROFILE || sure < CERTAIN_SOMETIMES)
		return SEVERITY_NOTE;
	return sure == CERTAIN_ALWAYS && h->is_measured ? SEVERITY_ERROR : SEVERITY_WARNING;
}

void rule_jit_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct asked asked = {.captures = NONE};
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n && run->shows[r->fn]; row++) {
			if (!capture_has(r, row) || r->body->rows[row].op != ROW_CALL)
				continue;
			struct hazard h = hazard_at(c, r, row);
			if (!h.kind)
				h = python_unload(run, r, row);
			if (h.kind == HAZARD_LOAD && h.api)
				rule_refused(run, grade(run, at, row, &h), at, row, &h, what(h.api));
			fn_id compiled = compiled_at(run, r->body, row);
			if (compiled != NONE)
				look_at_compiled(run, &asked, at, row, compiled);
			fn_id kernel = h.kind ? NONE : tuned_at(run, r->body, row);
			if (kernel != NONE)
				look_at_kernel(run, &asked, at, row, kernel);
		}
	}
}
