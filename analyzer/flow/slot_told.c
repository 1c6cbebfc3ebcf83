/* Codes that a function ignores and each of its callers reads from the slot as its next act: `record(); return cudaGetLastError() == cudaSuccess;` */
#include "flow/slot_local.h"
#include "graph/edges.h"

enum { MOST = 64 }; /* rows between the call and the read */

/* By the time of the read the slot is as the callee left it: calculations, logs, and waits, which write nothing over what is there. */
static bool leaves_slot(const struct walk *w, const struct body_row *r)
{
	if (r->op != ROW_CALL)
		return r->op != ROW_LAUNCH && r->op != ROW_DESTROY && r->op != ROW_RETURN && r->op != ROW_EXIT;
	if (r->callee.call)
		return r->callee.call->role == ROLE_SYNC || r->callee.call->returns == RETURNS_VALUE || r->callee.call->role == ROLE_TEXT;
	return !r->callee.n && (sounds_like_log(body_row_name(w->program, r)) || r->flags & RF_CONSTRUCT);
}

static bool ends_path(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	return r->op == ROW_THROW || r->op == ROW_RESUME || call_never_returns(w, row);
}

/* On every way from the call the slot is read, and something depends on what was in it. */
static bool is_judged_behind(const struct walk *w, u32 call)
{
	u32 seen[MOST], n = 0, reads = 0;
	seen[n++] = call;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[seen[i]];
		if (i && r->op == ROW_CALL && call_reads_slot(r->callee.call)) {
			if (r->dst == NONE || value_fate(w, seen[i]) <= FATE_NOWHERE)
				return false;
			reads++;
			continue;
		}
		if (i && ends_path(w, seen[i]))
			continue;
		if (i && !leaves_slot(w, r))
			return false;
		if (!edges_into(w->body, seen[i], seen, &n, MOST))
			return false;
	}
	return reads;
}

/* By fn_id: 1 where some call is judged behind, 2 where some call is not. Only of functions that left a code unread. */
static u8 *judge_calls(struct slot_program *all, struct arena *scratch)
{
	const struct program *p = all->program;
	u8 *how = arena_array(scratch, u8, p->function_count + 1);
	bool *asks = arena_array(scratch, bool, p->function_count + 1);
	for (u32 i = 0; i < all->out->losses.n; i++)
		asks[all->out->losses.at[i].producer.site.body] = true;
	for (fn_id f = 0; f < p->function_count; f++) {
		struct walk w = {.all = all, .program = all->program, .body = &all->bodies[f]};
		for (u32 row = 0; row < w.body->n; row++)
			for (u32 i = 0; i < w.body->rows[row].callee.n; i++) {
				fn_id to = w.body->rows[row].callee.at[i];
				if (asks[to] && !(how[to] & 2))
					how[to] |= is_judged_behind(&w, row) ? 1 : 2;
			}
	}
	return how;
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
		loss->is_read_by_callers = loss->is_latched && how[body] == 1 && !works_on(all, &loss->producer.site) && !program_is_stored(all->program, body) && !program_is_bound(all->program, body);
	}
	arena_release(&scratch);
}
