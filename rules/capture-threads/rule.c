/* A capture, in a program whose other threads make calls that break it: in global mode what that mode refuses to everybody, in every mode
 * what waits for the whole device, such as the end of a library's handle. */
#include "rule.h"

enum { DEPTH = 8, FUNCTIONS = 256 };

/* A call of another thread that a global capture refuses, and how the thread gets there. */
struct intrusion {
	fn_id starter; /* who starts the thread */
	u32 start;     /* body row of that */
	const struct body *body;
	u32 row;       /* of the call */
};

/* Waits for the whole device, which breaks every capture of the process: measured in other-thread-cuda13.0-h200. */
static bool waits_for_all(const struct capture_api *api)
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

/* The row stands in that lambda, unfolded into the body. */
static bool is_in(const struct body *b, u32 row, fn_id lambda)
{
	for (u32 use = b->rows[row].use; use != NONE; use = b->uses[use].parent)
		if (b->uses[use].fn == lambda)
			return true;
	return false;
}

/* The first refused call in a body (in the rows of `lambda`, unless that is NONE), or NONE; what it calls goes to `todo`. */
static u32 refused_in(const struct rule_run *run, const struct body *b, u8 mode, fn_id lambda, fn_id *todo, u32 *n)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (lambda != NONE && !is_in(b, row, lambda))
			continue;
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(run->capture, b, row) : NULL;
		struct str held;
		bool is_refused = api && is_refused_to_all(api, mode) && (waits_for_all(api) || !capture_is_relaxed(run->capture, b, row));
		if (is_refused && !is_first_use(run->capture, b, row, &held))
			return row;
		for (u32 i = 0; i < r->callee.n && *n < FUNCTIONS; i++)
			todo[(*n)++] = r->callee.at[i];
	}
	return NONE;
}

static bool search(const struct rule_run *run, const struct body *start, u32 start_row, u8 mode, fn_id entry, struct intrusion *out)
{
	fn_id todo[FUNCTIONS];
	u32 n = 0;
	struct idmap seen = {0};
	struct arena scratch = {0};
	const struct body *own = capture_body(run->capture, entry);
	*out = (struct intrusion){.starter = start->fn, .start = start_row, .body = own->n ? own : start, .row = NONE};
	out->row = refused_in(run, out->body, mode, own->n ? NONE : entry, todo, &n);
	for (u32 i = 0; i < n && out->row == NONE; i++) {
		if (idmap_get(&seen, todo[i]) != NONE)
			continue;
		idmap_put(&scratch, &seen, todo[i], 1);
		out->body = capture_body(run->capture, todo[i]);
		out->row = refused_in(run, out->body, mode, NONE, todo, &n);
	}
	arena_release(&scratch);
	return out->row != NONE;
}

static bool starts_thread(struct str name, const struct body_row *r)
{
	return str_is(name, "pthread_create") || str_ends(name, "std::async") || str_is(name, "thread") || str_ends(name, "std::thread") ||
	       str_ends(name, "std::jthread") || str_ends(name, "threading.Thread") ||
	       (r->flags & RF_MEMBER && (str_is(name, "emplace_back") || str_is(name, "detach_task")));
}

/* What a thread runs: a function or a lambda among the arguments. emplace_back counts only on what holds threads. */
static fn_id entry_of(const struct rule_run *run, const struct body *b, const struct body_row *r, struct str name)
{
	if (str_is(name, "emplace_back")) {
		struct str object = body_cell_name(run->program, b, r->a);
		if (!str_has(object, "thread") && !str_has(object, "worker"))
			return NONE;
	}
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		if (cell != NONE && b->cells[cell].kind == CELL_FUNCTION)
			return b->cells[cell].function;
		fn_id named = i < r->row->arg_count && !rule_is_python(run, r->fn) ?
		              program_function_value(run->program, r->fn, r->row, run->program->functions[r->fn].unit->args[r->row->first_arg + i]) : NONE;
		if (named != NONE)
			return named;
	}
	return NONE;
}

/* Joined by who starts it, or waited for on a condition: its work ends before that function goes on. */
static bool is_joined(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER &&
		    (str_is(body_row_name(run->program, &b->rows[row]), "join") || str_is(body_row_name(run->program, &b->rows[row]), "wait")))
			return true;
	return false;
}

/* Who starts a thread need not touch the runtime itself. */
static const struct body *starter_body(const struct rule_run *run, fn_id fn)
{
	return rule_is_python(run, fn) ? capture_body(run->capture, fn) : any_body(run->capture, fn);
}

static bool find_intrusion(const struct rule_run *run, u8 mode, struct intrusion *out)
{
	const struct program *p = run->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (p->files[fn->file].is_test || p->files[fn->file].is_vendored || fn->f->kind == FN_MACRO)
			continue;
		bool may_start = false;
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !may_start; i++)
			may_start = fn->unit->rows[i].op == ROW_CALL && starts_thread(unit_text(fn->unit, fn->unit->rows[i].name), &(struct body_row){.flags = RF_MEMBER});
		const struct body *b = may_start ? starter_body(run, f) : NULL;
		for (u32 row = 0; b && row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			struct str name = r->op == ROW_CALL ? body_row_name(p, r) : S("");
			if (!name.n || !starts_thread(name, r) || is_joined(run, b))
				continue;
			fn_id entry = entry_of(run, b, r, name);
			if (entry != NONE && search(run, b, row, mode, entry, out))
				return true;
		}
	}
	return false;
}

/* ---- objects that end a library's handle, while others of their class capture ---- */

static bool is_lock(const struct rule_run *run, const struct body_row *r)
{
	struct str name = r->op == ROW_CALL ? body_row_name(run->program, r) : S("");
	return str_has(name, "lock_guard") || str_has(name, "unique_lock") || str_has(name, "scoped_lock") || (r->flags & RF_MEMBER && str_is(name, "lock"));
}

static bool takes_lock(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (is_lock(run, &b->rows[row]))
			return true;
	return false;
}

/* Some function of the file locks: it reckons with several threads. O(rows of the file). */
static bool is_threaded(const struct rule_run *run, u32 file)
{
	const struct program *p = run->program;
	for (fn_id f = p->first_function[file]; f < p->function_count && p->functions[f].file == file; f++)
		if (takes_lock(run, capture_body(run->capture, f)))
			return true;
	return false;
}

/* The object whose stream is captured: a variable or parameter of that class, or the method's own. */
static bool captures_for(const struct rule_run *run, const struct body *b, u32 cls)
{
	bool is_found = run->program->functions[b->fn].cls == cls;
	for (u32 i = 0; i < b->cell_count && !is_found; i++)
		is_found = b->cells[i].type == cls && b->cells[i].kind != CELL_FUNCTION;
	return is_found;
}

/* A destructor that waits for the whole device and locks nothing, of a class that the capture works for. */
static bool find_end(const struct rule_run *run, const struct body *capturing, struct intrusion *out)
{
	const struct program *p = run->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!(fn->f->flags & NF_DTOR) || !fn->cls || p->files[fn->file].is_test || p->files[fn->file].is_vendored || !captures_for(run, capturing, fn->cls))
			continue;
		fn_id todo[FUNCTIONS];
		u32 n = 0;
		const struct body *b = capture_body(run->capture, f);
		*out = (struct intrusion){.starter = f, .body = b, .row = refused_in(run, b, MODE_RELAXED, NONE, todo, &n)};
		if (out->row != NONE && !takes_lock(run, b))
			return true;
	}
	return false;
}

static void report_thread(struct rule_run *run, const struct capture_region *region, const struct intrusion *found, enum severity severity)
{
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, capture_body(run->capture, region->fn), region->row);
	struct site start = site_in(run->program, starter_body(run, found->starter), found->start), call = site_in(run->program, found->body, found->row);
	struct str name = rule_callee(run, &call);
	bool is_any = waits_for_all(capture_api_at(run->capture, found->body, found->row));
	const char *all = arena_format(a, "a thread of this program may call '%.*s' while this captures: it waits for the whole device, which breaks the capture in every mode",
	                               (int)name.n, name.p);
	const char *global = arena_format(a, "captures in global mode, in which a thread of this program may call '%.*s': the call is refused with "
	                                  "cudaErrorStreamCaptureUnsupported there, and the capture is broken here. Thread-local mode spares the others", (int)name.n, name.p);
	struct finding *f = rule_report(run, severity, &site, is_any ? all : global);
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "mode", region->mode == MODE_GLOBAL ? S("global") : S("other"));
	rule_step(run, f, &start, "a thread is started here");
	rule_step(run, f, &call, "and calls this");
}

static void report_end(struct rule_run *run, const struct capture_region *region, const struct intrusion *found)
{
	struct site site = site_in(run->program, capture_body(run->capture, region->fn), region->row), call = site_in(run->program, found->body, found->row);
	struct str name = rule_callee(run, &call), cls = intern_get(&run->program->names, run->program->functions[found->starter].cls);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                arena_format(run->findings->arena, "another '%.*s' may end while this one captures, and its destructor calls '%.*s' without a lock: that waits for the "
	                                             "whole device, which breaks the capture in every mode", (int)cls.n, cls.p, (int)name.n, name.p));
	finding_param(run->findings, f, "call", name);
	finding_param(run->findings, f, "mode", region->mode == MODE_GLOBAL ? S("global") : S("other"));
	rule_step(run, f, &call, "the destructor calls this");
}

void rule_capture_threads(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct intrusion found[2], end; /* [1] in global mode */
	bool is_searched[2] = {false, false}, is_told[2] = {false, false}, is_found[2] = {false, false};
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || run->program->files[fn->file].is_test)
			continue;
		bool is_global = region->mode == MODE_GLOBAL;
		if (!is_searched[is_global])
			is_found[is_global] = find_intrusion(run, region->mode, &found[is_global]);
		is_searched[is_global] = true;
		if (is_found[is_global]) {
			/* One thread spoils all captures: it is told once. A small program beside a library may use it otherwise. */
			bool is_sample = c->has_main[fn->file] && run->program->functions[found[is_global].starter].file != fn->file;
			report_thread(run, region, &found[is_global], is_told[is_global] || is_sample ? SEVERITY_NOTE : SEVERITY_WARNING);
			is_told[is_global] = true;
		}
		if (!is_found[is_global] && !rule_is_python(run, region->fn) && is_threaded(run, fn->file) && find_end(run, capture_body(c, region->fn), &end))
			report_end(run, region, &end);
	}
}
