/* Something is made at its first use, and the first use may be inside a capture: refused there, or recorded and never run. */
#include "rule.h"

/* Code that is loaded at first use is legal with the drivers of today. */
static bool is_refused_kind(u8 kind) { return kind != HAZARD_NONE && kind != HAZARD_LOAD && kind != HAZARD_FREE && kind != HAZARD_POOL && kind != HAZARD_REFUSED; }

/* A synchronous copy or fill goes through the legacy stream, which no capture allows beside it. */
static bool is_legacy_copy(const struct capture *c, const struct reached *r, u32 row)
{
	const struct body_row *call = &r->body->rows[row];
	const struct capture_api *api = capture_api_of(c->program, call);
	return api && (api->does == DOES_COPY || api->does == DOES_FILL);
}

/* A constructor of the class calls the function as well: the object is made with what it needs. */
static bool is_made_with_object(const struct capture *c, fn_id fn)
{
	const u32 *calls;
	u32 n = c->program->functions[fn].cls ? capture_callers(c, fn, &calls) : 0;
	for (u32 i = 0; i < n; i++) {
		const struct fn *caller = &c->program->functions[c->callers->list.at[calls[i]].fn];
		if (caller->f->flags & NF_CTOR && caller->cls == c->program->functions[fn].cls)
			return true;
	}
	return false;
}

/* The function at `at`, or one between it and the region, is `fn`. O(depth). */
static bool is_on_way(const struct capture *c, u32 at, fn_id fn)
{
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from)
		if (c->reached.at[at].fn == fn)
			return true;
	return false;
}

/* The function, or one through which the capture comes to it, was called before, in the one that captures, outside of the capture: a warm-up has made it. */
static bool is_warmed_up(const struct capture *c, u32 at)
{
	if (!program_is_python(c->program, c->reached.at[at].fn) && is_made_with_object(c, c->reached.at[at].fn))
		return true;
	u32 region = at;
	while (c->reached.at[region].from != NONE)
		region = c->reached.at[region].from;
	const struct reached *top = &c->reached.at[region];
	for (u32 row = 0; row < top->body->n; row++)
		for (u32 i = 0; i < top->body->rows[row].callee.n; i++)
			if (top->state[row] & ROW_IS_EAGER && !(top->state[row] & ROW_IS_CAPTURED) && is_on_way(c, at, top->body->rows[row].callee.at[i]))
				return true;
	return false;
}

/* A constructor, or what sets up, calls the function or one above it as well: the first use was there. */
static bool is_made_at_set_up(const struct capture *c, u32 at)
{
	for (; at != NONE; at = c->reached.at[at].from) {
		const u32 *calls;
		u32 n = capture_callers(c, c->reached.at[at].fn, &calls);
		for (u32 i = 0; i < n; i++) {
			const struct fn *caller = &c->program->functions[c->callers->list.at[calls[i]].fn];
			if (caller->f->flags & NF_CTOR || sounds_like_life_cycle(unit_text(caller->unit, caller->f->name)))
				return true;
		}
	}
	return false;
}

/* Nobody captures what needs the host on every way, nor what only brings data from there. */
static bool is_kept_away(const struct capture *c, u32 at, u32 row)
{
	const struct body *b = c->reached.at[at].body;
	struct unfit unfit;
	bool from_host = false, works = false;
	for (u32 i = 0; i < b->n; i++) {
		const struct capture_api *api = capture_api_at(c, b, i);
		bool is_move = api && (api->does == DOES_COPY || api->does == DOES_COPY_ASYNC);
		bool is_from_host = is_move && str_ends(copy_direction(c->program, b, &b->rows[i], api), "HostToDevice");
		from_host |= is_from_host;
		works |= b->rows[i].op == ROW_LAUNCH || (is_move && !is_from_host) || (api && api->does == DOES_LIBRARY);
	}
	return (from_host && !works) || capture_is_unfit(c, at, row, &unfit);
}

/* Some function on the way enqueues something: what only asks, or grows memory that the host keeps, is no step that a capture would have. */
static bool has_work_on_way(const struct capture *c, u32 at)
{
	for (; at != NONE; at = c->reached.at[at].from) {
		const struct body *b = c->reached.at[at].body;
		struct stream_use use;
		for (u32 row = 0; row < b->n; row++) {
			const struct capture_api *api = capture_api_at(c, b, row);
			bool is_library = api && (api->does == DOES_LIBRARY || api->does == DOES_SET_STREAM);
			if (is_library || b->rows[row].op == ROW_LAUNCH || stream_use_at(c, capture_values(c, b), row, &use))
				return true;
		}
	}
	return false;
}

enum { NEAR = 2 }; /* calls below a library's entry; deeper down, its users' warm-up is a matter of the whole library */

static enum severity grade(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	/* Who only says that it can be captured is warmed up by those who believe it. */
	const struct capture_region *region = &c->regions.at[r->region];
	/* What captures a callable that it is given runs it before: make_graphed_callables, torch.compile. */
	if (region->grade == GRADE_CODE && region->row == NONE && rule_is_python(run, region->fn))
		return SEVERITY_NOTE;
	if (is_made_at_set_up(c, at) || is_debug_only(c, r->body, row) || is_warmed_up(c, at) || c->regions.at[r->region].grade == GRADE_CLAIM)
		return SEVERITY_NOTE;
	/* In Python nobody is known to capture what only takes tensors. */
	if (c->regions.at[r->region].grade == GRADE_PROFILE && (r->depth > NEAR || r->by_name || capture_is_life_cycle(c, at) || rule_is_python(run, r->fn)))
		return SEVERITY_NOTE;
	/* A helper of one file is made for its callers there, who have come to it by no capture that is known. */
	struct str path = run->program->files[run->program->functions[r->fn].file].path;
	bool is_helper = run->program->functions[r->fn].f->flags & NF_STATIC && !run->program->functions[r->fn].cls && !str_ends(path, ".h") && !str_ends(path, ".cuh") && !str_ends(path, ".hpp");
	const u32 *calls;
	if (c->regions.at[r->region].grade == GRADE_PROFILE && r->from == NONE && is_helper && capture_callers(c, r->fn, &calls))
		return SEVERITY_NOTE;
	/* What waits for its stream when something has changed reads an answer there: it works beside captures. */
	const struct capture_api *api = capture_api_of(c->program, &r->body->rows[row]);
	/* What is given back at a first use was there before: it is a growth, which the allocation beside it tells of. */
	bool is_told_beside = api_waits(api) || (api && (api->does == DOES_FREE || api->does == DOES_UNPIN));
	if (c->regions.at[r->region].grade == GRADE_PROFILE)
		return is_told_beside || capture_is_doubtful(c, r) || !has_work_on_way(c, at) || is_kept_away(c, at, row) || capture_takes_host(c, at, HOST_WAITS) ? SEVERITY_NOTE : SEVERITY_WARNING;
	/* The first use is a condition of its own. */
	enum certainty sure = capture_certainty(c, at, row);
	return sure < CERTAIN_SOMETIMES ? SEVERITY_NOTE : r->depth <= NEAR ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void report(struct rule_run *run, u32 at, u32 row, struct str name, struct str held)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, run->capture->reached.at[at].body, row);
	struct finding *f = rule_report(run, grade(run, at, row), &site,
	                                arena_format(a, "'%.*s' runs at the first use of '%.*s', %s: a first use inside a capture is refused and breaks it",
	                                             (int)name.n, name.p, (int)held.n, held.p, rule_capture(run, at)));
	rule_way(run, f, at);
	rule_step(run, f, &site, "here, at the first use only");
	finding_param(run->findings, f, "call", name);
}

/* ---- Python: tensors that are made at the first use and kept ---- */

/* @functools.lru_cache, with or without arguments. */
static bool is_cached(const struct rule_run *run, fn_id fn)
{
	return python_is_decorated(run->capture->program, fn, "lru_cache") || python_is_decorated(run->capture->program, fn, "cache");
}

/* What the row makes ends in something that outlives the call, which the guard asks for. */
static bool is_kept_tensor(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 made = b->rows[row].dst;
	if (made == NONE)
		return false;
	if (b->cells[made].parent != NONE || b->cells[made].kind == CELL_OUTER)
		return true;
	for (u32 i = row + 1; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		bool is_store = r->op == ROW_MOVE && r->dst != NONE && !(r->flags & RF_INPLACE) && (b->cells[r->dst].parent != NONE || b->cells[r->dst].kind == CELL_OUTER);
		bool holds = r->a == made || (r->a != NONE && r->op == ROW_MOVE && value_of(capture_values(run->capture, b), i, r->a).row == row);
		bool is_element_store = r->op == ROW_MOVE && r->dst != NONE && b->cells[r->dst].is_element && r->a != NONE && value_of(capture_values(run->capture, b), i, r->a).row == row;
		if ((is_store && holds) || is_element_store)
			return true;
	}
	return false;
}

static void look_at_python(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *made = &r->body->rows[row];
		if (!capture_has(r, row) || made->op != ROW_CALL)
			continue;
		struct str name = torch_name(c, r->body, row), held = fn_name(&run->program->functions[r->fn]);
		const struct torch_op *op = name.n ? torch_at(c, r->body, at, row) : NULL;
		if (!op || op->role != TORCH_FACTORY || op->capture != TORCH_OK)
			continue;
		u8 home = tensor_at(c, r->body, at, row + 1, made->dst).home;
		if (home != HOME_DEVICE && home != HOME_UNKNOWN)
			continue;
		if ((!is_first_use(c, r->body, row, &held) || !is_kept_tensor(run, r->body, row)) && !is_cached(run, r->fn))
			continue;
		/* Who uses a library warms it up, as a rule. */
		bool is_sure = reached_is_code(c, r) && r->depth <= NEAR && !is_warmed_up(c, at) && capture_certainty(c, at, row) >= CERTAIN_SOMETIMES;
		struct site site = site_in(run->program, r->body, row);
		struct finding *f = rule_report(run, is_sure ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
		                                arena_format(a, "'%.*s' makes what '%.*s' keeps, at the first use %s: a first use inside a capture takes memory of that graph and only "
		                                                "records what fills it", (int)name.n, name.p, (int)held.n, held.p, rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &site, "here, at the first use only");
		finding_param(run->findings, f, "call", name);
	}
}

/* ---- Python: sized by whatever call comes first ---- */

static bool speaks_of_rows(struct str name)
{
	static const char *const words[] = {"num_token", "n_token", "batch_size", "num_seq", "num_req", "num_rows", "bsz"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]) && !str_has(name, "max"))
			return true;
	return str_is(name, "bs") || str_is(name, "tokens");
}

/* The size is this call's: a parameter that counts rows, the first dimension of a tensor. `row` takes where it comes in. */
static bool is_of_call(const struct rule_run *run, const struct body *b, u32 *row, u32 cell, u32 depth)
{
	struct value values[VALUES];
	u32 n = cell == NONE || depth > 5 ? 0 : values_of(capture_values(run->capture, b), *row, cell, values);
	for (u32 i = 0; i < n; i++) {
		const struct value *v = &values[i];
		struct str name = body_cell_name(run->program, b, v->cell);
		if (v->kind == VALUE_PARAM && speaks_of_rows(name))
			return true;
		if (v->kind == VALUE_PLACE && b->cells[v->cell].is_element && str_is(name, "0")) { /* x.shape[0] of a parameter */
			u32 shape = b->cells[v->cell].parent;
			u32 of = b->cells[shape].parent;
			if (of != NONE && str_is(body_cell_name(run->program, b, shape), "shape") && b->cells[of].param != NONE)
				return true;
		}
		if (v->kind != VALUE_RESULT && v->kind != VALUE_OPERATION)
			continue;
		const struct body_row *made = &b->rows[v->row];
		u32 at = v->row;
		bool found = false;
		for (u32 k = 0; k < made->arg_count && !found; k++)
			found = is_of_call(run, b, &at, b->args[made->first_arg + k], depth + 1);
		if (v->kind == VALUE_OPERATION)
			found = found || is_of_call(run, b, &at, made->a, depth + 1) || is_of_call(run, b, &at, made->b, depth + 1);
		if (found) {
			*row = at;
			return true;
		}
	}
	return false;
}

/* Code that speaks of graphs, or that is known to be captured. */
static bool is_for_graphs(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	const struct fn *fn = &run->program->functions[b->fn];
	const struct unit *written = run->program->functions[r->fn].unit; /* a macro's row stands in the macro's file */
	for (u32 i = 0; i < r->row->arg_count; i++)
		if (speaks_of_graphs(unit_text(written, written->arg_names[r->row->first_arg + i])))
			return true;
	return speaks_of_graphs(fn_name(fn)) || capture_runs_in_code(run->capture, b->fn);
}

/* The guard asks for the size as well, so what is too small is made again. */
static bool compares_size(const struct body *b, u32 held_name)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_BINARY || !op_is_comparison(r->sub))
			continue;
		u32 sides[2] = {r->a, r->b};
		for (u32 i = 0; i < 2; i++)
			for (u32 cell = sides[i]; cell != NONE; cell = b->cells[cell].parent)
				if (b->cells[cell].name == held_name)
					return true;
	}
	return false;
}

static void look_at_sizes(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || r->dst == NONE || !r->arg_count || !is_for_graphs(run, b, r))
			continue;
		/* `x.f = C(...)` is a call whose result is moved. */
		u32 kept = b->cells[r->dst].parent != NONE ? r->dst : row + 1 < b->n && b->rows[row + 1].op == ROW_MOVE && b->rows[row + 1].a == r->dst ? b->rows[row + 1].dst : NONE;
		if (kept == NONE || b->cells[kept].parent == NONE || b->cells[kept].is_element)
			continue;
		const struct torch_op *op = torch_at(run->capture, b, NONE, row);
		struct str callee = body_row_name(run->program, r), held;
		bool is_made = op ? op->role == TORCH_FACTORY : r->flags & RF_CONSTRUCT || (callee.n && callee.p[0] >= 'A' && callee.p[0] <= 'Z');
		struct str name = body_cell_name(run->program, b, kept);
		if (!is_made || !is_first_use(run->capture, b, row, &held) || !str_eq(held, name) || compares_size(b, b->cells[kept].name))
			continue;
		for (u32 i = 0; i < r->arg_count; i++) {
			u32 from = row;
			if (!is_of_call(run, b, &from, b->args[r->first_arg + i], 0))
				continue;
			struct site site = site_in(run->program, b, from), made = site_in(run->program, b, row);
			struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
			                                arena_format(a, "'%.*s' is made once and takes its size from the call that comes first: a later one with more rows runs past its end, in a graph as well",
			                                             (int)name.n, name.p));
			rule_step(run, f, &site, "the size of this call");
			rule_step(run, f, &made, "made here, at the first use only");
			finding_param(run->findings, f, "held", name);
			break;
		}
	}
}

/* Cheap, an upper bound: an attribute is set. */
static bool sets_attribute(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		if ((row->op == ROW_MOVE || row->op == ROW_CALL) && operand_kind(row->dst) == OPD_PLACE)
			return true;
	}
	return false;
}

void rule_first_use_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (run->shows[fn] && rule_is_python(run, fn) && f->f->kind != FN_FILE && !run->program->files[f->file].is_test && !str_is(unit_text(f->unit, f->f->name), "__init__") && sets_attribute(f))
			look_at_sizes(run, fn);
	}
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		if (!run->shows[r->fn])
			continue;
		if (rule_is_python(run, r->fn))
			look_at_python(run, at);
		for (u32 row = 0; row < r->body->n; row++) {
			if (!capture_has(r, row))
				continue;
			struct hazard h = hazard_at(c, r, row);
			bool is_copy = is_legacy_copy(c, r, row);
			struct str held;
			if (!is_refused_kind(h.kind) && !is_copy)
				continue;
			if (!is_first_use_on_way(c, at, row, &held))
				continue;
			report(run, at, row, is_copy ? body_row_name(c->program, &r->body->rows[row]) : h.name, held);
		}
	}
}
