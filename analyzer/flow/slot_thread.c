/* The slot of a thread ends with it: what a thread leaves there is met by nobody, if what it runs never reads the slot and all of it is in sight, or if no launch check that
 * is in sight comes to it before the end, or if the thread ends where the failure is found. */
#include "flow/slot_local.h"
#include "graph/edges.h"

enum { NEAR = 256 }; /* rows on the way out */

/* Tells of it, cleans up, makes a text: nothing that could read the slot. */
static bool only_tells(const struct slot_program *all, const struct body_row *r)
{
	if (r->op == ROW_LAUNCH)
		return false;
	if (r->op != ROW_CALL)
		return true;
	struct str name = body_row_name(all->program, r);
	return !r->callee.n && (r->callee.call ? !call_reads_slot(r->callee.call) : r->flags & RF_CONSTRUCT || str_starts(name, "std::") || str_starts(name, "operator") || sounds_like_log(name));
}

/* One way from the branch that found the failure leads out of what the thread runs, and on it the thread is only told of. */
static bool goes_out(const struct slot_program *all, const struct site *decided, fn_id root)
{
	const struct body *b = &all->bodies[root];
	u32 to[EDGES], n = decided->row && decided->body == root && decided->body_row < b->n ? body_edges(b, decided->body_row, false, to) : 0;
	for (u32 k = 0; k < n; k++) {
		u32 seen[NEAR], count = 0;
		bool is_out = true;
		seen[count++] = to[k];
		for (u32 i = 0; i < count && is_out; i++)
			is_out = b->rows[seen[i]].op == ROW_EXIT || (only_tells(all, &b->rows[seen[i]]) && edges_into(b, seen[i], seen, &count, NEAR));
		if (is_out)
			return true;
	}
	return false;
}

static bool reads_itself(const struct slot_program *all, fn_id fn)
{
	const struct body *b = &all->bodies[fn];
	for (u32 i = 0; i < b->n; i++) {
		const struct call_target *t = &b->rows[i].callee;
		bool by_name = b->rows[i].op == ROW_CALL && !t->n && !t->call && sounds_like_check(body_row_name(all->program, &b->rows[i]));
		if (call_reads_slot(t->call) || (t->call && t->call->drains) || (t->check && t->check->reads == READS_SLOT) || by_name)
			return true;
	}
	return false;
}

void slot_thread(struct slot_program *all)
{
	const struct program *p = all->program;
	struct arena scratch = {0};
	bool *reads = arena_array(&scratch, bool, p->function_count + 1);
	for (fn_id f = 0; f < p->function_count; f++)
		reads[f] = reads_itself(all, f);
	for (bool changed = true; changed;) {
		changed = false;
		for (u32 i = 0; i < all->uses.n; i++)
			if (reads[all->uses.at[i].callee] && !reads[all->uses.at[i].caller])
				reads[all->uses.at[i].caller] = changed = true;
	}
	for (u32 i = 0; i < all->out->survivors.n; i++) {
		struct survivor *v = &all->out->survivors.at[i];
		bool is_left = program_is_thread(p, v->root) && !v->victims.n;
		v->is_unread_thread = is_left && (reads[v->root] || !all->summaries[v->root].may_run || goes_out(all, &v->decided, v->root));
	}
	arena_release(&scratch);
}
