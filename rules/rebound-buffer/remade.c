/* C and C++: a class that captures once and launches the graph from then on gives a buffer that the graph has captured new memory, and keeps the graph. */
#include "rebound.h"

#include "capture/first_capture.h"

enum { BUFFERS = 32, ASKED = 8, DEPTH = 3 };

/* The function that captures where there is no graph yet, and what it asks for that. */
struct keeper {
	fn_id fn;
	const struct first_capture *at;
	u32 asked[ASKED]; /* names of members, globals */
	u32 n_asked;
};

static bool has_name(const u32 *names, u32 n, u32 name)
{
	for (u32 i = 0; i < n; i++)
		if (names[i] == name)
			return true;
	return false;
}

static void note_asked(const struct rule_run *run, const struct body *b, u32 row, u32 cell, struct keeper *k, u32 depth)
{
	if (cell == NONE || depth > DEPTH || k->n_asked == ASKED)
		return;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	u32 place = b->cells[cell].kind == CELL_OUTER ? cell : v.kind == VALUE_PLACE ? v.cell : NONE;
	if (place != NONE && b->cells[place].name)
		k->asked[k->n_asked++] = b->cells[place].name;
	if (place != NONE || (v.kind != VALUE_OPERATION && v.kind != VALUE_RESULT))
		return;
	note_asked(run, b, v.row, b->rows[v.row].a, k, depth + 1);
	note_asked(run, b, v.row, b->rows[v.row].b, k, depth + 1);
}

/* Methods of one class, or functions of C of one file. */
static bool is_near(const struct rule_run *run, fn_id a, fn_id b)
{
	const struct fn *f = &run->program->functions[a], *g = &run->program->functions[b];
	return f->cls || g->cls ? f->cls == g->cls : f->file == g->file;
}

/* The member or global that holds what the cell gives: itself, or the object whose getter gives it; 0. */
static u32 buffer_of(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	static const char *const getters[] = {"get", "data", "ptr", "raw", "device_ptr", "device", "dev", "d_ptr", "devicePtr", "begin"};
	struct value v = cell == NONE ? (struct value){0} : value_of(capture_values(run->capture, b), row, cell);
	u32 place = cell == NONE ? NONE : b->cells[cell].kind == CELL_OUTER ? cell : v.kind == VALUE_PLACE ? v.cell : NONE;
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (place == NONE && made && made->op == ROW_CALL && made->flags & RF_MEMBER && made->a != NONE && str_is_any(body_row_name(run->program, made), getters, COUNT(getters)))
		place = b->cells[made->a].kind == CELL_OUTER ? made->a : NONE;
	return place == NONE || b->cells[place].is_element ? 0 : b->cells[place].name;
}

/* The buffer is given to captured work near the function; *at: where. */
static bool is_captured(const struct rule_run *run, fn_id fn, u32 name, struct site *at)
{
	for (u32 i = 0; i < run->capture->reached.n; i++) {
		const struct reached *r = &run->capture->reached.at[i];
		if (!reached_is_code(run->capture, r) || rule_is_python(run, r->fn) || !is_near(run, fn, r->fn))
			continue;
		for (u32 row = 0; row < r->body->n; row++) {
			const struct body_row *work = &r->body->rows[row];
			bool is_work = capture_has(r, row) && (work->op == ROW_LAUNCH || capture_api_of(run->program, work));
			for (u32 k = work->op == ROW_LAUNCH ? LAUNCH_CONFIGURATION : 0; is_work && k < work->arg_count; k++)
				if (buffer_of(run, r->body, row, r->body->args[work->first_arg + k]) == name) {
					*at = site_in(run->program, r->body, row);
					return true;
				}
		}
	}
	return false;
}

static bool allocates(const struct capture_api *api) { return api && (api->does == DOES_ALLOC || api->does == DOES_ALLOC_ASYNC); }

/* cudaFree(p), and behind that cudaMalloc(&p, n), of a place that outlives the call: its cell at the free; NONE. */
static u32 remade_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct capture_api *api = capture_api_of(run->program, &b->rows[row]);
	u32 freed = api && (api->does == DOES_FREE || api->does == DOES_FREE_ASYNC) ? row_argument(b, &b->rows[row], api->at[CAPTURE_FROM]) : NONE;
	if (freed == NONE || b->cells[freed].kind != CELL_OUTER || b->cells[freed].is_element || !b->cells[freed].name)
		return NONE;
	for (u32 to = 0; to < b->n; to++) {
		const struct body_row *r = &b->rows[to];
		u32 first = allocates(capture_api_of(run->program, r)) ? row_argument(b, r, 0) : NONE;
		for (; first != NONE && b->cells[first].address_of == NONE && b->cells[first].kind == CELL_LOCAL;) {
			struct value v = value_of(capture_values(run->capture, b), to, first); /* (void **)&p */
			if (v.kind == VALUE_UNKNOWN || v.cell == first)
				break;
			first = v.cell;
		}
		if (first != NONE && b->cells[first].address_of == freed && body_reaches(b, row, to))
			return freed;
	}
	return NONE;
}

/* The object is one that gives its buffer new memory when it grows: by its class in the program, or a vector on the device. */
static bool grows_object(const struct rule_run *run, const struct body *b, u32 row)
{
	static const char *const grows[] = {"resize", "reserve"};
	static const char *const vectors[] = {"device_vector", "device_uvector", "device_buffer"};
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->a == NONE || b->cells[r->a].kind != CELL_OUTER || b->cells[r->a].is_element)
		return false;
	if (!r->callee.n) {
		u32 type = body_cell_type(run->program, b, r->a);
		return str_is_any(body_row_name(run->program, r), grows, COUNT(grows)) && type && str_is_any(intern_get(&run->program->names, type), vectors, COUNT(vectors));
	}
	if (r->callee.n != 1 || r->callee.by_name)
		return false;
	const struct body *callee = capture_body(run->capture, r->callee.at[0]);
	for (u32 i = 0; i < callee->n; i++)
		if (remade_at(run, callee, i) != NONE)
			return true;
	return false;
}

/* The function has to do with the graph, but for the keeper's own arm: it drops it, marks it, asks whether there is one, or sets something else that the keeper asks for (a size, the address). */
static bool minds_graph(const struct rule_run *run, const struct body *b, const struct keeper *k)
{
	static const char *const words[] = {"raph", "aptur", "exec_", "Exec", "irty", "nvalid", "tale"};
	bool is_keeper = b->fn == k->fn;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (is_keeper && first_capture_has(run->capture, b, k->at, row))
			continue;
		u32 dst = r->dst == NONE || b->cells[r->dst].kind != CELL_OUTER ? 0 : b->cells[r->dst].name;
		bool is_set = dst && (has_name(k->asked, k->n_asked, dst) || str_has_any(intern_get(&run->program->names, dst), words, COUNT(words)));
		struct str called = r->op == ROW_CALL && !(is_keeper && row == k->at->replay) ? body_row_name(run->program, r) : S("");
		if (is_set || (str_has_any(called, words, COUNT(words)) && !str_has(called, "GraphLaunch")))
			return true;
		for (u32 i = 0; i < k->n_asked && !is_keeper; i++)
			for (u32 cell = 0; cell < b->cell_count; cell++)
				if (b->cells[cell].name == k->asked[i] && b->cells[cell].kind == CELL_OUTER && rule_reads(b, row, cell))
					return true;
	}
	return false;
}

/* Who calls it drops the graph, or it is called while things are set up alone. */
static bool is_minded_by_callers(const struct rule_run *run, fn_id fn, const struct keeper *k)
{
	static const char *const set_up[] = {"init", "Init", "create", "Create", "setup", "Setup", "main", "load", "Load"};
	const u32 *first;
	u32 n = capture_callers(run->capture, fn, &first), early = 0;
	for (u32 i = 0; i < n; i++) {
		fn_id caller = run->capture->callers->list.at[first[i]].fn;
		const struct fn *f = &run->program->functions[caller];
		if (caller != k->fn && minds_graph(run, capture_body(run->capture, caller), k))
			return true;
		early += f->f->flags & NF_CTOR || str_has_any(fn_name(f), set_up, COUNT(set_up));
	}
	return n && early == n;
}

static void look_at(struct rule_run *run, const struct keeper *k, fn_id fn)
{
	static const char *const ends[] = {"destroy", "Destroy", "free", "Free", "release", "Release", "clear", "Clear", "init", "Init", "create", "Create", "setup", "Setup"};
	const struct fn *f = &run->program->functions[fn];
	bool is_life_cycle = f->f->flags & (NF_CTOR | NF_DTOR) || str_has_any(fn_name(f), ends, COUNT(ends));
	/* What the keeper captures is no business of others; it may itself grow the buffer before. */
	bool is_left_out = is_life_cycle || program_is_test(run->program, fn) || rule_is_python(run, fn) || capture_runs_in_code(run->capture, fn);
	if (!run->shows[fn] || (is_left_out && fn != k->fn))
		return;
	const struct body *b = capture_body(run->capture, fn);
	for (u32 row = 0; row < b->n; row++) {
		u32 cell = fn == k->fn && first_capture_has(run->capture, b, k->at, row) ? NONE : grows_object(run, b, row) ? b->rows[row].a : remade_at(run, b, row);
		struct site captured;
		if (cell == NONE || !is_captured(run, fn, b->cells[cell].name, &captured))
			continue;
		if (minds_graph(run, b, k) || is_minded_by_callers(run, fn, k))
			return;
		struct site site = site_in(run->program, b, row), replay = site_in(run->program, capture_body(run->capture, k->fn), k->at->replay);
		struct str name = body_cell_name(run->program, b, cell);
		struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
		                                    arena_format(run->findings->arena, "'%.*s' is given new memory here, and the graph that has captured the old is kept: its next launch works on freed memory",
		                                                 (int)name.n, name.p));
		rule_step(run, found, &captured, "captured here");
		rule_step(run, found, &replay, "launched here, without a new capture");
		finding_param(run->findings, found, "buffer", name);
		return;
	}
}

void rebound_by_remaking(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	struct keeper k = {.fn = fn, .at = first_capture_of(run->capture, fn)};
	if (!k.at)
		return;
	note_asked(run, b, k.at->branch, b->rows[k.at->branch].a, &k, 0);
	for (fn_id other = 0; other < run->program->function_count; other++)
		if (is_near(run, fn, other))
			look_at(run, &k, other);
}
