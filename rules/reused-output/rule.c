/* What a captured function returns lies in the graph's own memory: the next replay of the graph, or of one that shares its pool, writes
 * over it. */
#include "reused.h"

/* A `with` that captures, as far as its name shows: the manager may be of another file. */
static bool captures_by_name(const struct rule_run *run, const struct body_row *r)
{
	struct str name = r->op == ROW_ENTER ? body_row_name(run->program, r) : S("");
	return speaks_of_graphs(name) && (str_has(name, "apture") || str_is(name, "graph"));
}

/* By row: it stands in a capture of this body. */
static bool *captured_rows(const struct rule_run *run, const struct body *b, struct arena *a)
{
	bool *in = arena_array(a, bool, b->n + 1), any = false;
	u32 at = run->capture->of[b->fn];
	const struct reached *r = at == NONE ? NULL : &run->capture->reached.at[at];
	bool is_own = r && r->from == NONE && reached_is_code(run->capture, r) && run->capture->regions.at[r->region].row != NONE;
	for (u32 row = 0; row < b->n; row++) {
		if (is_own && capture_has(r, row))
			in[row] = any = true;
		if (is_own || !captures_by_name(run, &b->rows[row]))
			continue;
		for (u32 end = row + 1; end < b->n && !(b->rows[end].op == ROW_LEAVE && b->rows[end].a == b->rows[row].a); end++)
			in[end] = any = true;
	}
	return any ? in : NULL;
}

/* The variable holds what a captured call returned. */
static bool is_output(const struct rule_run *run, const struct body *b, const bool *in, u32 row, u32 cell)
{
	if (cell == NONE || b->cells[cell].parent != NONE)
		return false;
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (v.kind != VALUE_RESULT || !in[v.row] || b->rows[v.row].op != ROW_CALL)
		return false;
	/* What the end of the capture gives is the graph. */
	struct str name = body_row_name(run->program, &b->rows[v.row]);
	return !str_has(name, "capture_end") && !str_has(name, "end_capture") && !str_has(name, "weak_ref") && !str_has(name, "clone") && !str_has(name, "empty");
}

static void report(struct rule_run *run, const struct body *b, u32 row, enum severity severity, struct str name, const char *message)
{
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, severity, &site, arena_format(run->findings->arena, "'%.*s' %s", (int)name.n, name.p, message));
	finding_param(run->findings, f, "output", name);
}

static void look_at_capture(struct rule_run *run, const struct body *b, const bool *in)
{
	u32 keyed;
	bool is_keyed = keeps_graphs_by_key(run->capture, b, &keyed);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		struct str held;
		if (r->op != ROW_MOVE || r->flags & RF_INPLACE || !cell_is_own(b, r->dst) || !is_output(run, b, in, row, r->a))
			continue;
		struct str name = body_cell_name(run->program, b, r->dst);
		if (is_first_use(run->capture, b, row, &held) && str_eq(held, name))
			report(run, b, row, SEVERITY_WARNING, name,
			       "becomes the output of the graph that happens to be captured first, and of every later one: its size is that of the first, and its memory that graph's own");
		else if (is_keyed)
			report(run, b, row, SEVERITY_WARNING, name,
			       "is one place for the outputs of graphs that are kept by key: after the last capture it is that graph's output, whichever is replayed");
	}
}

/* ---- results that are collected ---- */

/* A callable that makes or wraps a graph returns its static output at every call. */
static bool is_graphed(const struct rule_run *run, const struct body *b, u32 row, u32 callee)
{
	if (callee == NONE)
		return false;
	struct value v = value_of(capture_values(run->capture, b), row, callee);
	return v.kind == VALUE_RESULT && b->rows[v.row].op == ROW_CALL && str_has(body_row_name(run->program, &b->rows[v.row]), "make_graphed_callables");
}

static bool is_result_of_graph(const struct rule_run *run, const struct body *b, const bool *in, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (v.kind != VALUE_RESULT || b->rows[v.row].op != ROW_CALL)
		return false;
	return is_graphed(run, b, v.row, b->rows[v.row].a) || (in && in[v.row] && is_output(run, b, in, row, cell));
}

static bool replays_in_loop(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (is_replay(run->capture, b, row) && body_reaches(b, row, row))
			return true;
	return false;
}

/* Every turn of the loop captures anew before it keeps the result: each has a graph, and memory, of its own. */
static bool is_captured_anew(const struct rule_run *run, const struct body *b, u32 made, u32 row)
{
	return body_reaches(b, made, made) && stands_before(capture_dominators(run->capture, b, false), made, row);
}

static void look_at_collecting(struct rule_run *run, const struct body *b, const bool *in)
{
	bool replays = replays_in_loop(run, b);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->arg_count != 1 || !str_is(body_row_name(run->program, r), "append") || !body_reaches(b, row, row))
			continue;
		u32 given = b->args[r->first_arg];
		if (given == NONE || !is_result_of_graph(run, b, in, row, given))
			continue;
		struct value v = value_of(capture_values(run->capture, b), row, given);
		if (!is_graphed(run, b, v.row, b->rows[v.row].a) && (!replays || in[row] || is_captured_anew(run, b, v.row, row)))
			continue;
		struct str name = body_row_name(run->program, &b->rows[v.row]);
		report(run, b, row, SEVERITY_WARNING, name, "gives the graph's static output: all that is collected here is one tensor, with the result of the last replay; clone it");
	}
}

/* ---- a call that captures and runs nothing ---- */

/* Two calls of one function of the program, or of one object by one name; not of an operation, which many things are made with. */
static bool calls_same(const struct rule_run *run, const struct body *b, u32 row, u32 other)
{
	const struct body_row *r = &b->rows[row], *o = &b->rows[other];
	if (r->op != ROW_CALL || o->op != ROW_CALL || !str_eq(body_row_name(run->program, r), body_row_name(run->program, o)))
		return false;
	if (r->callee.n || o->callee.n)
		return r->callee.n && o->callee.n && r->callee.at[0] == o->callee.at[0];
	return r->a == o->a && !torch_at(run->capture, b, NONE, row);
}

/* What the captured rows call is called outside of the capture as well, and not on the arm that replays: a warm-up, or an eager run, has the results. */
static bool is_run_eagerly(const struct rule_run *run, const struct body *b, const bool *in, u32 branch, u32 away)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = 0; row < b->n; row++)
		for (u32 i = 0; in[row] && i < b->n; i++)
			if (!in[i] && calls_same(run, b, row, i) && !edge_stands_before(d, branch, away, i))
				return true;
	return false;
}

/* `if graph is None: capture else: graph.replay()`, and both go on: the call that captures has computed nothing. Who returns on the arm that captures may
 * tell its caller so. */
static u32 replayed_otherwise(const struct rule_run *run, const struct body *b, const bool *in, u32 first)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 row = 0; row < b->n; row++)
		if (is_replay(run->capture, b, row) && (body_reaches(b, first, row) || body_reaches(b, row, first)))
			return NONE;
	for (u32 branch = 0; branch < first; branch++) {
		u32 arm, away, replay = NONE;
		if (!branch_decides(d, branch, first, &arm, &away))
			continue;
		bool leaves = false;
		for (u32 row = 0; row < b->n; row++) {
			if (is_replay(run->capture, b, row) && edge_stands_before(d, branch, away, row))
				replay = row;
			bool is_end = b->rows[row].op == ROW_RETURN || (b->rows[row].op == ROW_THROW && !in[row]);
			leaves = leaves || (is_end && (edge_stands_before(d, branch, arm, row) || edge_stands_before(d, branch, away, row)));
		}
		if (replay != NONE && !leaves && !is_run_eagerly(run, b, in, branch, away))
			return replay;
	}
	return NONE;
}

static void look_at_first_call(struct rule_run *run, const struct body *b, const bool *in)
{
	u32 at = run->capture->of[b->fn], first = 0;
	bool is_own = at != NONE && run->capture->reached.at[at].from == NONE && reached_is_code(run->capture, &run->capture->reached.at[at]);
	while (first < b->n && !in[first])
		first++;
	u32 replay = is_own && first < b->n ? replayed_otherwise(run, b, in, first) : NONE;
	if (replay == NONE)
		return;
	struct site site = site_in(run->program, b, first), other = site_in(run->program, b, replay);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                "the call that captures runs nothing: its outputs hold what stood in their memory, and nothing was computed for this step; replay the graph behind the capture");
	rule_step(run, f, &other, "only other calls replay the graph");
	finding_param(run->findings, f, "output", S("the first call's"));
}

static bool is_candidate(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		struct str name = row->op == ROW_CALL || row->op == ROW_ENTER ? unit_text(fn->unit, row->name) : S("");
		if (row->op == ROW_ENTER || str_is(name, "capture_begin") || str_is(name, "replay") || str_is(name, "make_graphed_callables"))
			return true;
	}
	return false;
}

void rule_reused_output(struct rule_run *run)
{
	u32 file = NONE;
	bool compiles = false;
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (!run->shows[fn] || !rule_is_python(run, fn) || run->program->files[f->file].is_test)
			continue;
		if (reused_may_put_aside(f))
			reused_aside(run, capture_body(run->capture, fn));
		if (captures_in_code(run->capture) && reused_has_loop(f))
			reused_in_loop(run, capture_body(run->capture, fn));
		compiles = f->file == file ? compiles : reused_may_collect(f->unit);
		file = f->file;
		if (compiles)
			reused_compiled(run, capture_body(run->capture, fn));
		if (!is_candidate(f))
			continue;
		const struct body *b = capture_body(run->capture, fn);
		struct arena scratch = {0};
		bool *in = captured_rows(run, b, &scratch);
		if (in) {
			look_at_capture(run, b, in);
			look_at_first_call(run, b, in);
		}
		look_at_collecting(run, b, in);
		arena_release(&scratch);
	}
	reused_alias(run);
	for (u32 at = 0; at < run->capture->reached.n; at++) {
		fn_id fn = run->capture->reached.at[at].fn;
		if (run->shows[fn] && rule_is_python(run, fn) && !program_is_test(run->program, fn))
			reused_left(run, at);
	}
}
