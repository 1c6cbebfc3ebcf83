/* Handles and plans of libraries that nobody gives a stream: they work on the legacy one. */
#include "capture/legacy_local.h"

#include "capture/habit.h"
#include "capture/hazard.h"

/* A library by the beginning of its calls' names: cublas, cusolverDn. */
static struct str library_of(struct str create)
{
	static const char *const verbs[] = {"Create", "Plan", "MakePlan", "_create"};
	for (size_t at = 1; at < create.n; at++)
		for (u32 i = 0; i < COUNT(verbs); i++)
			if (str_starts((struct str){create.p + at, create.n - at}, verbs[i]))
				return (struct str){create.p, at};
	return S("");
}

typedef VEC(struct str) str_list;

static bool any_begins(const struct str *names, u32 n, struct str with)
{
	for (u32 i = 0; i < n; i++)
		if (names[i].n > with.n && str_eq((struct str){names[i].p, with.n}, with))
			return true;
	return false;
}

/* Asked or told of: rocblas_set_pointer_mode(). */
static bool only_sets(struct str name)
{
	static const char *const parts[] = {"_set_", "_get_", "_create_", "_destroy_", "_initialize", "SetPointerMode", "GetVersion"};
	return str_has_any(name, parts, COUNT(parts));
}

/* The libraries that a capture of the program's own has work of, on the stream of the handle. */
static void captured_work(const struct capture *c, struct arena *a, str_list *out)
{
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		bool is_own = reached_is_code(c, r) && !r->by_name && !program_is_python(c->program, r->fn) && !program_is_test(c->program, c->regions.at[r->region].fn);
		for (u32 row = 0; is_own && row < r->body->n; row++) {
			const struct capture_api *api = r->body->rows[row].op == ROW_CALL && capture_has(r, row) ? capture_api_at(c, r->body, row) : NULL;
			struct str name = api && api->does == DOES_LIBRARY && api->at[CAPTURE_STREAM] < 0 ? call_name(c, r->body, row) : S("");
			if (name.n && !only_sets(name))
				vec_push(a, out, name);
		}
	}
}

struct handle {
	struct str library;
	struct legacy_use use;
};

/* The handle stays in a variable of the function: neither stored, nor returned, nor given to anything but the library. */
static bool stays_here(const struct capture *c, const struct body *b, u32 made, const struct capture_api *api)
{
	u32 given = row_argument(b, &b->rows[made], api->at[CAPTURE_HANDLE]);
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

/* What makes the handle may have callers who capture, and none of them shows. */
static bool is_lent_on(const struct capture *c, const struct body *b, u32 row, const struct capture_api *api, struct str library)
{
	return capture_is_library(c, b->fn) && !is_for_one_call(c, b, library) && !stays_here(c, b, row, api) && !legacy_is_of_programs(c, b->fn) &&
	       !legacy_is_of_streamless_program(c, b->fn);
}

static bool is_parameter(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].param != NONE; }

void legacy_handles(const struct capture *c, struct arena *a, use_list *out)
{
	struct arena scratch = {0};
	VEC(struct handle) made = {0};
	str_list bound = {0}, used = {0}, captured = {0};
	captured_work(c, &scratch, &captured);
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
			else if (api && api->does == DOES_HANDLE_CREATE && h.library.n && !is_alias &&
			         (any_begins(captured.at, captured.n, h.library) || is_lent_on(c, b, row, api, h.library))) {
				h.use.why = any_begins(captured.at, captured.n, h.library) ? LEGACY_CAPTURED : LEGACY_HANDLE;
				vec_push(&scratch, &made, h);
			}
		}
	}
	for (u32 i = 0; i < made.n; i++)
		if (!any_begins(bound.at, bound.n, made.at[i].library) && any_begins(used.at, used.n, made.at[i].library) &&
		    (!out->n || out->at[out->n - 1].fn != made.at[i].use.fn || out->at[out->n - 1].why != made.at[i].use.why))
			vec_push(a, out, made.at[i].use);
	arena_release(&scratch);
}
