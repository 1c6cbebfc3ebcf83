/* Codes that a function ignores and each of its callers reads from the slot as its next act: `record(); return cudaGetLastError() == cudaSuccess;`, or does nothing more and its own callers
 * read it. */
#include "flow/slot_local.h"
#include "graph/edges.h"

enum { MOST = 64 }; /* rows between the call and the read */

/* By the time of the read the slot is as the callee left it: calculations, logs, and waits, which write nothing over what is there. */
static bool leaves_slot(const struct walk *w, const struct body_row *r)
{
	if (r->op == ROW_DESTROY)
		return !r->callee.n; /* no destructor in sight, or none written */
	if (r->op != ROW_CALL)
		return r->op != ROW_LAUNCH && r->op != ROW_RETURN && r->op != ROW_EXIT;
	if (r->callee.call)
		return r->callee.call->role == ROLE_SYNC || r->callee.call->returns == RETURNS_VALUE || r->callee.call->role == ROLE_TEXT;
	return !r->callee.n && (sounds_like_log(body_row_name(w->program, r)) || r->flags & RF_CONSTRUCT);
}

static bool ends_path(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	return r->op == ROW_THROW || r->op == ROW_RESUME || call_never_returns(w, row);
}

/* What the rows behind a call do about what is in the slot; bits. */
enum { JUDGED = 1, MISSED = 2, PASSED_ON = 4 /* the function ends with it */ };

/* On every way from the call the slot is read, and something depends on what was in it; or the function ends, having done nothing more. */
static u8 behind(const struct walk *w, u32 call)
{
	u32 seen[MOST], n = 0;
	u8 found = 0;
	seen[n++] = call;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[seen[i]];
		if (i && r->op == ROW_CALL && call_reads_slot(r->callee.call)) {
			if (r->dst == NONE || value_fate(w, seen[i]) <= FATE_NOWHERE)
				return MISSED;
			found |= JUDGED;
			continue;
		}
		if (i && ends_path(w, seen[i]))
			continue;
		if (i && (r->op == ROW_RETURN || r->op == ROW_EXIT)) {
			found |= PASSED_ON;
			continue;
		}
		if (i && !leaves_slot(w, r))
			return MISSED;
		if (!edges_into(w->body, seen[i], seen, &n, MOST))
			return MISSED;
	}
	return found ? found : MISSED;
}

struct told {
	bool *asks;        /* by fn_id: it has left a code unread, or what it calls has, and nothing is done behind that */
	u8 *how;           /* by fn_id: what its callers do, or-ed */
	VEC(struct use_of) passed; /* calls of functions that ask behind which the caller ends */
};

/* Adds what the callers do of functions that came to ask since the round before. True if more have come. */
static bool note_calls(struct slot_program *all, struct arena *scratch, struct told *t, const bool *before)
{
	bool more = false;
	for (fn_id f = 0; f < all->program->function_count; f++) {
		struct walk w = {.all = all, .program = all->program, .body = &all->bodies[f]};
		/* What a macro calls is called where it is used. */
		bool is_macro = all->program->functions[f].f->kind == FN_MACRO;
		for (u32 row = 0; row < w.body->n && !is_macro; row++)
			for (u32 i = 0; i < w.body->rows[row].callee.n; i++) {
				fn_id to = w.body->rows[row].callee.at[i];
				if (!t->asks[to] || before[to] || t->how[to] & MISSED)
					continue;
				u8 how = behind(&w, row);
				t->how[to] |= how;
				if (!(how & PASSED_ON) || how & MISSED)
					continue;
				vec_push(scratch, &t->passed, ((struct use_of){.caller = f, .callee = to}));
				more |= !t->asks[f];
				t->asks[f] = true;
			}
	}
	return more;
}

enum { PASSES = 12 }; /* callers between the call and the read */

/* By fn_id: JUDGED and nothing else where every call is judged behind, or further up. Only of functions that left a code unread. */
static u8 *judge_calls(struct slot_program *all, struct arena *scratch)
{
	u32 count = all->program->function_count;
	struct told t = {.asks = arena_array(scratch, bool, count + 1), .how = arena_array(scratch, u8, count + 1)};
	bool *before = arena_array(scratch, bool, count + 1), more = true;
	for (u32 i = 0; i < all->out->losses.n; i++)
		t.asks[all->out->losses.at[i].producer.site.body] = true;
	for (u32 round = 0; more && round < PASSES; round++) {
		bool *now = arena_array(scratch, bool, count + 1);
		memcpy(now, t.asks, count);
		more = note_calls(all, scratch, &t, before);
		before = now;
	}
	/* Who passes it on to nobody in sight, or to somebody who misses it, misses it. */
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = 0; i < t.passed.n; i++) {
			fn_id caller = t.passed.at[i].caller, callee = t.passed.at[i].callee;
			bool is_lost = !t.how[caller] || t.how[caller] & MISSED || program_is_stored(all->program, caller) || program_is_bound(all->program, caller);
			if (is_lost && !(t.how[callee] & MISSED)) {
				t.how[callee] |= MISSED;
				changed = true;
			}
		}
	}
	for (fn_id f = 0; f < count; f++)
		t.how[f] = t.how[f] & MISSED ? MISSED : t.how[f] ? JUDGED : 0;
	return t.how;
}

/* What was dropped goes on to do work: the read tells of it too late. */
static bool works_on(const struct slot_program *all, const struct site *loss)
{
	const struct body *b = &all->bodies[loss->body];
	for (u32 row = loss->body_row + 1; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct model_call *call = r->callee.call;
		bool works = r->op == ROW_LAUNCH || (call && (call->role == ROLE_LAUNCH || str_ends(call->name, "GraphLaunch")));
		for (u32 i = 0; i < r->callee.n && !works; i++)
			works = all->summaries[r->callee.at[i]].runs;
		if (works)
			return true;
	}
	return false;
}

void slot_told(struct slot_program *all)
{
	struct arena scratch = {0};
	u8 *how = judge_calls(all, &scratch);
	for (u32 i = 0; i < all->out->losses.n; i++) {
		struct code_loss *loss = &all->out->losses.at[i];
		fn_id body = loss->producer.site.body;
		loss->is_read_by_callers = loss->is_latched && how[body] == JUDGED && !works_on(all, &loss->producer.site) && !program_is_stored(all->program, body) && !program_is_bound(all->program, body);
	}
	arena_release(&scratch);
}
