/* The slot of a thread ends with it: what a thread leaves there is met by nobody, if what it runs never reads the slot and all of it is in sight, or if no launch check that
 * is in sight comes to it before the end. */
#include "flow/slot_local.h"

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
		v->is_unread_thread = is_left && (reads[v->root] || !all->summaries[v->root].may_run);
	}
	arena_release(&scratch);
}
