/* The memory that cuBLAS works in: every change of the stream sets it back to cuBLAS's own, which a capture then allocates inside the graph; and
 * what a handle or a graph was given must stay. */
#include "rule.h"

/* A call that sets a handle's stream or workspace, or gives the workspace's memory back. */
struct setting {
	const struct body *body;
	u32 row;
	u32 handle, workspace; /* cells, or NONE */
	u8 does;               /* enum capture_does */
};
typedef VEC(struct setting) setting_list;

struct settings {
	struct rule_run *run;
	setting_list streams, workspaces, frees;
	bool is_captured; /* the program captures, in its own code */
};

static u32 argument(const struct body *b, const struct body_row *r, i8 at)
{
	u32 cell = at >= 0 && (u32)(u8)at < r->arg_count ? b->args[r->first_arg + (u8)at] : NONE;
	return cell != NONE && b->cells[cell].address_of != NONE ? b->cells[cell].address_of : cell;
}

/* Of the libraries only cuBLAS, and hipBLAS in front of it, says that a change of the stream sets the workspace back. */
static bool is_blas(const struct rule_run *run, const struct body_row *r)
{
	struct str name = body_row_name(run->program, r);
	return str_starts(name, "cublas") || str_starts(name, "::cublas") || str_starts(name, "hipblas");
}

static void collect(struct settings *s, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_of(s->run->program, r) : NULL;
		if (!api)
			continue;
		struct setting found = {b, row, argument(b, r, api->at[CAPTURE_HANDLE]), argument(b, r, api->at[CAPTURE_FROM]), api->does};
		if (api->does == DOES_FREE) {
			vec_push(s->run->findings->arena, &s->frees, found);
		}
		if (!is_blas(s->run, r) || found.handle == NONE)
			continue;
		if (api->does == DOES_SET_STREAM)
			vec_push(s->run->findings->arena, &s->streams, found);
		if (api->does == DOES_SET_WORKSPACE && found.workspace != NONE && b->cells[found.workspace].kind != CELL_ZERO)
			vec_push(s->run->findings->arena, &s->workspaces, found);
	}
}

static bool sets_workspace(const struct settings *s, const struct body *b, u32 row, u32 handle)
{
	for (u32 i = 0; i < s->workspaces.n; i++) {
		const struct setting *w = &s->workspaces.at[i];
		if (w->body == b && w->row == row && (handle == NONE || w->handle == handle))
			return true;
	}
	return false;
}

/* ---- one function ---- */

struct question {
	const struct settings *all;
	const struct setting *stream;
};

static bool stops(void *context, u32 row)
{
	const struct question *q = context;
	return sets_workspace(q->all, q->stream->body, row, q->stream->handle);
}

/* On some path behind the change of stream the function ends, or the handle computes, before a workspace is set again. */
static bool leaves_without(const struct settings *s, const struct setting *stream)
{
	struct question q = {s, stream};
	struct path_asks asks = {.stops = stops, .context = &q};
	struct paths p;
	bool is_left = false;
	paths_open(&p, s->run->capture->program, stream->body, s->run->slot->bodies);
	paths_walk(&p, stream->row, NULL, 0, &asks);
	for (u32 i = 0; i < p.leaves.n; i++)
		is_left = is_left || p.leaves.at[i].kind == LEAVE_RETURN;
	paths_close(&p);
	return is_left;
}

enum { NEAR = 8 };

/* `if (ws_ != ws) { set(ws); ws_ = ws; }` behind the stream: the name of what is compared, and remembered right behind the call. */
static struct str remembered(const struct settings *s, const struct body *b, u32 stream, u32 workspace)
{
	for (u32 row = stream + 1; row < workspace; row++) {
		const struct body_row *r = &b->rows[row];
		u32 sides[] = {r->a, r->b};
		for (u32 i = 0; i < COUNT(sides) && r->op == ROW_BINARY && (r->sub == OP_NE || r->sub == OP_EQ); i++)
			for (u32 k = workspace + 1; k < b->n && k <= workspace + NEAR && sides[i] != NONE; k++)
				if (b->rows[k].op == ROW_MOVE && b->rows[k].dst == sides[i] && b->cells[sides[i]].kind == CELL_OUTER)
					return body_cell_name(s->run->program, b, sides[i]);
	}
	return S("");
}

/* A workspace that this function sets for the handle: before the stream on every path to it, or behind it
 * where its own change decides. */
static const struct setting *lost_here(const struct settings *s, const struct setting *stream, struct str *held)
{
	const struct capture *c = s->run->capture;
	const struct body *b = stream->body;
	for (u32 i = 0; i < s->workspaces.n; i++) {
		const struct setting *w = &s->workspaces.at[i];
		*held = S("");
		if (w->body != b || w->handle != stream->handle)
			continue;
		if (w->row < stream->row && stands_before(capture_dominators(c, b, false), w->row, stream->row))
			return w;
		if (w->row > stream->row)
			*held = remembered(s, b, stream->row, w->row);
		if (held->n)
			return w;
	}
	return NULL;
}

/* ---- a handle that several functions use ---- */

/* PyTorch's handle comes with the workspace of the current stream (CUDAContext.h; set in CublasHandlePool.cpp). */
static u32 given_by_torch(const struct settings *s, const struct setting *stream)
{
	const struct body *b = stream->body;
	struct value v = value_of(capture_values(s->run->capture, b), stream->row, stream->handle);
	if (v.kind != VALUE_RESULT || b->rows[v.row].op != ROW_CALL)
		return NONE;
	return str_ends(body_row_name(s->run->program, &b->rows[v.row]), "getCurrentCUDABlasHandle") ? v.row : NONE;
}

/* The same member of a class, or global, in two functions. */
static bool is_same(const struct settings *s, const struct body *a, u32 x, const struct body *b, u32 y)
{
	const struct cell *p = x == NONE ? NULL : &a->cells[x], *q = y == NONE ? NULL : &b->cells[y];
	if (!p || !q || p->kind != CELL_OUTER || q->kind != CELL_OUTER || !p->name || p->name != q->name || p->is_element || q->is_element)
		return false;
	const struct fn *f = &s->run->program->functions[a->fn], *g = &s->run->program->functions[b->fn];
	if (p->parent == NONE || q->parent == NONE)
		return p->parent == q->parent && f->file == g->file;
	return f->cls && f->cls == g->cls && a->cells[p->parent].name == b->cells[q->parent].name;
}

/* Some row of the body makes the handle, or memory, that the cell is. */
static bool makes(const struct settings *s, const struct body *b, u8 does, u32 cell)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_of(s->run->program, r) : NULL;
		if (api && api->does == does && argument(b, r, api->at[does == DOES_HANDLE_CREATE ? CAPTURE_HANDLE : CAPTURE_TO]) == cell)
			return true;
	}
	return false;
}

/* The workspace is set where the handle is made, and there alone. */
static const struct setting *lost_elsewhere(const struct settings *s, const struct setting *stream)
{
	if (makes(s, stream->body, DOES_HANDLE_CREATE, stream->handle))
		return NULL;
	for (u32 i = 0; i < s->workspaces.n; i++) {
		const struct setting *w = &s->workspaces.at[i];
		if (w->body != stream->body && is_same(s, w->body, w->handle, stream->body, stream->handle) && makes(s, w->body, DOES_HANDLE_CREATE, w->handle))
			return w;
	}
	return NULL;
}

static bool has_workspace(const struct settings *s, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (sets_workspace(s, b, row, NONE))
			return true;
	return false;
}

/* ---- reports ---- */

static enum severity grade(const struct settings *s, const struct setting *at, bool is_library)
{
	const struct capture *c = s->run->capture;
	u32 reached = c->of[at->body->fn];
	struct unfit unfit;
	bool may_be_captured = is_library && reached != NONE && !capture_is_unfit(c, reached, at->row, &unfit);
	return s->is_captured || may_be_captured ? SEVERITY_WARNING : SEVERITY_NOTE;
}

static void report(const struct settings *s, const struct setting *at, enum severity severity, const char *message, const struct site *other, const char *what)
{
	struct rule_run *run = s->run;
	struct site site = site_in(run->program, at->body, at->row);
	struct finding *f = rule_report(run, severity, &site, message);
	rule_step(run, f, other, what);
	rule_step(run, f, &site, at->does == DOES_FREE ? "here the memory is given back" : "here it is set back");
	finding_param(run->findings, f, "form", at->does == DOES_FREE ? S("freed") : S("stream"));
	finding_param(run->findings, f, "call", body_row_name(run->program, &at->body->rows[at->row]));
}

static void look_at_stream(struct settings *s, const struct setting *stream)
{
	struct arena *a = s->run->findings->arena;
	const struct program *p = s->run->program;
	struct str name = body_row_name(p, &stream->body->rows[stream->row]), held;
	static const char *const then = "cuBLAS goes back to memory of its own, which a capture allocates inside the graph";
	if (!leaves_without(s, stream))
		return;
	const struct setting *w = lost_here(s, stream, &held);
	if (w) {
		struct site site = site_in(p, w->body, w->row);
		report(s, stream, grade(s, stream, true),
		       arena_format(a, held.n ? "'%.*s' sets the workspace back, and it is set again only where '%.*s' changes: %s"
		                              : "'%.*s' sets back the workspace that was set before it%.*s: %s",
		                    (int)name.n, name.p, (int)held.n, held.p, then),
		       &site, "the workspace is set here");
		return;
	}
	if (has_workspace(s, stream->body))
		return;
	u32 torch = given_by_torch(s, stream);
	if (torch != NONE) {
		struct site site = site_in(p, stream->body, torch);
		report(s, stream, grade(s, stream, true), arena_format(a, "'%.*s' sets back the workspace that PyTorch gave this handle for the current stream: %s", (int)name.n, name.p, then), &site,
		       "the handle comes with a workspace");
		return;
	}
	w = lost_elsewhere(s, stream);
	if (w) {
		struct site site = site_in(p, w->body, w->row);
		struct str where = fn_name(&p->functions[w->body->fn]);
		report(s, stream, grade(s, stream, false),
		       arena_format(a, "'%.*s' sets back the workspace that '%.*s' gave the handle once: %s", (int)name.n, name.p, (int)where.n, where.p, then), &site, "the workspace is set here, once");
	}
}

/* The workspace grows: its memory is given back and made anew, and the handle is not told. */
static void look_at_free(struct settings *s, const struct setting *freed)
{
	const struct program *p = s->run->program;
	struct arena *a = s->run->findings->arena;
	if (freed->workspace == NONE || p->functions[freed->body->fn].f->flags & NF_DTOR || has_workspace(s, freed->body) || !makes(s, freed->body, DOES_ALLOC, freed->workspace))
		return;
	for (u32 i = 0; i < s->workspaces.n; i++) {
		const struct setting *w = &s->workspaces.at[i];
		if (w->body == freed->body || !is_same(s, w->body, w->workspace, freed->body, freed->workspace))
			continue;
		struct site site = site_in(p, w->body, w->row);
		struct str name = body_cell_name(p, freed->body, freed->workspace);
		report(s, freed, grade(s, freed, true), arena_format(a, "'%.*s' is made anew, and the handle that was given it still works in the old memory, captured graphs as well", (int)name.n, name.p), &site,
		       "the handle is given the memory here");
		return;
	}
}

/* ---- PyTorch ---- */

/* Frees the workspaces of all handles and streams: captured graphs work in them. */
static bool clears_workspaces(const struct rule_run *run, fn_id fn, const struct row *row)
{
	struct str name = row->op == ROW_CALL && row->name ? unit_text(run->program->functions[fn].unit, row->name) : S("");
	return str_is(name, "_cuda_clearCublasWorkspaces");
}

static void look_at_clear(struct rule_run *run, fn_id fn, const struct body *b, u32 row)
{
	const struct capture *c = run->capture;
	u32 at = c->of[fn];
	bool is_inside = at != NONE && capture_has(&c->reached.at[at], row) && c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE;
	struct site site = site_in(run->program, b, row);
	struct finding *f = rule_report(run, is_inside ? SEVERITY_WARNING : SEVERITY_NOTE, &site,
	                                is_inside ? "the workspaces of cuBLAS are freed inside the capture: what it has recorded works in them at every replay"
	                                          : "the workspaces of cuBLAS are freed: a graph that was captured before and is replayed after it works in memory that is no longer its own");
	if (is_inside)
		rule_way(run, f, at);
	rule_step(run, f, &site, "here");
	finding_param(run->findings, f, "form", S("cleared"));
}

static void look_at_python(struct rule_run *run)
{
	const struct capture *c = run->capture;
	bool is_captured = c->regions.n && c->regions.at[0].grade == GRADE_CODE;
	for (fn_id fn = 0; fn < run->program->function_count; fn++) {
		const struct fn *f = &run->program->functions[fn];
		if (!is_captured || !run->shows[fn] || !rule_is_python(run, fn) || run->program->files[f->file].is_test)
			continue;
		for (u32 i = 0; i < f->f->row_count; i++) {
			if (!clears_workspaces(run, fn, &f->unit->rows[f->f->first_row + i]))
				continue;
			const struct body *b = capture_body(c, fn);
			for (u32 row = 0; row < b->n; row++)
				if (b->rows[row].row == &f->unit->rows[f->f->first_row + i])
					look_at_clear(run, fn, b, row);
		}
	}
}

void rule_library_workspace(struct rule_run *run)
{
	struct settings s = {.run = run};
	for (u32 i = 0; i < run->capture->regions.n; i++) {
		const struct capture_region *region = &run->capture->regions.at[i];
		s.is_captured = s.is_captured || (region->grade == GRADE_CODE && !rule_is_python(run, region->fn));
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->slot->bodies[fn].n && run->program->functions[fn].f->kind != FN_MACRO)
			collect(&s, &run->slot->bodies[fn]);
	for (u32 i = 0; i < s.streams.n; i++)
		if (run->shows[s.streams.at[i].body->fn])
			look_at_stream(&s, &s.streams.at[i]);
	for (u32 i = 0; i < s.frees.n && s.workspaces.n; i++)
		if (run->shows[s.frees.at[i].body->fn])
			look_at_free(&s, &s.frees.at[i]);
	look_at_python(run);
}
