/* Host functions on a stream or in a graph: what their argument points to must be there at each replay, and they may not call CUDA. */
#include "rule.h"

enum { DEPTH = 3 };

/* One host function: of a stream, or of a node. */
struct host_function {
	struct rule_run *run;
	const struct body *body;
	u32 row;
	u32 data, function; /* cells, or NONE */
	u32 reached;        /* NONE: in no capture that is known */
	bool is_node;
	bool is_callback; /* of the kind that no capture takes */
};

static struct str name_of(const struct rule_run *run, const struct body *b, u32 cell)
{
	return body_cell_name(run->program, b, cell);
}

/* What a field of the node's parameters was last given before the row. */
static u32 field_before(const struct rule_run *run, const struct body *b, u32 row, u32 params, const char *field)
{
	for (u32 i = row; i-- > 0;) {
		const struct body_row *r = &b->rows[i];
		if (r->op == ROW_MOVE && r->dst != NONE && b->cells[r->dst].parent == params && str_is(name_of(run, b, r->dst), field))
			return r->a;
	}
	return NONE;
}

/* The program is a runtime itself: it holds the body of the call, so what that does with captures is its own affair. */
static bool is_own_runtime(const struct rule_run *run, struct str name)
{
	const struct lists *l = &run->program->link->functions;
	u32 id = intern_find(&run->program->names, name);
	for (u32 i = id == NONE || id >= l->keys ? 0 : l->start[id]; id != NONE && id < l->keys && i < l->start[id + 1]; i++) {
		const struct fn *fn = &run->program->functions[l->at[i]];
		if (fn->f->kind == FN_FUNCTION && !run->program->files[fn->file].is_test && !program_is_python(run->program, l->at[i]))
			return true;
	}
	return false;
}

static bool find(struct rule_run *run, const struct body *b, u32 row, struct host_function *out)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !r->callee.call || r->flags & RF_MEMBER)
		return false;
	struct str name = body_row_name(run->program, r);
	const struct capture_api *api = models_capture(run->program->models, name);
	if (!api || is_own_runtime(run, name))
		return false;
	*out = (struct host_function){.run = run, .body = b, .row = row, .data = NONE, .function = NONE, .reached = NONE};
	u32 at = run->capture->of[b->fn];
	if (at != NONE && capture_has(&run->capture->reached.at[at], row))
		out->reached = at;
	if (api->does == DOES_HOST_FUNC || api->does == DOES_CALLBACK) {
		out->is_callback = api->does == DOES_CALLBACK;
		out->data = row_argument(b, &b->rows[row], api->at[CAPTURE_FROM]);
		out->function = row_argument(b, &b->rows[row], api->at[CAPTURE_FUNCTION]);
		return true;
	}
	u32 given = r->arg_count ? b->args[r->first_arg + r->arg_count - 1] : NONE;
	u32 params = given == NONE ? NONE : b->cells[given].address_of;
	if (!str_ends(name, "GraphAddHostNode") || params == NONE)
		return false;
	out->is_node = true;
	out->data = field_before(run, b, row, params, "userData");
	out->function = field_before(run, b, row, params, "fn");
	return true;
}

/* The function of the program that a cell names: a lambda, also one that a variable holds, the file's own function, else the only one of
 * that name. */
static fn_id function_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return NONE;
	u32 whole = b->cells[cell].address_of != NONE ? b->cells[cell].address_of : cell;
	if (b->cells[whole].function != NONE)
		return b->cells[whole].function;
	struct value held = value_of(capture_values(run->capture, b), row, whole);
	if (held.cell != NONE && b->cells[held.cell].function != NONE)
		return b->cells[held.cell].function;
	const struct lists *l = &run->program->link->functions;
	struct str name = last_component(name_of(run, b, whole));
	u32 id = name.n ? intern_find(&run->program->names, name) : NONE;
	if (id == NONE || id >= l->keys)
		return NONE;
	u32 file = run->program->functions[b->fn].file, n = 0;
	fn_id own = NONE;
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++)
		if (run->program->functions[l->at[i]].file == file) {
			own = l->at[i];
			n++;
		}
	if (n == 1)
		return own;
	return l->start[id + 1] - l->start[id] == 1 ? l->at[l->start[id]] : NONE;
}

/* The graph is replayed and waited for in the function whose variable it is given. */
static bool is_used_up_here(const struct host_function *h)
{
	bool is_launched = false;
	for (u32 row = 0; row < h->body->n; row++) {
		const struct body_row *r = &h->body->rows[row];
		const struct capture_api *api = r->op == ROW_CALL && r->callee.call ? models_capture(h->run->program->models, body_row_name(h->run->program, r)) : NULL;
		is_launched = is_launched || (api && api->does == DOES_GRAPH_LAUNCH);
	}
	bool replays = h->is_node || h->reached != NONE;
	return waits_behind(h->run->capture, h->body, h->row) && (is_launched || !replays);
}

/* `is_once_enough`: what is wrong hurts without a capture too. */
static enum severity grade(const struct host_function *h, bool is_once_enough)
{
	if (h->is_node)
		return SEVERITY_ERROR;
	const struct capture *c = h->run->capture;
	/* Only users of the program could capture it, and nothing shows that it reckons with them. */
	if (h->reached == NONE)
		return is_once_enough || c->is_expected ? SEVERITY_WARNING : SEVERITY_NOTE;
	u8 grade = c->regions.at[c->reached.at[h->reached].region].grade;
	return grade == GRADE_CODE ? SEVERITY_ERROR : grade == GRADE_PROFILE && !c->is_expected && !is_once_enough ? SEVERITY_NOTE : SEVERITY_WARNING;
}

static const char *where(const struct host_function *h)
{
	return h->is_node ? "in a graph" : h->reached == NONE ? "on a stream" : rule_capture(h->run, h->reached);
}

static void report(const struct host_function *h, enum severity severity, struct str form, const char *message, const struct site *inner, const char *what)
{
	struct site site = site_in(h->run->program, h->body, h->row);
	struct finding *f = rule_report(h->run, severity, &site, message);
	if (h->reached != NONE)
		rule_way(h->run, f, h->reached);
	rule_step(h->run, f, &site, "the host function is handed over");
	if (inner)
		rule_step(h->run, f, inner, what);
	finding_param(h->run->findings, f, "form", form);
}

static void check_data(const struct host_function *h)
{
	struct arena *a = h->run->findings->arena;
	struct mortal m = mortal_at(h->run->capture, h->body, h->row, h->data);
	if (m.kind == MORTAL_NOT || is_used_up_here(h) || str_is(fn_name(&h->run->program->functions[h->body->fn]), "main"))
		return;
	struct site site = site_in(h->run->program, h->body, h->row);
	struct str name = rule_callee(h->run, &site);
	const char *what = m.kind == MORTAL_TEMPORARY ? "a temporary" : arena_format(a, "the local '%.*s'", (int)m.name.n, m.name.p);
	report(h, grade(h, true), S("stack"), arena_format(a, "'%.*s' hands %s to a host function %s: it is gone when that runs%s", (int)name.n, name.p, what, where(h),
	                                 h->is_node || h->reached != NONE ? ", at each replay" : ""), NULL, NULL);
}

/* The value is the callback's argument. */
static bool is_argument(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	if (cell == NONE)
		return false;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	return v.kind == VALUE_PARAM;
}

static bool frees(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_DESTROY)
		return is_argument(run, b, row, r->dst) && b->cells[r->dst].kind == CELL_LOCAL;
	if (r->op != ROW_CALL || !r->arg_count)
		return false;
	struct str name = body_row_name(run->program, r);
	bool owns = str_is(name, "free") || str_is(name, "std::free") || str_is(name, "delete") ||
	            (r->flags & RF_CONSTRUCT && (str_has(name, "unique_ptr") || str_has(name, "shared_ptr")));
	return owns && is_argument(run, b, row, b->args[r->first_arg]);
}

/* It is put on a stream that the caller gives, who may be capturing that stream. Callbacks can't be captured. */
static bool is_given_stream(const struct host_function *h)
{
	struct stream_use use;
	struct values *v = capture_values(h->run->capture, h->body);
	const struct capture_api *api = capture_api_at(h->run->capture, h->body, h->row);
	if (!api || api->does != DOES_HOST_FUNC || program_is_test(h->run->program, h->body->fn) || !stream_use_at(h->run->capture, v, h->row, &use))
		return false;
	/* What a worker of the program holds for itself, in a structure that it is given, is its own. */
	struct stream s = stream_of_use(h->run->capture, v, h->row, &use);
	bool is_held = s.cell != NONE && h->body->cells[s.cell].parent != NONE;
	return s.kind == STREAM_GIVEN && (!is_held || h->run->capture->captures_itself);
}

/* A branch decides on the row, and may tell who runs once from who replays: not the one that stands for a macro with a block, SCOPE(exit) { }. */
static bool is_decided(const struct rule_run *run, const struct body *b, u32 row)
{
	for (u32 i = 0; i < row; i++) {
		const struct body_row *r = &b->rows[i];
		if (r->op != ROW_BRANCH || r->a == NONE)
			continue;
		struct value on = value_of(capture_values(run->capture, b), i, r->a);
		if (on.kind == VALUE_RESULT && b->rows[on.row].flags & RF_MACRO_LIKE)
			continue;
		bool by_target = r->target == row || body_reaches(b, r->target, row), by_other = r->other == row || body_reaches(b, r->other, row);
		if (by_target != by_other)
			return true;
	}
	return false;
}

static void check_freed(const struct host_function *h, const struct body *callback)
{
	if (!h->is_node && h->reached == NONE && !is_given_stream(h)) /* a stream of the function's own runs it once */
		return;
	if (h->is_callback) /* nothing replays it */
		return;
	if (!h->is_node && h->reached == NONE && !capture_may_be_open(h->run->capture, h->body, h->row))
		return;
	for (u32 row = 0; row < callback->n; row++) {
		if (!frees(h->run, callback, row) || is_decided(h->run, callback, row))
			continue;
		struct site site = site_in(h->run->program, callback, row);
		bool is_known = h->is_node || h->reached != NONE;
		report(h, grade(h, false), S("freed"), arena_format(h->run->findings->arena, "the host function frees its argument, and it runs at each replay %s: from the second one on it "
		                                 "works on freed memory", is_known ? where(h) : "of a graph that captures it"), &site, "here its argument is freed");
		return;
	}
}

/* The row of a call of the runtime below a function, with the body it stands in. */
static const struct body *runtime_call(const struct rule_run *run, fn_id fn, u32 depth, u32 *at)
{
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n && depth <= DEPTH; row++) {
		const struct body_row *r = &b->rows[row];
		const struct model_call *call = r->op == ROW_CALL ? r->callee.call : NULL;
		struct str name = call ? body_row_name(run->program, r) : S("");
		bool is_runtime = str_starts(name, "cuda") || str_starts(name, "hip") || str_starts(name, "cu");
		if (r->op == ROW_LAUNCH || (call && is_runtime && call->returns == RETURNS_ERROR && !call_reads_slot(call) && call->role != ROLE_TEXT &&
		                            !str_has(name, "GetLastError") && !str_has(name, "PeekAtLast"))) {
			*at = row;
			return b;
		}
		for (u32 i = 0; i < r->callee.n && r->callee.is_complete; i++) {
			const struct body *inner = r->callee.at[i] == fn ? NULL : runtime_call(run, r->callee.at[i], depth + 1, at);
			if (inner)
				return inner;
		}
	}
	return NULL;
}

static void check_calls(const struct host_function *h, fn_id fn)
{
	u32 row;
	const struct body *b = runtime_call(h->run, fn, 0, &row);
	if (!b)
		return;
	struct site site = site_in(h->run->program, b, row);
	struct str name = rule_callee(h->run, &site);
	/* Forbidden as well, but a look-up of the thread's own state. */
	bool is_lookup = str_ends(name, "GetDevice") || str_ends(name, "GetCurrent");
	report(h, is_lookup ? SEVERITY_NOTE : SEVERITY_WARNING, S("calls"), arena_format(h->run->findings->arena, "the host function calls '%.*s': host functions may not call CUDA, it may fail "
	                                         "(cudaErrorNotPermitted) or never return", (int)name.n, name.p), &site, "here CUDA is called");
}

void rule_host_node_lifetime(struct rule_run *run)
{
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct body *b = &run->slot->bodies[fn];
		for (u32 row = 0; row < b->n; row++) {
			struct host_function h;
			if (!find(run, b, row, &h))
				continue;
			check_data(&h);
			fn_id callback = function_of(run, b, h.row, h.function);
			if (callback == NONE)
				continue;
			check_freed(&h, any_body(run->capture, callback));
			check_calls(&h, callback);
		}
	}
}
