#include "capture/legacy.h"

#include "capture/lifetime.h"
#include "capture/local.h"

typedef VEC(struct legacy_use) use_list;

/* Host code of a library: no test, no program of its own, nothing that somebody else keeps. */
static bool is_library(const struct capture *c, fn_id f)
{
	const struct fn *fn = &c->program->functions[f];
	const struct source *s = &c->program->files[fn->file];
	bool is_host = (fn->f->kind == FN_FUNCTION || fn->f->kind == FN_METHOD) && !(fn->f->flags & (NF_GLOBAL | NF_DEVICE | NF_CTOR | NF_DTOR));
	return is_host && !s->is_test && !s->is_vendored && !c->has_main[fn->file];
}

/* What a function enqueues. */
struct work {
	u32 launch;       /* first launch without a stream, or NONE */
	u32 operator_run; /* first operator run without one, or NONE */
	bool has_stream;  /* some work names its stream */
	bool waits;
};

static struct work work_of(const struct capture *c, const struct body *b)
{
	struct work w = {.launch = NONE, .operator_run = NONE};
	struct arena scratch = {0};
	struct values v;
	values_open(&scratch, &v, b);
	for (u32 row = 0; row < b->n; row++) {
		struct stream_use use;
		const struct capture_api *api = capture_api_at(c, b, row);
		w.waits |= api && (api->does == DOES_SYNC_DEVICE || api->does == DOES_SYNC_STREAM || api->does == DOES_COPY);
		if (!stream_use_at(c, &v, row, &use))
			continue;
		w.has_stream |= !use.is_omitted;
		if (use.is_omitted && b->rows[row].op == ROW_LAUNCH && w.launch == NONE)
			w.launch = row;
		if (use.is_omitted && !use.api && !b->rows[row].callee.n && w.operator_run == NONE)
			w.operator_run = row;
	}
	arena_release(&scratch);
	return w;
}

static void add(struct arena *a, use_list *out, enum legacy_reason why, fn_id fn, u32 row)
{
	struct legacy_use use = {(u8)why, fn, row};
	vec_push(a, out, use);
}

/* Something that makes or asks, once. */
static bool is_called_once(struct str name)
{
	return sounds_like_life_cycle(name) || str_starts(name, "get") || str_starts(name, "query");
}

/* Some object is asked in CUTLASS's way whether it can run. O(rows). */
static bool has_operator(const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (fn->unit->rows[i].op == ROW_CALL && str_ends(unit_text(fn->unit, fn->unit->rows[i].name), "can_implement"))
			return true;
	return false;
}

/* Also of a function that reaches the device through such an object alone. */
static const struct body *working_body(const struct capture *c, fn_id f)
{
	const struct body *b = &c->slot->bodies[f];
	return b->n || program_is_python(c->program, f) || !has_operator(&c->program->functions[f]) ? b : any_body(c, f);
}

/* True if the library, taken whole, names the streams of its launches: one that never does has no caller who captures. */
static bool add_functions(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	struct arena scratch = {0};
	u32 *with = arena_array(&scratch, u32, p->file_count + 1), *without = arena_array(&scratch, u32, p->file_count + 1);
	u32 *launches = arena_array(&scratch, u32, p->file_count + 1);
	for (fn_id f = 0; f < p->function_count; f++)
		launches[p->functions[f].file] += p->functions[f].f->launches;
	struct work *works = arena_array(&scratch, struct work, p->function_count + 1);
	u32 all_with = 0, all_without = 0;
	for (fn_id f = 0; f < p->function_count; f++) {
		works[f] = (struct work){.launch = NONE, .operator_run = NONE};
		const struct body *b = is_library(c, f) ? working_body(c, f) : NULL;
		if (!b || !b->n || (!launches[p->functions[f].file] && !has_operator(&p->functions[f])))
			continue;
		works[f] = work_of(c, b);
		with[p->functions[f].file] += works[f].has_stream;
		without[p->functions[f].file] += works[f].launch != NONE && !works[f].has_stream;
		all_with += works[f].has_stream;
		all_without += works[f].launch != NONE && !works[f].has_stream;
	}
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		const struct work *w = &works[f];
		if (c->of[f] != NONE || w->has_stream || w->waits || is_called_once(unit_text(fn->unit, fn->f->name)))
			continue;
		if (w->operator_run != NONE)
			add(a, out, LEGACY_OPERATOR, f, w->operator_run);
		else if (w->launch != NONE && with[fn->file] >= without[fn->file])
			add(a, out, LEGACY_NEIGHBOUR, f, w->launch);
	}
	arena_release(&scratch);
	return all_with >= all_without;
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
			if (api && api->does == DOES_SET_STREAM)
				vec_push(&scratch, &bound, name);
			else if (api && api->does == DOES_LIBRARY && api->at[CAPTURE_STREAM] < 0)
				vec_push(&scratch, &used, name);
			else if (api && api->does == DOES_HANDLE_CREATE && h.library.n && is_library(c, f) && !is_for_one_call(c, b, h.library))
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
		if (!program_is_python(p, f) || !is_library(c, f))
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
	bool names_streams = add_functions(c, a, &out);
	add_defaults(c, a, &out);
	if (names_streams)
		add_handles(c, a, &out);
	*n = out.n;
	return out.at;
}
