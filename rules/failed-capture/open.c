/* C and C++: ways out of a function that has begun a capture and ends it elsewhere: a return, a throw, a check or callee that throws, a callable of
 * the caller's. */
#include "failed.h"

enum { BRANCHES = 64 }; /* of those that stand before a begin, innermost first, so many are compared */

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
	if (v.kind == VALUE_RESULT && says_capture(body_row_name(w->run->program, &w->body->rows[v.row])))
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

/* What comes before another begin is no business of that one's end. */
static bool is_no_begin(const void *effects, const struct body *b, u32 from, u32 to)
{
	(void)b, (void)from;
	return ((const u8 *)effects)[to] != EFFECT_OPENS;
}

/* By row: a row that ends the capture can follow. */
static bool *can_close(const struct way *w, struct arena *a)
{
	bool *can = arena_array(a, bool, w->body->n + 1);
	struct edges_back back;
	edges_back(a, w->body, true, &back);
	for (u32 row = 0; row < w->body->n; row++)
		can[row] = w->effects[row] == EFFECT_CLOSES || hands_over(w, &w->body->rows[row]);
	rows_leading(w->body, &back, can, is_no_begin, w->effects);
	return can;
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

void failed_open(struct rule_run *run, const struct capture_region *region)
{
	const struct body *b = capture_body(run->capture, region->fn);
	struct arena scratch = {0};
	struct way w = {.run = run, .body = b, .effects = row_effects(run->capture, b), .begin = region->row};
	if (!w.effects)
		return;
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
		failed_report(&w, &p);
		paths_close(&p);
	}
	arena_release(&scratch);
}
