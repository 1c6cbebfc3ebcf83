/* Ways out of a function that has begun a capture and ends it elsewhere: a return, a throw, a check or callee that throws, a callable of
 * the caller's. The stream stays in capture mode. */
#include "rule.h"

enum { BRANCHES = 64 }; /* of those that stand before a begin, innermost first, so many are compared */

struct way {
	struct rule_run *run;
	const struct body *body;
	const u8 *effects;
	const bool *closes; /* by row: an end of the capture can follow */
	const struct edges_back *back;
	u32 begin;
	struct known known[KNOWN + 1]; /* when it begins */
	u32 known_count;
};

/* The end is handed over: a scope guard or callback is made from a lambda that ends the capture. */
static bool hands_over(const struct way *w, const struct body_row *r)
{
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = w->body->args[r->first_arg + i];
		if (arg != NONE && w->body->cells[arg].function != NONE && capture_text_closes(w->run->capture, w->body->cells[arg].function))
			return true;
	}
	return r->op == ROW_MOVE && r->a != NONE && w->body->cells[r->a].function != NONE &&
	       capture_text_closes(w->run->capture, w->body->cells[r->a].function);
}

static bool stops(void *context, u32 row)
{
	const struct way *w = context;
	return w->effects[row] != EFFECT_NONE || hands_over(w, &w->body->rows[row]);
}

/* What is asked about is, or is computed from, the same thing. */
static bool is_related(const struct way *w, u32 cell, u32 to, u32 depth)
{
	if (cell == NONE || depth > 4 || w->body->cells[cell].kind > CELL_OUTER)
		return false;
	if (cell == to)
		return true;
	if (w->body->cells[cell].name)
		return false;
	for (u32 row = w->body->cells[cell].first_write; row != NONE; row = w->body->rows[row].next_write) {
		const struct body_row *r = &w->body->rows[row];
		if ((r->op == ROW_UNARY || r->op == ROW_BINARY || r->op == ROW_MOVE || r->op == ROW_CALL) &&
		    (is_related(w, r->a, to, depth + 1) || is_related(w, r->b, to, depth + 1)))
			return true;
	}
	return false;
}

/* A branch on what the begin told, or on what decided about it, says whether there is a capture to end. */
static bool tells_of_begin(const struct way *w, u32 row)
{
	u32 cell = w->body->rows[row].a;
	if (cell == NONE)
		return false;
	if (is_related(w, cell, w->body->rows[w->begin].dst, 0))
		return true;
	struct value v = value_of(capture_values(w->run->capture, w->body), row, cell);
	if (v.kind == VALUE_RESULT && v.row == w->begin)
		return true;
	/* if (graph->isCapturing()) graph->end(); */
	if (v.kind == VALUE_RESULT && str_has(body_row_name(w->run->program, &w->body->rows[v.row]), "aptur"))
		return true;
	/* It was asked before the begin as well, and decided about it. */
	const struct dominators *d = capture_dominators(w->run->capture, w->body, true);
	u32 to = d->branch[w->begin];
	for (u32 n = 0; to != NONE && n < BRANCHES; to = next_branch(d, to), n++)
		if (w->body->rows[d->entry[to]].op == ROW_BRANCH && is_related(w, cell, w->body->rows[d->entry[to]].a, 0))
			return true;
	for (u32 i = 0; i < w->known_count; i++) {
		u32 known = w->known[i].cell;
		bool is_named = w->body->cells[known].name;
		if (is_named && is_related(w, cell, known, 0))
			return true;
		for (u32 other = 0; !is_named && other < w->body->cell_count; other++)
			if (w->body->cells[other].name && is_related(w, known, other, 0) && is_related(w, cell, other, 0))
				return true;
	}
	return false;
}

/* for (...) begin(); ...; for (...) end();: as many turns as there were begins, so where one was begun the second loop has a turn. */
static bool ends_in_loop(const struct way *w, u32 row, u32 inside)
{
	return body_reaches(w->body, w->begin, w->begin) && !body_reaches(w->body, row, w->begin) && body_reaches(w->body, inside, row);
}

/* Of such a branch only the arm that can end the capture has begun one. */
static bool takes(void *context, u32 row, u32 to)
{
	const struct way *w = context;
	const struct body_row *r = &w->body->rows[row];
	u32 other = to == r->target ? r->other : r->target;
	return w->closes[to] || !w->closes[other] || !(tells_of_begin(w, row) || ends_in_loop(w, row, other));
}

/* By row: a row that ends the capture can follow. */
static bool *can_close(const struct way *w, struct arena *a)
{
	bool *can = arena_array(a, bool, w->body->n + 1);
	VEC(u32) todo = {0};
	for (u32 row = 0; row < w->body->n; row++)
		if (w->effects[row] == EFFECT_CLOSES || hands_over(w, &w->body->rows[row])) {
			can[row] = true;
			vec_push(a, &todo, row);
		}
	while (todo.n) {
		u32 row = todo.at[--todo.n];
		/* What comes before another begin is no business of that one's end. */
		if (w->effects[row] == EFFECT_OPENS)
			continue;
		for (u32 i = w->back->start[row]; i < w->back->start[row + 1]; i++)
			if (!can[w->back->at[i]]) {
				can[w->back->at[i]] = true;
				vec_push(a, &todo, w->back->at[i]);
			}
	}
	return can;
}

/* The device is used, or code of the program is run that may use it; what a handler gives back at the end is no use. */
static bool goes_on(const struct body_row *r)
{
	const struct model_call *call = r->callee.call;
	return r->op == ROW_LAUNCH || (r->op == ROW_CALL && (call ? call->returns == RETURNS_ERROR && call->role != ROLE_CLEANUP : r->callee.n > 0));
}

/* catch (...) { print(); return 1; } in main, catch (...) { exit(1); } anywhere: the process ends, and nobody meets what was left. */
static bool handler_ends(const struct rule_run *run, const struct body *b, fn_id fn, u32 handler)
{
	enum { MOST = 256 };
	bool is_main = str_is(fn_name(&run->program->functions[fn]), "main");
	u32 seen[MOST], n = 1;
	seen[0] = handler;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &b->rows[seen[i]];
		if (r->op == ROW_CALL && !r->callee.n && models_noreturn(run->program->models, body_row_name(run->program, r)))
			continue;
		bool flies_on = r->op == ROW_THROW || r->op == ROW_RESUME, leaves = r->op == ROW_EXIT || (flies_on && r->unwind == NONE);
		if (leaves && is_main)
			continue;
		/* Through the clean-up of main's scopes, or to a handler further out. */
		if (flies_on && is_main && n < MOST) {
			seen[n++] = r->unwind;
			continue;
		}
		if (goes_on(r) || leaves || flies_on || !edges_into(b, seen[i], seen, &n, MOST))
			return false;
	}
	return true;
}

/* An exception out of the function is caught somewhere, as far as is known: only one that ends the process hurts nobody. */
static bool may_be_caught(const struct rule_run *run, fn_id fn, u32 depth)
{
	const u32 *calls;
	u32 n = capture_callers(run->capture, fn, &calls);
	if (str_is(fn_name(&run->program->functions[fn]), "main"))
		return false;
	if (!n || depth > 6)
		return true;
	for (u32 i = 0; i < n; i++) {
		const struct caller *caller = &run->capture->callers->list.at[calls[i]];
		const struct body *b = capture_body(run->capture, caller->fn);
		bool is_end = false;
		for (u32 pad = b->rows[caller->row].unwind, steps = 0; pad != NONE && pad < b->n && steps < 64; steps++) {
			if (b->rows[pad].op == ROW_CATCH && !handler_ends(run, b, caller->fn, pad))
				return true;
			is_end = b->rows[pad].op == ROW_CATCH;
			if (is_end)
				break;
			pad = b->rows[pad].op == ROW_RESUME ? b->rows[pad].unwind : pad + 1;
		}
		if (!is_end && caller->fn != fn && may_be_caught(run, caller->fn, depth + 1))
			return true;
	}
	return false;
}

/* Checks that end the process, and no other: nothing of the program's own that is more than a test throws. */
static bool ever_throws(const struct rule_run *run)
{
	struct program *p = run->capture->program;
	for (fn_id fn = 0; fn < p->function_count; fn++)
		if (!program_is_python(p, fn) && !p->files[p->functions[fn].file].is_test && program_throws(p, fn))
			return true;
	return false;
}

/* The callable is one of those that the callers are seen to give, and none of them throws, in a program that doesn't. */
static bool is_given_quiet(const struct way *w, const struct leave *l)
{
	const struct rule_run *run = w->run;
	const struct body_row *r = &w->body->rows[l->row];
	u32 param = l->kind == LEAVE_CALLBACK && r->a != NONE ? w->body->cells[r->a].param : NONE;
	const u32 *calls;
	u32 n = param == NONE ? 0 : capture_callers(run->capture, w->body->fn, &calls);
	for (u32 i = 0; i < n; i++) {
		const struct caller *caller = &run->capture->callers->list.at[calls[i]];
		const struct body *b = capture_body(run->capture, caller->fn);
		const struct body_row *call = &b->rows[caller->row];
		u32 given = param < call->arg_count ? b->args[call->first_arg + param] : NONE;
		fn_id fn = given == NONE ? NONE : b->cells[given].function != NONE ? b->cells[given].function : b->cells[given].lambda;
		if (fn == NONE || program_throws(run->capture->program, fn))
			return false;
	}
	return n > 0 && !ever_throws(run);
}

/* The throw in a macro's text is that of a check. */
static enum leave_kind kind_of(const struct way *w, const struct leave *l)
{
	struct site site = site_in(w->run->program, w->body, l->row);
	return l->kind == LEAVE_THROW && site.row != site.use ? LEAVE_CALLEE : (enum leave_kind)l->kind;
}

/* What a reader should be told of first. */
static u32 weight(const struct way *w, const struct leave *l)
{
	switch (kind_of(w, l)) {
	case LEAVE_THROW:
		return 4;
	case LEAVE_RETURN:
		return 3;
	case LEAVE_CALLBACK:
		return 2;
	case LEAVE_CALLEE:
		break;
	}
	return 1;
}

static const char *what(const struct way *w, const struct leave *l)
{
	struct arena *a = w->run->findings->arena;
	struct site site = site_in(w->run->program, w->body, l->row);
	struct str name = unit_text(w->run->program->functions[site.use_fn].unit, site.use->name);
	switch (kind_of(w, l)) {
	case LEAVE_RETURN:
		return "this way out leaves the function";
	case LEAVE_THROW:
		return "this throw leaves the function";
	case LEAVE_CALLBACK:
		return name.n ? arena_format(a, "whatever '%.*s' throws leaves the function", (int)name.n, name.p)
		              : "whatever this callable throws leaves the function";
	case LEAVE_CALLEE:
		break;
	}
	return name.n ? arena_format(a, "an exception of '%.*s' leaves the function", (int)name.n, name.p) : "an exception leaves the function";
}

static void report(const struct way *w, const struct paths *p)
{
	struct rule_run *run = w->run;
	const struct leave *first = NULL;
	bool is_ending = str_is(fn_name(&run->program->functions[w->body->fn]), "main"), is_caught = false, is_asked = false;
	for (u32 i = 0; i < p->leaves.n; i++) {
		const struct leave *l = &p->leaves.at[i];
		if (is_given_quiet(w, l))
			continue;
		if (!first || weight(w, l) > weight(w, first) || (weight(w, l) == weight(w, first) && l->row < first->row))
			first = l;
		if (l->kind != LEAVE_RETURN && !is_asked) {
			is_caught = may_be_caught(run, w->body->fn, 0);
			is_asked = true;
		}
	}
	if (!first)
		return;
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, w->body, first->row), begin = site_in(run->program, w->body, w->begin);
	struct str name = rule_callee(run, &begin);
	bool is_noted = is_ending || (first->kind != LEAVE_RETURN && !is_caught);
	const char *others = p->leaves.n > 1 ? arena_format(a, " (one of %u such ways)", p->leaves.n) : "";
	struct finding *f = rule_report(run, is_noted ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
	                                arena_format(a, "%s before the capture that '%.*s' began is ended%s: the stream stays in capture mode, "
	                                             "and what it is given next is recorded or refused instead of run",
	                                             what(w, first), (int)name.n, name.p, others));
	rule_step(run, f, &begin, "the capture begins");
	rule_step(run, f, &site, "here the function is left");
	finding_param(run->findings, f, "form", S("open"));
	for (u32 i = 0, n = 0; i < p->leaves.n && n < 4; i++) {
		if (&p->leaves.at[i] == first)
			continue;
		struct site other = site_in(run->program, w->body, p->leaves.at[i].row);
		finding_related(run->findings, f, rule_span(run, &other), "%s as well", what(w, &p->leaves.at[i]));
		n++;
	}
}

static bool is_native(const struct rule_run *run, fn_id fn)
{
	return run->program->files[run->program->functions[fn].file].language != LANG_PYTHON;
}

/* bool began = begin(); ... if (began) end();: what the begin's answer is where it has begun, told by the branch of which one arm alone can end
 * the capture. False if no branch tells. */
static bool answer_of_begin(const struct way *w, struct known *out)
{
	const struct body_row *begin = &w->body->rows[w->begin];
	for (u32 row = 0; row < w->body->n && begin->dst != NONE && !begin->callee.call; row++) {
		const struct body_row *r = &w->body->rows[row];
		if (r->op != ROW_BRANCH || r->a == NONE || r->target == NONE || r->other == NONE || w->closes[r->target] == w->closes[r->other])
			continue;
		struct value v = value_of(capture_values(w->run->capture, w->body), row, r->a);
		if (v.kind != VALUE_RESULT || v.row != w->begin)
			continue;
		*out = (struct known){begin->dst, w->closes[r->other]};
		return true;
	}
	return false;
}

static void check(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	struct arena scratch = {0};
	struct edges_back back;
	struct way w = {.run = run, .body = b, .effects = row_effects(run->capture, b), .begin = region->row, .back = &back};
	if (!w.effects)
		return;
	edges_back(&scratch, b, true, &back);
	w.closes = can_close(&w, &scratch);
	/* A function that only begins hands the capture to its caller, which is looked at in its turn. */
	if (w.closes[region->row] && rows_before_close(&scratch, b, w.effects)[region->row]) {
		struct path_asks asks = {.stops = stops, .takes = takes, .context = &w};
		struct paths p;
		paths_open(&p, run->capture->program, b, run->slot->bodies);
		w.known_count = paths_known_before(&p, region->row, w.known);
		u32 n = w.known_count;
		if (b->rows[region->row].dst != NONE && b->rows[region->row].callee.call)
			w.known[n++] = (struct known){b->rows[region->row].dst, true};
		if (n <= KNOWN && answer_of_begin(&w, &w.known[n]))
			n++;
		paths_walk(&p, region->row, w.known, n, &asks);
		report(&w, &p);
		paths_close(&p);
	}
	arena_release(&scratch);
}

/* ------------------------------------------------------------ Python */

static bool speaks_of_capture(struct str name) { return str_has(name, "captur") || str_has(name, "Captur") || speaks_of_graphs(name); }

static struct str name_of(const struct rule_run *run, const struct body *b, u32 cell)
{
	return body_cell_name(run->program, b, cell);
}

typedef bool wanted(const void *context, const struct body *b, u32 row);

/* Some row that can follow `from`, or `from` itself, is wanted. */
static bool can_reach(const struct body *b, u32 from, wanted *is_wanted, const void *context)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1), found = false;
	VEC(u32) todo = {0};
	u32 to[EDGES];
	if (from != NONE)
		vec_push(&scratch, &todo, from);
	while (todo.n && !found) {
		u32 row = todo.at[--todo.n];
		if (seen[row])
			continue;
		seen[row] = true;
		found = is_wanted(context, b, row);
		bool is_resume = b->rows[row].op == ROW_RESUME || b->rows[row].op == ROW_THROW;
		for (u32 n = body_edges(b, row, is_resume, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	arena_release(&scratch);
	return found;
}

static bool writes_cell(const void *cell, const struct body *b, u32 row) { return b->rows[row].op == ROW_MOVE && b->rows[row].dst == *(const u32 *)cell; }

static bool is_flag_write(const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_constant = r->op == ROW_MOVE && r->sub == OP_NONE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
	return is_constant && r->dst != NONE && b->cells[r->dst].kind == CELL_OUTER && !b->cells[r->dst].is_element;
}

/* A manager that says "a capture is on" until its block has ended well. */
static void check_manager(struct rule_run *run, fn_id fn)
{
	struct str own = unit_text(run->program->functions[fn].unit, run->program->functions[fn].f->name);
	if (!python_is_decorated(run->capture->program, fn, "contextmanager"))
		return;
	const struct body *b = capture_body(run->capture, fn);
	u32 yield = NONE;
	for (u32 row = 0; row < b->n && yield == NONE; row++)
		yield = b->rows[row].op == ROW_YIELD ? row : NONE;
	for (u32 row = 0; yield != NONE && row < yield; row++) {
		u32 flag = b->rows[row].dst;
		if (!is_flag_write(b, row) || (!speaks_of_capture(own) && !speaks_of_capture(name_of(run, b, flag))))
			continue;
		if (!can_reach(b, yield + 1, writes_cell, &flag) || can_reach(b, b->rows[yield].unwind, writes_cell, &flag))
			continue;
		u32 reset = yield + 1;
		while (reset + 1 < b->n && !writes_cell(&flag, b, reset))
			reset++;
		struct site site = site_in(run->program, b, reset), at = site_in(run->program, b, yield), set = site_in(run->program, b, row);
		struct str name = name_of(run, b, flag);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is set back only if the block of '%.*s' ends well: an exception in the capture "
		                                             "leaves the process in this state; it belongs into a 'finally'", (int)name.n, name.p, (int)own.n, own.p));
		rule_step(run, f, &set, "set here");
		rule_step(run, f, &at, "the block runs here; an exception comes out of here and skips the rest");
		return;
	}
}

static bool closes_here(const void *effects, const struct body *b, u32 row)
{
	(void)b;
	return ((const u8 *)effects)[row] == EFFECT_CLOSES;
}

/* An execution context of TensorRT answers whether it has enqueued (IExecutionContext.execute_async_v3); a failure is raised at the end of the capture. */
static bool answers(const struct rule_run *run, const struct body_row *r) { return r->flags & RF_MEMBER && str_starts(body_row_name(run->program, r), "execute_async"); }

/* check(begin(...)): what the begin has answered is checked; nothing was begun if that throws. */
static bool is_given(const struct body *b, const struct body_row *r, u32 cell)
{
	for (u32 i = 0; cell != NONE && i < r->arg_count; i++)
		if (b->args[r->first_arg + i] == cell)
			return true;
	return false;
}

/* capture_begin() and capture_end() with calls between them, and no handler that ends it. */
static void check_python_span(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	const u8 *effects = row_effects(run->capture, b);
	if (!effects || b->rows[region->row].op != ROW_CALL || !can_reach(b, region->row + 1, closes_here, effects))
		return;
	for (u32 row = region->row + 1; row < b->n && effects[row] == EFFECT_NONE; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || can_reach(b, r->unwind, closes_here, effects) || is_given(b, r, b->rows[region->row].dst) || answers(run, r))
			continue;
		struct site site = site_in(run->program, b, row), begin = site_in(run->program, b, region->row);
		struct str name = rule_callee(run, &site), opener = rule_callee(run, &begin);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "an exception of '%.*s' leaves the capture that '%.*s' began open: no finally ends it",
		                                             (int)name.n, name.p, (int)opener.n, opener.p));
		rule_step(run, f, &begin, "the capture begins");
		rule_step(run, f, &site, "here the function may be left");
		return;
	}
}

/* From a handler on: the row that replays, unless a constant (None, False) is written or the function is left before. */
static u32 replay_after(const struct rule_run *run, const struct body *b, u32 handler)
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, b->n + 1);
	VEC(u32) todo = {0};
	u32 to[EDGES], found = NONE;
	vec_push(&scratch, &todo, handler);
	while (todo.n && found == NONE) {
		u32 row = todo.at[--todo.n];
		const struct body_row *r = &b->rows[row];
		bool is_reset = r->op == ROW_MOVE && r->a != NONE && (b->cells[r->a].kind == CELL_ZERO || b->cells[r->a].kind == CELL_NONZERO);
		if (seen[row] || is_reset || r->op == ROW_RETURN || r->op == ROW_THROW || r->op == ROW_RESUME)
			continue;
		seen[row] = true;
		if (r->op == ROW_CALL && r->flags & RF_MEMBER && str_ends(body_row_name(run->program, r), "replay"))
			found = row;
		for (u32 n = body_edges(b, row, false, to); n-- > 0;)
			vec_push(&scratch, &todo, to[n]);
	}
	arena_release(&scratch);
	return found;
}

/* A handler around the capture lets its failure pass, and the graph is replayed all the same. */
static void check_handler(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	u32 pad = b->rows[region->row].op == ROW_ENTER ? b->rows[region->row].unwind : NONE;
	for (u32 steps = 0; pad != NONE && pad < b->n && b->rows[pad].op != ROW_CATCH && steps < 64; steps++)
		pad = b->rows[pad].op == ROW_RESUME ? b->rows[pad].unwind : b->rows[pad].op == ROW_JUMP ? b->rows[pad].target : pad + 1;
	if (pad == NONE || pad >= b->n || b->rows[pad].op != ROW_CATCH)
		return;
	u32 replay = replay_after(run, b, pad);
	if (replay == NONE)
		return;
	struct site site = site_in(run->program, b, pad), begin = site_in(run->program, b, region->row), use = site_in(run->program, b, replay);
	struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
	                                "this handler lets a failed capture pass, and the graph is replayed all the same: there is none, or half of one");
	rule_step(run, f, &begin, "the capture");
	rule_step(run, f, &site, "its failure ends here");
	rule_step(run, f, &use, "replayed here");
}

void rule_failed_capture(struct rule_run *run)
{
	for (u32 i = 0, asked = 0; i < run->capture->regions.n; i++) {
		const struct capture_region *region = &run->capture->regions.at[i];
		asked = i && region[-1].fn == region->fn ? asked + 1 : 0;
		if (region->grade != GRADE_CODE || region->row == NONE || !rule_affords(run, capture_body(run->capture, region->fn), asked))
			continue;
		if (is_native(run, region->fn))
			check(run, region);
		else {
			check_python_span(run, region);
			check_handler(run, region);
		}
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && program_is_python(run->program, fn))
			check_manager(run, fn);
}
