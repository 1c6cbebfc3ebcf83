/* Work on the legacy stream beside work on the function's own, with nothing that orders the two. */
#include "capture/legacy_local.h"

#include "capture/buffer.h"
#include "capture/habit.h"
#include "capture/hazard.h"
#include "capture/surface.h"
#include "graph/unused.h"

/* Work on the legacy stream that is in order with other streams only by a wait: a kernel with arguments, an algorithm of Thrust or CUB, a fill, a copy on the device. */
static bool is_unordered_work(const struct capture *c, const struct body *b, u32 row, const struct stream_use *use)
{
	if (b->rows[row].op == ROW_LAUNCH)
		return b->rows[row].arg_count > LAUNCH_CONFIGURATION;
	switch (use->api ? (enum capture_does)use->api->does : DOES_NOTHING) {
	case DOES_FILL: case DOES_FILL_ASYNC: case DOES_LIBRARY: case DOES_LAUNCH:
		return true;
	case DOES_COPY: case DOES_COPY_ASYNC:
		return str_ends(copy_direction(c->program, b, &b->rows[row], use->api), "DeviceToDevice");
	default:
		return false;
	}
}

/* For a stream or the device, itself or in what its name says so of. Not as capture_waits() asks: a copy that the host waits for orders nothing else. */
static bool waits(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		struct str name = b->rows[row].op == ROW_CALL && !api ? body_row_name(c->program, &b->rows[row]) : S("");
		if (api_waits(api) || str_has(name, "ync"))
			return true;
	}
	return false;
}

/* The row's work follows work on a stream that the function was given or asked for. */
static bool is_behind_streams_work(const struct capture *c, struct values *v, u32 row)
{
	const struct body *b = v->body;
	for (u32 other = 0; other < b->n; other++) {
		struct stream_use use;
		if (other == row || !stream_use_at(c, v, other, &use) || use.is_omitted)
			continue;
		bool only_moves = use.api && (use.api->does == DOES_COPY_ASYNC || use.api->does == DOES_FILL_ASYNC || use.api->does == DOES_ALLOC_ASYNC || use.api->does == DOES_FREE_ASYNC);
		u8 kind = stream_of_use(c, v, other, &use).kind;
		if (!only_moves && kind != STREAM_LEGACY && kind != STREAM_PER_THREAD && kind != STREAM_MADE && body_reaches(b, other, row))
			return true;
	}
	return false;
}

/* What a copy or fill does its work on: the device's side of it, as a buffer; NONE if that does not show. */
static u32 device_buffer(const struct capture *c, struct values *v, u32 row, const struct capture_api *api)
{
	const struct body_row *r = &v->body->rows[row];
	bool reads = api && str_ends(copy_direction(c->program, v->body, r, api), "DeviceToHost");
	i8 at = !api ? -1 : reads ? api->at[CAPTURE_FROM] : api->at[CAPTURE_TO];
	u32 given = row_argument(v->body, r, at);
	return given != NONE ? buffer_behind(c->program, v, row, given) : NONE;
}

/* A function is handed what lends the stream, and not to tell or to check. */
static bool is_lent_on(const struct capture *c, const struct body *b, u32 row)
{
	static const char *const tells[] = {"log", "Log", "LOG", "trace", "TRACE", "print", "bench", "heck", "CHECK", "alid", "ssert", "ebug"};
	const struct body_row *r = &b->rows[row];
	bool works = r->op == ROW_CALL && !capture_api_at(c, b, row) && !str_has_any(body_row_name(c->program, r), tells, COUNT(tells));
	u32 lends = works ? param_that_lends(c, &c->program->functions[b->fn]) : NONE;
	for (u32 i = 0; i < r->arg_count && lends != NONE; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].param == lends && b->cells[arg].parent == NONE)
			return true;
	}
	return false;
}

/* The row hands the buffer to a kernel, or to a function, on a stream of the caller's; or on one that is asked for or held by the object. */
static bool works_on(const struct capture *c, struct values *v, u32 row, u32 buffer, bool only_given)
{
	const struct body *b = v->body;
	struct stream_use use;
	bool is_use = stream_use_at(c, v, row, &use) && !use.is_omitted && (!use.api || use.api->does == DOES_LAUNCH || use.api->does == DOES_LIBRARY);
	u8 kind = is_use ? stream_of_use(c, v, row, &use).kind : STREAM_UNKNOWN;
	bool is_such = kind == STREAM_GIVEN || (!only_given && (kind == STREAM_CURRENT || kind == STREAM_MEMBER));
	if (!is_such && !is_lent_on(c, b, row))
		return false;
	for (u32 i = b->rows[row].op == ROW_LAUNCH ? LAUNCH_CONFIGURATION : 0; i < b->rows[row].arg_count; i++)
		if (buffer_behind(c->program, v, row, b->args[b->rows[row].first_arg + i]) == buffer)
			return true;
	return false;
}

/* What the row fills is then handed to a kernel on a stream, which need not wait for it. */
static bool is_before_streams_use(const struct capture *c, struct values *v, u32 row)
{
	const struct body *b = v->body;
	u32 filled = device_buffer(c, v, row, capture_api_at(c, b, row));
	for (u32 other = 0; filled != NONE && other < b->n; other++)
		if (works_on(c, v, other, filled, true) && body_reaches(b, row, other))
			return true;
	return false;
}

/* An algorithm that waits for its stream when it is done, here or on the way from one row to the other. */
static bool is_waited_for(const struct capture *c, struct values *v, u32 from, u32 to)
{
	const struct body *b = v->body;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = b->rows[row].op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
		bool is_algorithm = api && str_starts(call_name(c, b, row), "thrust::") && thrust_waits(c, v, row, api);
		if (is_algorithm && (row == from || body_reaches(b, from, row)) && body_reaches(b, row, to))
			return true;
	}
	return false;
}

/* The host copies from what a kernel on a stream may still be writing. */
static bool is_behind_streams_use(const struct capture *c, struct values *v, u32 row)
{
	const struct body *b = v->body;
	u32 read = device_buffer(c, v, row, capture_api_at(c, b, row));
	for (u32 other = 0; read != NONE && other < b->n; other++)
		if (works_on(c, v, other, read, false) && body_reaches(b, other, row) && !is_waited_for(c, v, other, row))
			return true;
	return false;
}

/* Another way through the function does the like on a stream: the caller asked for this one. */
static bool has_arm_on_stream(const struct capture *c, struct values *v, u32 row)
{
	const struct body *b = v->body;
	for (u32 other = 0; other < b->n; other++) {
		struct stream_use use;
		if (other != row && stream_use_at(c, v, other, &use) && !use.is_omitted && stream_of_use(c, v, other, &use).kind != STREAM_LEGACY &&
		    !body_reaches(b, other, row) && !body_reaches(b, row, other))
			return true;
	}
	return false;
}

/* The function is given what holds a stream: a handle of RAFT, or a type that others of the program take their stream from. */
static bool is_given_handle(const struct capture *c, const struct fn *fn)
{
	static const char *const types[] = {"raft::resources", "raft::device_resources", "raft::handle_t"};
	for (u32 i = 0; i < fn->f->param_count; i++) {
		if (str_has_any(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].type), types, COUNT(types)))
			return true;
	}
	return param_that_lends(c, fn) != NONE;
}

/* Host code of a library, constructors too. */
static bool is_library_code(const struct capture *c, fn_id f)
{
	const struct fn *fn = &c->program->functions[f];
	const struct source *s = &c->program->files[fn->file];
	return capture_is_library(c, f) || (fn->f->flags & NF_CTOR && !(fn->f->flags & NF_DEVICE) && !s->is_test && !s->is_vendored && !c->has_main[fn->file]);
}

enum { ASKED = 8 }; /* rows of one body that are compared with its others: what a function does wrong it does in its first ones */

/* A copy to the host, which waits for its own stream alone. */
static bool reads_back(const struct capture *c, const struct body *b, u32 row, const struct stream_use *use)
{
	return use->api && use->api->does == DOES_COPY && str_ends(copy_direction(c->program, b, &b->rows[row], use->api), "DeviceToHost");
}

/* The row's work and that on the function's stream need an order that nothing gives them. */
static bool goes_past(const struct capture *c, struct values *v, u32 row, const struct stream_use *use, bool is_given)
{
	if (reads_back(c, v->body, row, use))
		return is_behind_streams_use(c, v, row);
	return (v->body->rows[row].op == ROW_LAUNCH && is_given) || is_behind_streams_work(c, v, row) ||
	       (use->api && (use->api->does == DOES_FILL || use->api->does == DOES_COPY) && is_before_streams_use(c, v, row));
}

void legacy_beside(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct body *b = &c->slot->bodies[f];
		const struct fn *fn = &p->functions[f];
		bool is_given = stream_is_taken(fn) || is_given_handle(c, fn), is_found = false;
		if (c->of[f] != NONE || !b->n || program_is_python(p, f) || !is_library_code(c, f) || (!is_given && !stream_in_scope(c, f).n) || waits(c, b))
			continue;
		struct arena scratch = {0};
		struct values v;
		values_open(&scratch, &v, b);
		for (u32 row = 0, n = 0; row < b->n && !is_found && n < ASKED; row++) {
			struct stream_use use;
			struct str held;
			if (!stream_use_at(c, &v, row, &use) || stream_of_use(c, &v, row, &use).kind != STREAM_LEGACY || !(is_unordered_work(c, b, row, &use) || reads_back(c, b, row, &use)))
				continue;
			n++;
			is_found = goes_past(c, &v, row, &use, is_given) && !has_arm_on_stream(c, &v, row) && !is_first_use(c, b, row, &held) && !is_debug_only(c, b, row) &&
			           (!is_given || surface_of(c, f) != SURFACE_IN_ORDER) && !program_is_unused(c->program, f);
			if (is_found)
				legacy_add(a, out, LEGACY_BESIDE, f, row);
		}
		arena_release(&scratch);
	}
}
