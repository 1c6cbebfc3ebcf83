#include "capture/intrude.h"

#include "capture/lifetime.h"
#include "capture/local.h"
#include "capture/stream.h"
#include "discover/paths.h"
#include "graph/thread.h"

enum { FUNCTIONS = 256 };

bool waits_for_all(const struct capture_api *api)
{
	bool is_kind = api->does == DOES_SYNC_DEVICE || api->does == DOES_HANDLE_DESTROY;
	return is_kind && outcome_breaks(api->here[0]) && outcome_breaks(api->here[1]);
}

/* Refused to all threads while one captures in this mode. What is fine in relaxed mode is refused to others by global mode alone. */
static bool is_refused_to_all(const struct capture_api *api, u8 mode)
{
	bool by_mode = api->here[0] == OUTCOME_900 && api->here[1] == OUTCOME_OK;
	bool of_others = api->other[0] == OUTCOME_900 && api->other[1] == OUTCOME_OK;
	return waits_for_all(api) || (mode == MODE_GLOBAL && (by_mode || of_others));
}

/* An event is recorded, by the runtime or by what is called so. */
static bool speaks_of_events(const struct capture *c, const struct body *b, u32 row)
{
	const struct capture_api *api = capture_api_at(c, b, row);
	struct str name = body_row_name(c->program, &b->rows[row]);
	return api ? api->does == DOES_RECORD : str_has(name, "ecord");
}

/* `if (sync_after_run) synchronize(); else record(event);`: whoever hands the thread its work chooses, and has a way that waits for nothing. */
static bool has_other_way(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, false);
	for (u32 branch = 0; branch < b->n; branch++) {
		u32 arm, away;
		if (!branch_decides(d, branch, row, &arm, &away))
			continue;
		for (u32 i = 0; i < b->n; i++) {
			bool is_work = b->rows[i].op == ROW_LAUNCH || (b->rows[i].op == ROW_CALL && speaks_of_events(c, b, i));
			if (is_work && edge_stands_before(d, branch, away, i))
				return true;
		}
	}
	return false;
}

/* The first refused call in a body, or NONE; what it calls goes to `todo`. */
static u32 refused_in(const struct capture *c, const struct body *b, u8 mode, fn_id *todo, u32 *n)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
		struct str held;
		bool is_refused = api && is_refused_to_all(api, mode) && (waits_for_all(api) || !capture_is_relaxed(c, b, row));
		if (is_refused && !is_first_use(c, b, row, &held))
			return row;
		if (!r->callee.n || *n >= FUNCTIONS || has_other_way(c, b, row))
			continue;
		for (u32 i = 0; i < r->callee.n && *n < FUNCTIONS; i++)
			todo[(*n)++] = r->callee.at[i];
	}
	return NONE;
}

static bool search(const struct capture *c, const struct body *start, u32 start_row, u8 mode, fn_id entry, struct intrusion *out)
{
	fn_id todo[FUNCTIONS];
	u32 n = 0;
	struct idmap seen = {0};
	struct arena scratch = {0};
	*out = (struct intrusion){.starter = start->fn, .start = start_row, .body = capture_body(c, entry), .row = NONE};
	out->row = refused_in(c, out->body, mode, todo, &n);
	for (u32 i = 0; i < n && out->row == NONE; i++) {
		if (idmap_get(&seen, todo[i]) != NONE)
			continue;
		idmap_put(&scratch, &seen, todo[i], 1);
		out->body = capture_body(c, todo[i]);
		out->row = refused_in(c, out->body, mode, todo, &n);
	}
	arena_release(&scratch);
	return out->row != NONE;
}

/* By its name alone, whatever it is a member of. */
static bool may_start(struct str name) { return starts_thread(name) || hands_to_thread(name) || str_is(name, "emplace_back"); }

static bool starts(const struct capture *c, const struct body *b, const struct body_row *r)
{
	struct str name = r->op == ROW_CALL ? body_row_name(c->program, r) : S("");
	if (r->op == ROW_MOVE)
		return program_member_thread(c->program, r->fn, r->row) != NONE;
	return starts_thread(name) || hands_to_thread(name) || (r->flags & RF_MEMBER && adds_thread(name, body_cell_name(c->program, b, r->a)));
}

/* What a thread runs: a function or a lambda among the arguments. */
static fn_id entry_of(const struct capture *c, const struct body *b, const struct body_row *r)
{
	if (r->op == ROW_MOVE)
		return program_member_thread(c->program, r->fn, r->row);
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		if (cell != NONE && b->cells[cell].kind == CELL_FUNCTION)
			return b->cells[cell].function;
		fn_id named = i < r->row->arg_count && !program_is_python(c->program, r->fn) ?
		              program_function_value(c->program, r->fn, r->row, c->program->functions[r->fn].unit->args[r->row->first_arg + i]) : NONE;
		if (named != NONE)
			return named;
	}
	return NONE;
}

/* Joined by who starts it, or waited for on a condition: its work ends before that function goes on. */
static bool is_joined(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER &&
		    (str_is(body_row_name(c->program, &b->rows[row]), "join") || str_is(body_row_name(c->program, &b->rows[row]), "wait")))
			return true;
	return false;
}

const struct body *intruder_body(const struct capture *c, fn_id fn)
{
	return program_is_python(c->program, fn) ? capture_body(c, fn) : any_body(c, fn);
}

u32 intruding_threads(const struct capture *c, u8 mode, struct intrusion *out, u32 max)
{
	const struct program *p = c->program;
	u32 found = 0;
	for (fn_id f = 0; f < p->function_count && found < max; f++) {
		const struct fn *fn = &p->functions[f];
		if (p->files[fn->file].is_test || p->files[fn->file].is_vendored || fn->f->kind == FN_MACRO)
			continue;
		bool asks = (fn->f->flags & NF_CTOR) != 0;
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !asks; i++)
			asks = fn->unit->rows[i].op == ROW_CALL && may_start(unit_text(fn->unit, fn->unit->rows[i].name));
		const struct body *b = asks ? intruder_body(c, f) : NULL;
		bool is_found = false;
		for (u32 row = 0; b && row < b->n && !is_found; row++) {
			const struct body_row *r = &b->rows[row];
			if (!starts(c, b, r) || is_joined(c, b))
				continue;
			fn_id entry = entry_of(c, b, r);
			is_found = entry != NONE && search(c, b, row, mode, entry, &out[found]);
		}
		found += is_found;
	}
	return found;
}

/* ---- several programs in one repository ---- */

/* It holds a main that was read, or is named so: a main that only calls others need not be read. */
static bool is_program(const struct capture *c, u32 file)
{
	const struct source *s = &c->program->files[file];
	struct str name = path_name(s->path);
	bool is_named = s->language != LANG_PYTHON && str_starts(name, "main.") && !str_starts(name, "main.h");
	return (c->has_main[file] || is_named) && !s->is_test && !s->is_vendored;
}

/* The innermost folder around the file in which a program's main stands. */
static bool program_folder(const struct capture *c, u32 file, struct str *out)
{
	const struct program *p = c->program;
	bool is_found = false;
	for (u32 i = 0; i < p->file_count; i++) {
		struct str folder = path_dir(p->files[i].path);
		if (!path_is_below(p->files[file].path, folder) || (is_found && folder.n < out->n) || !is_program(c, i))
			continue;
		*out = folder;
		is_found = true;
	}
	return is_found;
}

static bool has_several_programs(const struct capture *c)
{
	u32 n = 0;
	for (u32 i = 0; i < c->program->file_count && n < 2; i++)
		n += is_program(c, i);
	return n > 1;
}

typedef bool is_wanted_caller(const struct capture *c, fn_id fn, void *context);

/* The function, or something that calls it, however far up, is wanted. */
static bool is_called_by(const struct capture *c, fn_id fn, is_wanted_caller *is_wanted, void *context)
{
	struct arena scratch = {0};
	struct idmap seen = {0};
	VEC(fn_id) todo = {0};
	bool is_found = false;
	vec_push(&scratch, &todo, fn);
	idmap_put(&scratch, &seen, fn, 1);
	for (u32 i = 0; i < todo.n && !is_found; i++) {
		const u32 *calls;
		u32 n = capture_callers(c, todo.at[i], &calls);
		is_found = is_wanted(c, todo.at[i], context);
		for (u32 k = 0; k < n; k++) {
			fn_id caller = c->callers->list.at[calls[k]].fn;
			if (idmap_get(&seen, caller) != NONE)
				continue;
			idmap_put(&scratch, &seen, caller, 1);
			vec_push(&scratch, &todo, caller);
		}
	}
	arena_release(&scratch);
	return is_found;
}

static bool is_in_folder(const struct capture *c, fn_id fn, void *folder)
{
	return path_is_below(c->program->files[c->program->functions[fn].file].path, *(const struct str *)folder);
}

static bool is_fn(const struct capture *c, fn_id fn, void *of)
{
	(void)c;
	return fn == *(const fn_id *)of;
}

struct met {
	struct arena arena;
	struct idmap seen;
};

/* Notes the function, and wants none. */
static bool is_noted(const struct capture *c, fn_id fn, void *met)
{
	struct met *m = met;
	(void)c;
	idmap_put(&m->arena, &m->seen, fn, 1);
	return false;
}

static bool is_met(const struct capture *c, fn_id fn, void *met)
{
	(void)c;
	return idmap_get(&((struct met *)met)->seen, fn) != NONE;
}

/* Some function leads to both. O(calls). */
static bool share_caller(const struct capture *c, fn_id a, fn_id b)
{
	struct met met = {0};
	is_called_by(c, a, is_noted, &met);
	bool is_shared = is_called_by(c, b, is_met, &met);
	arena_release(&met.arena);
	return is_shared;
}

bool is_capturing_thread(const struct capture *c, const struct intrusion *thread, fn_id capturing)
{
	const struct body *b = intruder_body(c, thread->starter);
	for (u32 row = 0; row < b->n; row++) {
		/* Of `if (a) loop = thread(f); else loop = thread(g);` one is started. */
		bool is_another = row != thread->start && (body_reaches(b, row, thread->start) || body_reaches(b, thread->start, row));
		if (is_another || !starts(c, b, &b->rows[row]) || body_reaches(b, row, row) || str_is(body_row_name(c->program, &b->rows[row]), "emplace_back"))
			continue;
		fn_id entry = entry_of(c, b, &b->rows[row]);
		if (entry != NONE && is_called_by(c, capturing, is_fn, &entry))
			return true;
	}
	return false;
}

/* Python runs it, or may: something that leads to it is bound, or is Python. */
static bool is_of_python(const struct capture *c, fn_id fn, void *context)
{
	(void)context;
	return program_is_bound(c->program, fn) || program_is_python(c->program, fn);
}

bool starts_own_thread(const struct capture *c, const struct intrusion *thread, fn_id capturing) { return is_called_by(c, thread->starter, is_fn, &capturing); }

bool is_of_other_program(const struct capture *c, const struct intrusion *thread, fn_id capturing)
{
	const struct program *p = c->program;
	struct str folder = S("");
	if (program_is_python(p, capturing) && !is_called_by(c, thread->starter, is_of_python, NULL))
		return true;
	if (!has_several_programs(c))
		return false;
	/* The thread is a library's: nobody is seen who leads to both. */
	if (!program_folder(c, p->functions[thread->starter].file, &folder))
		return !share_caller(c, thread->starter, capturing);
	return !is_called_by(c, capturing, is_in_folder, &folder);
}

/* ---- objects that end a library's handle, while others of their class capture ---- */

/* std::weak_ptr has a lock() too, but what that gives is used. */
static bool is_lock(const struct capture *c, const struct body_row *r)
{
	struct str name = r->op == ROW_CALL ? body_row_name(c->program, r) : S("");
	return str_has(name, "lock_guard") || str_has(name, "unique_lock") || str_has(name, "scoped_lock") || (r->flags & RF_MEMBER && str_is(name, "lock") && !r->arg_count && r->dst == NONE);
}

static bool takes_lock(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (is_lock(c, &b->rows[row]))
			return true;
	return false;
}

bool reckons_with_threads(const struct capture *c, u32 file)
{
	const struct program *p = c->program;
	u8 *known = &c->locks[file];
	for (fn_id f = p->first_function[file]; !*known && f < p->function_count && p->functions[f].file == file; f++)
		*known = takes_lock(c, capture_body(c, f)) ? 2 : 0;
	*known = *known ? *known : 1;
	return *known == 2;
}

/* The object whose stream is captured: a variable or parameter of that class, or the method's own. */
static bool captures_for(const struct capture *c, const struct body *b, u32 cls)
{
	bool is_found = c->program->functions[b->fn].cls == cls;
	for (u32 i = 0; i < b->cell_count && !is_found; i++)
		is_found = b->cells[i].type == cls && b->cells[i].kind != CELL_FUNCTION;
	return is_found;
}

bool intruding_end(const struct capture *c, const struct body *capturing, struct intrusion *out)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!(fn->f->flags & NF_DTOR) || !fn->cls || p->files[fn->file].is_test || p->files[fn->file].is_vendored || !captures_for(c, capturing, fn->cls))
			continue;
		fn_id todo[FUNCTIONS];
		u32 n = 0;
		const struct body *b = capture_body(c, f);
		*out = (struct intrusion){.starter = f, .body = b, .row = refused_in(c, b, MODE_RELAXED, todo, &n)};
		if (out->row != NONE && !takes_lock(c, b))
			return true;
	}
	return false;
}
