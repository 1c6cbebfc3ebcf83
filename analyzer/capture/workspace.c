#include "capture/workspace.h"

#include "capture/stream.h"
#include "graph/dominate.h"
#include "graph/paths.h"

/* A call that sets a handle's stream or workspace, or gives the workspace's memory back. */
struct setting {
	const struct body *body;
	u32 row;
	u32 handle, workspace; /* cells, or NONE */
	u8 does;               /* enum capture_does */
};
typedef VEC(struct setting) setting_list;

struct settings {
	const struct capture *capture;
	struct arena *arena;
	setting_list streams, workspaces, frees;
};

static u32 argument(const struct body *b, const struct body_row *r, i8 at)
{
	u32 cell = row_argument(b, r, at);
	return cell != NONE && b->cells[cell].address_of != NONE ? b->cells[cell].address_of : cell;
}

/* Of the libraries only cuBLAS, and hipBLAS in front of it, says that a change of the stream sets the workspace back. */
static bool is_blas(const struct capture *c, const struct body_row *r)
{
	struct str name = body_row_name(c->program, r);
	return str_starts(name, "cublas") || str_starts(name, "::cublas") || str_starts(name, "hipblas");
}

static void collect(struct settings *s, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_of(s->capture->program, r) : NULL;
		if (!api)
			continue;
		struct setting found = {b, row, argument(b, r, api->at[CAPTURE_HANDLE]), argument(b, r, api->at[CAPTURE_FROM]), api->does};
		if (api->does == DOES_FREE)
			vec_push(s->arena, &s->frees, found);
		if (!is_blas(s->capture, r) || found.handle == NONE)
			continue;
		if (api->does == DOES_SET_STREAM)
			vec_push(s->arena, &s->streams, found);
		if (api->does == DOES_SET_WORKSPACE && found.workspace != NONE && b->cells[found.workspace].kind != CELL_ZERO)
			vec_push(s->arena, &s->workspaces, found);
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
	paths_open(&p, s->capture->program, stream->body, s->capture->slot->bodies);
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
					return body_cell_name(s->capture->program, b, sides[i]);
	}
	return S("");
}

/* A workspace that this function sets for the handle: before the stream on every path to it, or behind it
 * where its own change decides. */
static const struct setting *lost_here(const struct settings *s, const struct setting *stream, struct str *held)
{
	const struct capture *c = s->capture;
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
	struct value v = value_of(capture_values(s->capture, b), stream->row, stream->handle);
	if (v.kind != VALUE_RESULT || b->rows[v.row].op != ROW_CALL)
		return NONE;
	return str_ends(body_row_name(s->capture->program, &b->rows[v.row]), "getCurrentCUDABlasHandle") ? v.row : NONE;
}

/* The same member of a class, or global, in two functions. */
static bool is_same(const struct settings *s, const struct body *a, u32 x, const struct body *b, u32 y)
{
	const struct cell *p = x == NONE ? NULL : &a->cells[x], *q = y == NONE ? NULL : &b->cells[y];
	if (!p || !q || p->kind != CELL_OUTER || q->kind != CELL_OUTER || !p->name || p->name != q->name || p->is_element || q->is_element)
		return false;
	const struct fn *f = &s->capture->program->functions[a->fn], *g = &s->capture->program->functions[b->fn];
	if (p->parent == NONE || q->parent == NONE)
		return p->parent == q->parent && f->file == g->file;
	return f->cls && f->cls == g->cls && a->cells[p->parent].name == b->cells[q->parent].name;
}

/* Some row of the body makes the handle, or memory, that the cell is. */
static bool makes(const struct settings *s, const struct body *b, u8 does, u32 cell)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_of(s->capture->program, r) : NULL;
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

/* ---- what is lost ---- */

static void lose(const struct settings *s, lost_workspace_list *out, enum workspace_loss kind, const struct setting *at, const struct body *given_body, u32 given_row, struct str held)
{
	struct lost_workspace lost = {(u8)kind, at->body, given_body, at->row, given_row, held};
	vec_push(s->arena, out, lost);
}

/* The handle is set to the legacy stream, which nobody captures. */
static bool is_set_to_legacy(const struct settings *s, const struct setting *stream)
{
	const struct body_row *r = &stream->body->rows[stream->row];
	const struct capture_api *api = capture_api_of(s->capture->program, r);
	i8 at = api ? api->at[CAPTURE_STREAM] : -1;
	u32 given = row_argument(stream->body, r, at);
	return given != NONE && stream_of(s->capture, capture_values(s->capture, stream->body), stream->row, given).kind == STREAM_LEGACY;
}

static void look_at_stream(const struct settings *s, const struct setting *stream, lost_workspace_list *out)
{
	struct str held = S("");
	if (is_set_to_legacy(s, stream) || !leaves_without(s, stream))
		return;
	const struct setting *w = lost_here(s, stream, &held);
	if (w) {
		lose(s, out, held.n ? LOSS_HELD : LOSS_BEFORE, stream, w->body, w->row, held);
		return;
	}
	if (has_workspace(s, stream->body))
		return;
	u32 torch = given_by_torch(s, stream);
	w = torch == NONE ? lost_elsewhere(s, stream) : NULL;
	if (torch != NONE)
		lose(s, out, LOSS_TORCH, stream, stream->body, torch, held);
	else if (w)
		lose(s, out, LOSS_ONCE, stream, w->body, w->row, held);
}

/* The workspace grows. */
static void look_at_free(const struct settings *s, const struct setting *freed, lost_workspace_list *out)
{
	const struct program *p = s->capture->program;
	if (freed->workspace == NONE || p->functions[freed->body->fn].f->flags & NF_DTOR || has_workspace(s, freed->body) || !makes(s, freed->body, DOES_ALLOC, freed->workspace))
		return;
	for (u32 i = 0; i < s->workspaces.n; i++) {
		const struct setting *w = &s->workspaces.at[i];
		if (w->body == freed->body || !is_same(s, w->body, w->workspace, freed->body, freed->workspace))
			continue;
		lose(s, out, LOSS_FREED, freed, w->body, w->row, body_cell_name(p, freed->body, freed->workspace));
		return;
	}
}

void find_lost_workspaces(const struct capture *c, const bool *shows, struct arena *a, lost_workspace_list *out)
{
	struct settings s = {.capture = c, .arena = a};
	for (fn_id fn = 0; fn < c->program->function_count; fn++)
		if (c->slot->bodies[fn].n && c->program->functions[fn].f->kind != FN_MACRO)
			collect(&s, &c->slot->bodies[fn]);
	for (u32 i = 0; i < s.streams.n; i++)
		if (shows[s.streams.at[i].body->fn])
			look_at_stream(&s, &s.streams.at[i], out);
	for (u32 i = 0; i < s.frees.n && s.workspaces.n; i++)
		if (shows[s.frees.at[i].body->fn])
			look_at_free(&s, &s.frees.at[i], out);
}
