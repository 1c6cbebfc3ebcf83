#include "capture/legacy.h"

#include "capture/buffer.h"
#include "capture/habit.h"
#include "capture/hazard.h"
#include "capture/local.h"
#include "capture/surface.h"
#include "graph/unused.h"

typedef VEC(struct legacy_use) use_list;

static void add(struct arena *a, use_list *out, enum legacy_reason why, fn_id fn, u32 row)
{
	struct legacy_use use = {(u8)why, fn, row};
	vec_push(a, out, use);
}

/* Something that makes, clears or asks, once. */
static bool is_called_once(struct str name)
{
	return sounds_like_life_cycle(name) || str_starts(name, "get") || str_starts(name, "query") || str_has(name, "lear");
}

/* Allocates device memory and copies to it at once, or to a symbol: what it makes ready is there before the first step. */
static bool makes_and_fills(const struct capture *c, const struct body *b)
{
	bool allocates = false, copies = false;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		allocates |= api && api->does == DOES_ALLOC;
		copies |= api && api->does == DOES_COPY && (str_has(api->name, "ToSymbol") || str_ends(copy_direction(c->program, b, &b->rows[row], api), "HostToDevice"));
	}
	return allocates && copies;
}

enum { CALLERS_UP = 3 };

/* All that are seen to call it make something ready: weights that are transposed when they have been read. */
static bool is_called_by_set_up(const struct capture *c, fn_id fn, u32 depth)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls), counted = 0;
	for (u32 i = 0; i < n; i++) {
		fn_id caller = c->callers->list.at[calls[i]].fn;
		const struct fn *f = &c->program->functions[caller];
		struct str name = fn_name(f);
		if (caller == fn)
			continue;
		bool is_set_up = f->f->flags & NF_CTOR || is_called_once(unit_text(f->unit, f->f->name)) || str_has(name, "Weight") || str_has(name, "weight") ||
		                 str_starts(last_component(name), "set_up") || makes_and_fills(c, capture_body(c, caller));
		if (!is_set_up && (depth >= CALLERS_UP || !is_called_by_set_up(c, caller, depth + 1)))
			return false;
		counted++;
	}
	return counted > 0;
}

/* All that are seen to call it do so where nobody captures: behind a question for captures, or where there is no stream. */
static bool is_kept_from_captures(const struct capture *c, fn_id fn)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls);
	for (u32 i = 0; i < n; i++) {
		const struct caller *from = &c->callers->list.at[calls[i]];
		if (capture_may_be_open(c, capture_body(c, from->fn), from->row))
			return false;
	}
	return n > 0;
}

/* Functions of a library that work on the stream that they are lent, against each that launches on none, from which on the latter is a slip;
 * and how many they must be to show a habit. */
enum { HABIT_RATIO = 5, HABIT = 10 };

/* Nearly all of the library's functions work on streams that they are lent. */
static bool lends_everywhere(const struct capture *c)
{
	const struct habits *h = capture_habits(c);
	u32 lent = 0, without = 0;
	for (u32 file = 0; file < c->program->file_count; file++) {
		lent += h->lent[file];
		without += h->without[file];
	}
	return lent >= HABIT && lent >= HABIT_RATIO * without;
}

/* It makes memory of its own, so it makes something ready. */
static bool allocates(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		struct str name = b->rows[row].op == ROW_CALL ? body_row_name(c->program, &b->rows[row]) : S("");
		if ((api && (api->does == DOES_ALLOC || api->does == DOES_ALLOC_ASYNC)) || str_has(name, "lloc"))
			return true;
	}
	return false;
}

/* The files of all that are seen to call it are programs or tests. */
static bool is_of_programs(const struct capture *c, fn_id fn)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls);
	for (u32 i = 0; i < n; i++) {
		u32 file = c->program->functions[c->callers->list.at[calls[i]].fn].file;
		if (!c->has_main[file] && !c->program->files[file].is_test)
			return false;
	}
	return n > 0;
}

static void add_functions(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	const struct habits *h = capture_habits(c);
	bool is_habit = lends_everywhere(c);
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		const struct work *w = &h->works[f];
		if (c->of[f] != NONE || w->has_stream || w->names_legacy || w->waits || is_called_once(unit_text(fn->unit, fn->f->name)) || program_is_unused(c->program, f))
			continue;
		if (w->operator_run != NONE)
			add(a, out, LEGACY_OPERATOR, f, w->operator_run);
		else if (w->launch != NONE && h->names_streams && !stream_is_taken(fn) && h->lent[fn->file] && h->lent[fn->file] >= h->without[fn->file] && !is_called_by_set_up(c, f, 0) &&
		         !is_kept_from_captures(c, f))
			add(a, out, LEGACY_NEIGHBOUR, f, w->launch);
		else if (is_habit && w->launch != NONE && !stream_is_taken(fn) && !h->lent[fn->file] && !is_called_by_set_up(c, f, 0) && !is_of_programs(c, f) &&
		         !allocates(c, &c->slot->bodies[f]))
			add(a, out, LEGACY_LIBRARY, f, w->launch);
	}
}

/* Work on the legacy stream that is in order with other streams only by a wait: a kernel with arguments, a fill, a copy on the device. */
static bool is_unordered_work(const struct capture *c, const struct body *b, u32 row, const struct stream_use *use)
{
	if (b->rows[row].op == ROW_LAUNCH)
		return b->rows[row].arg_count > LAUNCH_CONFIGURATION;
	switch (use->api ? (enum capture_does)use->api->does : DOES_NOTHING) {
	case DOES_FILL: case DOES_FILL_ASYNC: case DOES_LIBRARY:
		return true;
	case DOES_COPY: case DOES_COPY_ASYNC:
		return str_ends(copy_direction(c->program, b, &b->rows[row], use->api), "DeviceToDevice");
	default:
		return false;
	}
}

static bool waits(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		struct str name = b->rows[row].op == ROW_CALL && !api ? body_row_name(c->program, &b->rows[row]) : S("");
		if ((api && (api->does == DOES_SYNC_DEVICE || api->does == DOES_SYNC_STREAM || api->does == DOES_SYNC_EVENT)) || str_has(name, "ync"))
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
	return at >= 0 && (u32)(u8)at < r->arg_count ? buffer_behind(c->program, v, row, v->body->args[r->first_arg + (u32)(u8)at]) : NONE;
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

/* In set-up code too a kernel that goes past the function's stream is in order with nothing. */
static void add_beside(const struct capture *c, struct arena *a, use_list *out)
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
				add(a, out, LEGACY_BESIDE, f, row);
		}
		arena_release(&scratch);
	}
}

/* A library by the beginning of its calls' names: cublas, cusolverDn. */
static struct str library_of(struct str create)
{
	static const char *const verbs[] = {"Create", "Plan", "MakePlan"};
	for (size_t at = 1; at < create.n; at++)
		for (u32 i = 0; i < COUNT(verbs); i++)
			if (str_starts((struct str){create.p + at, create.n - at}, verbs[i]))
				return (struct str){create.p, at};
	return S("");
}

static bool any_begins(const struct str *names, u32 n, struct str with)
{
	for (u32 i = 0; i < n; i++)
		if (names[i].n > with.n && str_eq((struct str){names[i].p, with.n}, with))
			return true;
	return false;
}

struct handle {
	struct str library;
	struct legacy_use use;
};

/* The handle stays in a variable of the function: neither stored, nor returned, nor given to anything but the library. */
static bool stays_here(const struct capture *c, const struct body *b, u32 made, const struct capture_api *api)
{
	u32 at = api->at[CAPTURE_HANDLE] < 0 ? NONE : (u32)(u8)api->at[CAPTURE_HANDLE];
	u32 given = at < b->rows[made].arg_count ? b->args[b->rows[made].first_arg + at] : NONE;
	u32 cell = given == NONE ? NONE : b->cells[given].address_of;
	if (cell == NONE || b->cells[cell].kind != CELL_LOCAL || b->cells[cell].param != NONE || b->cells[cell].parent != NONE || b->cells[cell].is_reference)
		return false;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL && r->a == cell)
			return false;
		for (u32 i = 0; i < r->arg_count; i++) {
			u32 arg = b->args[r->first_arg + i];
			if ((arg == cell || arg == given) && !capture_api_of(c->program, r))
				return false;
		}
	}
	return true;
}

/* Who makes a handle for one call and ends it works outside of captures. */
static bool is_for_one_call(const struct capture *c, const struct body *b, struct str library)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = b->rows[row].op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
		if (api && api->does == DOES_HANDLE_DESTROY && str_starts(call_name(c, b, row), arena_text(c->arena, library.p, library.n)))
			return true;
	}
	return false;
}

static bool is_parameter(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].param != NONE; }

/* A handle or plan works on the legacy stream until it is given another. */
static void add_handles(const struct capture *c, struct arena *a, use_list *out)
{
	struct arena scratch = {0};
	VEC(struct handle) made = {0};
	VEC(struct str) bound = {0}, used = {0};
	for (fn_id f = 0; f < c->program->function_count; f++) {
		const struct body *b = &c->slot->bodies[f];
		for (u32 row = 0; row < b->n; row++) {
			const struct capture_api *api = b->rows[row].op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
			struct str name = api ? call_name(c, b, row) : S("");
			struct handle h = {library_of(name), {LEGACY_HANDLE, f, row}};
			/* hipsolverCreate() { return cusolverDnCreate(); }: another name of it. */
			bool is_alias = str_ends(fn_name(&c->program->functions[f]), "Create") && b->rows[row].arg_count && is_parameter(b, b->args[b->rows[row].first_arg]);
			if (api && api->does == DOES_SET_STREAM)
				vec_push(&scratch, &bound, name);
			/* Where nobody has captures in mind, work that its function waits for is in order. */
			else if (api && api->does == DOES_LIBRARY && api->at[CAPTURE_STREAM] < 0 && (c->is_expected || !capture_waits(c, b)))
				vec_push(&scratch, &used, name);
			else if (api && api->does == DOES_HANDLE_CREATE && h.library.n && !is_alias && capture_is_library(c, f) && !is_for_one_call(c, b, h.library) &&
			         !stays_here(c, b, row, api) && !is_of_programs(c, f))
				vec_push(&scratch, &made, h);
		}
	}
	for (u32 i = 0; i < made.n; i++)
		if (!any_begins(bound.at, bound.n, made.at[i].library) && any_begins(used.at, used.n, made.at[i].library) &&
		    (!out->n || out->at[out->n - 1].fn != made.at[i].use.fn || out->at[out->n - 1].why != LEGACY_HANDLE))
			vec_push(a, out, made.at[i].use);
	arena_release(&scratch);
}

/* The result of a call goes into another one that does more than wait for it. */
static bool is_handed_on(const struct capture *c, const struct body *b, u32 made)
{
	struct arena scratch = {0};
	struct values v;
	bool found = false;
	values_open(&scratch, &v, b);
	for (u32 row = made + 1; row < b->n && !found; row++) {
		const struct body_row *r = &b->rows[row];
		struct str name = r->op == ROW_CALL ? body_row_name(c->program, r) : S("");
		/* Nor is what sets the current stream back to it given work. */
		if (!name.n || str_has(name, "wait") || str_has(name, "record") || str_has(name, "synchronize") || str_is(name, "set_stream"))
			continue;
		for (u32 i = 0; i < r->arg_count && !found; i++) {
			struct value value = value_of(&v, row, b->args[r->first_arg + i]);
			found = value.kind == VALUE_RESULT && value.row == made;
		}
	}
	arena_release(&scratch);
	return found;
}

/* `if __name__ == "__main__"`: a program with its own way of running. */
static bool is_python_program(const struct fn *fn)
{
	const struct function *file = &fn->unit->functions[0];
	for (u32 row = file->first_row; row < file->first_row + file->row_count; row++) {
		const struct row *r = &fn->unit->rows[row];
		if (r->op == ROW_BINARY && operand_kind(r->a) == OPD_GLOBAL && str_is(unit_text(fn->unit, operand_index(r->a)), "__name__"))
			return true;
	}
	return false;
}

static void add_defaults(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!program_is_python(p, f) || !capture_is_library(c, f))
			continue;
		bool asks = false;
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && !asks; row++)
			asks = fn->unit->rows[row].op == ROW_CALL && str_ends(unit_text(fn->unit, fn->unit->rows[row].name), "default_stream");
		const struct body *b = asks && !is_python_program(fn) ? capture_body(c, f) : NULL;
		for (u32 row = 0; b && row < b->n; row++)
			if (b->rows[row].op == ROW_CALL && str_ends(call_name(c, b, row), ".default_stream") && is_handed_on(c, b, row))
				add(a, out, LEGACY_DEFAULT, f, row);
	}
}

struct legacy_use *legacy_uses(const struct capture *c, struct arena *a, u32 *n)
{
	use_list out = {0};
	add_functions(c, a, &out);
	add_beside(c, a, &out);
	add_defaults(c, a, &out);
	/* One that never names a stream has no caller who captures. */
	if (capture_habits(c)->names_streams)
		add_handles(c, a, &out);
	*n = out.n;
	return out.at;
}
