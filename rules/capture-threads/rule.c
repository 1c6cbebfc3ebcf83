/* A capture in global mode, in a program whose other threads make calls that this mode refuses to everybody. */
#include "rule.h"

enum { DEPTH = 8, FUNCTIONS = 256 };

/* A call of another thread that a global capture refuses, and how the thread gets there. */
struct intrusion {
	fn_id starter; /* who starts the thread */
	u32 start;     /* body row of that */
	const struct body *body;
	u32 row;       /* of the call */
};

/* Refused in global and thread-local mode and fine in relaxed: global mode refuses it to all threads. */
static bool is_refused_to_all(const struct capture_api *api)
{
	bool by_mode = api->here[0] == OUTCOME_900 && api->here[1] == OUTCOME_OK;
	bool of_others = api->other[0] == OUTCOME_900 && api->other[1] == OUTCOME_OK;
	return by_mode || of_others;
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
static u32 refused_in(const struct rule_run *run, const struct body *b, fn_id lambda, fn_id *todo, u32 *n)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (lambda != NONE && !is_in(b, row, lambda))
			continue;
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(run->capture, b, row) : NULL;
		if (api && is_refused_to_all(api))
			return row;
		for (u32 i = 0; i < r->callee.n && *n < FUNCTIONS; i++)
			todo[(*n)++] = r->callee.at[i];
	}
	return NONE;
}

static bool search(const struct rule_run *run, const struct body *start, u32 start_row, fn_id entry, struct intrusion *out)
{
	fn_id todo[FUNCTIONS];
	u32 n = 0;
	struct idmap seen = {0};
	struct arena scratch = {0};
	const struct body *own = capture_body(run->capture, entry);
	*out = (struct intrusion){.starter = start->fn, .start = start_row, .body = own->n ? own : start, .row = NONE};
	out->row = refused_in(run, out->body, own->n ? NONE : entry, todo, &n);
	for (u32 i = 0; i < n && out->row == NONE; i++) {
		if (idmap_get(&seen, todo[i]) != NONE)
			continue;
		idmap_put(&scratch, &seen, todo[i], 1);
		out->body = capture_body(run->capture, todo[i]);
		out->row = refused_in(run, out->body, NONE, todo, &n);
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
		struct str object = r->a == NONE ? S("") : intern_get(&run->program->names, b->cells[r->a].name);
		if (!str_has(object, "thread") && !str_has(object, "worker"))
			return NONE;
	}
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 cell = b->args[r->first_arg + i];
		if (cell != NONE && b->cells[cell].kind == CELL_FUNCTION)
			return b->cells[cell].function;
	}
	return NONE;
}

/* Joined by who starts it: it ends before that function goes on. */
static bool is_joined(const struct rule_run *run, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && b->rows[row].flags & RF_MEMBER && str_is(body_row_name(run->program, &b->rows[row]), "join"))
			return true;
	return false;
}

static bool find_intrusion(const struct rule_run *run, struct intrusion *out)
{
	const struct program *p = run->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (p->files[fn->file].is_test || p->files[fn->file].is_vendored || fn->f->kind == FN_MACRO)
			continue;
		bool may_start = false;
		for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count && !may_start; i++)
			may_start = fn->unit->rows[i].op == ROW_CALL && starts_thread(unit_text(fn->unit, fn->unit->rows[i].name), &(struct body_row){.flags = RF_MEMBER});
		const struct body *b = may_start ? capture_body(run->capture, f) : NULL;
		for (u32 row = 0; b && row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			struct str name = r->op == ROW_CALL ? body_row_name(p, r) : S("");
			if (!name.n || !starts_thread(name, r) || is_joined(run, b))
				continue;
			fn_id entry = entry_of(run, b, r, name);
			if (entry != NONE && search(run, b, row, entry, out))
				return true;
		}
	}
	return false;
}

void rule_capture_threads(struct rule_run *run)
{
	const struct capture *c = run->capture;
	struct intrusion found;
	bool is_searched = false, is_found = false;
	for (u32 i = 0; i < c->regions.n; i++) {
		const struct capture_region *region = &c->regions.at[i];
		const struct fn *fn = &run->program->functions[region->fn];
		if (region->grade != GRADE_CODE || region->row == NONE || region->mode != MODE_GLOBAL || run->program->files[fn->file].is_test)
			continue;
		if (!is_searched)
			is_found = find_intrusion(run, &found);
		is_searched = true;
		if (!is_found)
			return;
		struct site site = site_in(run->program, capture_body(c, region->fn), region->row), start = site_in(run->program, capture_body(c, found.starter), found.start);
		struct site call = site_in(run->program, found.body, found.row);
		struct str name = rule_callee(run, &call);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "captures in global mode, in which a thread of this program may call '%.*s': the call is refused with "
		                                             "cudaErrorStreamCaptureUnsupported there, and the capture is broken here. Thread-local mode spares the others",
		                                             (int)name.n, name.p));
		finding_param(run->findings, f, "call", name);
		finding_param(run->findings, f, "mode", S("global"));
		rule_step(run, f, &start, "a thread is started here");
		rule_step(run, f, &call, "and calls this");
	}
}
