/* Reads of the slot: what they see, who is blamed by them, what they clear. */
#include "flow/slot_local.h"


static void add_victim(struct walk *w, struct origin *o, struct site victim)
{
	for (u32 i = 0; i < o->victims.n; i++)
		if (site_same(&o->victims.at[i], &victim))
			return;
	o->victim_count++;
	if (o->victims.n < VICTIMS)
		vec_push(w->arena, &o->victims, victim);
}

void meet_check(struct walk *w, struct origin *o, const struct fact *f, struct site check)
{
	if (f->bits & FACT_WIPED || o->is_guessed)
		return;
	add_victim(w, o, check);
	/* What a callee turned into an answer is decided, looked at or not. */
	if (f->bits & FACT_FAILED || o->is_import) {
		o->meets_check = true;
		o->is_told = o->is_told || f->bits & FACT_TOLD;
		o->decided_row = f->decided;
	}
}

void meet_runtime(struct walk *w, struct state *s, u32 row)
{
	if (!w->is_recording || w->body->rows[row].op == ROW_DESTROY)
		return;
	for (u32 i = 0; i < s->n; i++) {
		struct origin *o = origin_at(w, s->at[i].producer);
		if (o && s->at[i].bits & FACT_IN_SLOT && s->at[i].bits & FACT_FAILED)
			o->meets_runtime = true;
	}
}

static bool is_launch_fact(struct walk *w, const struct fact *f)
{
	struct origin *o = origin_at(w, f->producer);
	return o && o->producer.is_launch;
}

/* The value goes straight to an error string, before anybody has compared it. */
static bool is_used_as_text(const struct walk *w, u32 row)
{
	u32 value = w->body->rows[row].dst;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + 8; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op == ROW_BRANCH || r->op == ROW_JUMP || r->op == ROW_RETURN)
			return false;
		if (r->op == ROW_MOVE && r->a == value && r->sub == OP_NONE)
			value = r->dst;
		for (u32 n = 0; n < r->arg_count; n++)
			if (w->body->args[r->first_arg + n] == value && r->op == ROW_CALL)
				return r->callee.call && r->callee.call->role == ROLE_TEXT;
	}
	return false;
}

/* CHECK_EQ(err, cudaGetLastError()): what is read only stands beside the code that is judged. */
static bool stands_beside(const struct walk *w, u32 row, const struct fact *f)
{
	u32 value = w->body->rows[row].dst;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + 4; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool has_value = r->a == value || r->b == value, has_code = r->op == ROW_BINARY && (fact_code((struct fact *)(uintptr_t)f, r->a) || fact_code((struct fact *)(uintptr_t)f, r->b));
		for (u32 n = 0; n < r->arg_count; n++) {
			has_value = has_value || w->body->args[r->first_arg + n] == value;
			has_code = has_code || fact_code((struct fact *)(uintptr_t)f, w->body->args[r->first_arg + n]);
		}
		if (has_value)
			return has_code;
	}
	return false;
}

/* A call that succeeded has no fact: the flag is all that is left of it. */
static bool has_later_call(const struct state *s) { return !(s->flags & STATE_LAUNCHED_LAST); }

/* err = cudaGetLastError(), and err still holds the untested code. */
static bool takes_over(const struct walk *w, u32 row, const struct fact *f)
{
	const struct body_row *next = row + 1 < w->body->n ? &w->body->rows[row + 1] : NULL;
	return next && next->op == ROW_MOVE && next->a == w->body->rows[row].dst && fact_code((struct fact *)(uintptr_t)f, next->dst);
}

static bool takes_code(const struct walk *w, u32 row)
{
	const struct fn *fn = &w->program->functions[w->body->rows[row].fn];
	for (u32 i = 0; fn->f->kind != FN_MACRO && i < fn->f->param_count; i++)
		if (str_has(unit_text(fn->unit, fn->unit->vars[fn->f->first_var + i].type), "Error"))
			return true;
	return false;
}

/* Some call's code was found to be a failure on this very path. */
static bool has_failure(const struct state *s)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].producer >= FIRST_ROW && s->at[i].bits & FACT_FAILED && !(s->at[i].bits & (FACT_UNTESTED | FACT_SHARED)))
			return true;
	return false;
}

/* The read stands in one arm of a check macro's, or in one of several definitions of it: the macro is the check, in the way
 * that its build or mode asks for. */
static bool is_one_arm(const struct walk *w, u32 row)
{
	u32 outermost = NONE;
	for (u32 u = w->body->rows[row].use; u != NONE; u = w->body->uses[u].parent) {
		for (u32 v = 0; v < w->body->use_count; v++)
			if (v != u && w->body->uses[v].row == w->body->uses[u].row && w->body->uses[v].parent == w->body->uses[u].parent)
				return true;
		outermost = u;
	}
	if (outermost == NONE)
		return false;
	for (u32 i = row; i-- > 0;) {
		u32 u = w->body->rows[i].use;
		while (u != NONE && u != outermost)
			u = w->body->uses[u].parent;
		if (u == NONE)
			return false;
		if (w->body->rows[i].op == ROW_BRANCH)
			return true;
	}
	return false;
}

static bool uses_runtime(const struct walk *w, const struct body_row *r)
{
	const struct model_call *call = r->op == ROW_CALL ? r->callee.call : NULL;
	bool uses = r->op == ROW_LAUNCH || (call && call->returns != RETURNS_VALUE && call->returns != RETURNS_VOID && call->role != ROLE_SYNC);
	for (u32 i = 0; r->op == ROW_CALL && i < r->callee.n && !uses; i++)
		uses = w->all->summaries[r->callee.at[i]].runs;
	return uses;
}

/* launch; if (debug) CHECK(); more: also in an arm of #if that one platform has. The read stands in the arm, with nothing before it that it could be for, and behind it both ways meet. */
static bool is_behind_switch(const struct walk *w, u32 launch, u32 row)
{
	for (u32 i = row; i-- > launch + 1;) {
		const struct body_row *r = &w->body->rows[i];
		if (uses_runtime(w, r))
			return false;
		if ((r->op == ROW_BRANCH || (r->op == ROW_ALT && r->flags & RF_PLATFORM)) && ((r->target <= row && r->other > row) || (r->other <= row && r->target > row)) && r->target != NONE && r->other != NONE)
			return true;
	}
	return false;
}

u32 read_holder(const struct walk *w, u32 row)
{
	const struct body_row *next = row + 1 < w->body->n ? &w->body->rows[row + 1] : NULL;
	u32 value = w->body->rows[row].dst;
	return next && value != NONE && next->op == ROW_MOVE && next->sub == OP_NONE && next->a == value ? next->dst : value;
}

static bool holds_slot_read(const struct walk *w, u32 cell, u32 from, u32 to)
{
	for (u32 i = from; i < to; i++)
		if (w->body->rows[i].op == ROW_CALL && call_reads_slot(w->body->rows[i].callee.call) && read_holder(w, i) == cell)
			return true;
	return false;
}

/* before = peek(); launch; now = peek(); if (now != before): what was there before is told from what has come. Both reads, the
 * launch and the comparison stand together. */
static bool is_told_apart(const struct walk *w, u32 row)
{
	enum { NEAR = 32 };
	u32 value = read_holder(w, row), from = row > NEAR ? row - NEAR : 0, to = min_u32(row + NEAR, w->body->n);
	for (u32 i = row + 1; value != NONE && i < to; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op != ROW_BINARY || (r->sub != OP_NE && r->sub != OP_EQ) || (r->a != value && r->b != value))
			continue;
		u32 other = r->a == value ? r->b : r->a;
		if (other != value && other != NONE && holds_slot_read(w, other, from, i))
			return true;
	}
	return false;
}

/* What an earlier read took out comes here neither as a failure nor unseen: that one has acted, and this is one look more. */
static bool ends_before(const struct walk *w, const struct state *s, u32 row)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].bits & FACT_READ && !(s->at[i].bits & FACT_IN_SLOT))
			return false;
	for (u32 i = row; i-- > 0;)
		if (w->body->rows[i].op == ROW_CALL && call_reads_slot(w->body->rows[i].callee.call))
			return w->body->rows[i].dst != NONE;
	return false;
}

/* err = read(); printf(..., text(err)); then this one: the text of the read before has been given to a function that prints it. */
static bool follows_text(const struct walk *w, u32 row)
{
	u32 read = row, calls = 0;
	while (read-- > 0 && !(w->body->rows[read].op == ROW_CALL && call_reads_slot(w->body->rows[read].callee.call)))
		calls += w->body->rows[read].op == ROW_CALL && !(w->body->rows[read].callee.call && w->body->rows[read].callee.call->role == ROLE_TEXT);
	return read != NONE && calls && is_used_as_text(w, read);
}

/* A call of what reads the slot only behind a launch of its own. */
static bool launches_itself(const struct walk *w, u32 row)
{
	const struct call_target *t = &w->body->rows[row].callee;
	for (u32 i = 0; i < t->n; i++)
		if (w->all->summaries[t->at[i]].read_count)
			return true;
	return false;
}

/* "check (and reset) previous errors", and the launch is not what stands right before: it blames no kernel. */
static bool is_for_older(const struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	return r->dst != NONE && r->row->flags & RF_EXPLAINED && !(s->flags & STATE_LAUNCHED_LAST);
}

static void record_read(struct walk *w, struct state *s, u32 row, enum read_kind kind)
{
	const struct body_row *r = &w->body->rows[row];
	struct slot_read read = {.site = site_of(w, row), .kind = kind, .is_discarded = r->dst == NONE, .is_lost = is_value_lost(w, row),
	                         .is_used_as_text = is_used_as_text(w, row), .fate = (u8)value_fate(w, row),
	                         .launches_next = launches_next(w, row), .is_only_call = is_only_call(w, row), .is_function_first = !(s->flags & STATE_RAN),
	                         .was_read = s->flags & STATE_WAS_READ,
	                         .takes_code = takes_code(w, row), .in_failure = s->flags & STATE_IN_FAILURE, .may_follow_unknown = s->flags & STATE_MAY_RUN,
	                         .follows_callee = s->flags & STATE_RAN_BELOW,
	                         .follows_dropped = s->flags & STATE_DROPPED,
	                         .is_after_others = s->flags & STATE_CALLED && !(s->flags & STATE_MAY_RUN),
	                         .is_told_apart = is_told_apart(w, row), .is_explained = r->row->flags & RF_EXPLAINED,
	                         .answers_failure = answers_failure(w, row), .is_harmless_twice = ends_before(w, s, row), .follows_text = follows_text(w, row),
	                         .is_extended = r->callee.call && str_has(r->callee.call->name, "Ext"), .meets_empty = true};
	struct arena *a = w->all->arena;
	/* Printed and gone: nobody decides anything. */
	bool is_only_text = read.is_used_as_text && read.fate == FATE_UNKNOWN;
	for (u32 i = 0; i < s->n; i++) {
		const struct fact *f = &s->at[i];
		/* What is read where something else was just found failed is for a message or a drain, not for the launch. */
		if (f->bits & FACT_IN_SLOT && is_launch_fact(w, f) && f->bits & FACT_UNTESTED && !(f->bits & FACT_READ) &&
		    !(s->flags & STATE_IN_FAILURE))
			read.after_launch = true;
	}
	bool is_for_another = has_failure(s);
	for (u32 i = 0; i < s->n; i++) {
		const struct fact *f = &s->at[i];
		struct origin *o = origin_at(w, f->producer);
		if (!(f->bits & FACT_IN_SLOT))
			continue;
		read.meets_empty = false;
		if (f->producer == ENTRY)
			read.meets_entry = !(f->bits & FACT_WIPED) && !read.is_told_apart && !is_main(w->program, w->body->fn);
		if (!o)
			continue;
		read.meets_others = true;
		read.meets_older = read.meets_older || !(f->bits & FACT_FRESH) || f->bits & FACT_FAILED || o->is_import;
		bool is_open = f->bits & FACT_UNTESTED && !(f->bits & FACT_ESCAPED);
		if (o->producer.is_launch) {
			read.meets_untested_launch = read.meets_untested_launch || is_open;
			read.follows_launch = read.follows_launch || (f->bits & FACT_FRESH && !has_later_call(s));
			o->is_picked_up = o->is_picked_up || !is_only_text;
			o->is_picked_first = o->is_picked_first || (!is_only_text && f->bits & FACT_FRESH && !launches_itself(w, row));
			o->is_picked_next_turn = o->is_picked_next_turn || (!is_only_text && row <= o->row);
			o->is_picked_by_arm = o->is_picked_by_arm || (!is_only_text && is_one_arm(w, row));
			o->is_picked_by_switch = o->is_picked_by_switch || (!is_only_text && !read.is_discarded && is_behind_switch(w, o->row, row));
			o->is_only_printed = o->is_only_printed || is_only_text;
			if (is_open && r->dst == NONE && kind == READ_GET && !(f->bits & FACT_READ)) {
				o->is_swallowed = true;
				o->swallowed_at = read.site;
			}
			if (is_handed_on(o) && f->bits & FACT_FAILED && read.after_launch && r->dst != NONE && !(f->bits & FACT_ESCAPED))
				meet_check(w, o, f, read.site);
			continue;
		}
		o->is_met = o->is_met || (read.after_launch && r->dst != NONE);
		/* A drain where another call was just found failed is for that one. */
		bool is_for_it = f->bits & FACT_UNTESTED && f->bits & FACT_FRESH && !(read.is_discarded && is_for_another);
		o->is_picked_up = o->is_picked_up || is_for_it;
		if (is_open && is_for_it && !stands_beside(w, row, f)) {
			read.overwrites = read.overwrites || (value_keeps_code(w, f) && r->dst != NONE && takes_over(w, row, f));
			o->is_drained_next = o->is_drained_next || (r->dst == NONE && kind == READ_GET);
			/* Of all of them: what is called between two of them may be what the read is for. */
			read.is_next_call = (!read.untested.n || read.is_next_call) && call_is_right_before(w, o->row, row);
			vec_push(a, &read.untested, o->producer);
		}
		if (f->bits & FACT_FAILED && !(f->bits & FACT_WIPED))
			vec_push(a, &read.failed, o->producer);
		/* A callee's own read is the victim, not the call (see note_reads). What was handed over may have been dealt with. */
		if (read.after_launch && !is_for_older(w, s, row) && read.fate != FATE_NOWHERE && !read.is_told_apart && !(f->bits & FACT_ESCAPED) && r->dst != NONE && !(kind == READ_CHECK && r->callee.n) && (f->bits & FACT_FAILED || o->is_import || (is_open && !(f->bits & FACT_FRESH))))
			meet_check(w, o, f, read.site);
	}
	vec_push(a, &w->all->out->reads, read);
}

/* Once a site, and no more than there is room for. */
static void add_entry_read(struct walk *w, const struct entry_read *read)
{
	for (u32 i = 0; i < w->entry_reads.n; i++)
		if (site_same(&w->entry_reads.at[i].site, &read->site)) {
			/* On more paths than were known before. */
			premises_meet(&w->entry_reads.at[i].premises, &read->premises);
			return;
		}
	w->entry_read_count++;
	if (w->entry_reads.n < VICTIMS)
		vec_push(w->arena, &w->entry_reads, *read);
}

static void note_entry_read(struct walk *w, struct state *s, u32 row)
{
	const struct fact *entry = state_find(s, ENTRY);
	struct site site = site_of(w, row);
	bool has_launch = false;
	for (u32 i = 0; i < s->n; i++)
		has_launch = has_launch || (is_launch_fact(w, &s->at[i]) && s->at[i].bits & FACT_IN_SLOT);
	if (!entry || !(entry->bits & FACT_IN_SLOT) || entry->bits & FACT_WIPED || !has_launch || s->flags & STATE_IN_FAILURE || is_told_apart(w, row) || is_for_older(w, s, row) || value_fate(w, row) == FATE_NOWHERE)
		return;
	add_entry_read(w, &(struct entry_read){site, entry->premises});
}

void read_through(struct walk *w, struct state *s, u32 row)
{
	bool has_launch = false;
	for (u32 i = 0; i < s->n; i++)
		has_launch = has_launch || (is_launch_fact(w, &s->at[i]) && s->at[i].bits & FACT_IN_SLOT && s->at[i].bits & FACT_UNTESTED);
	if (!has_launch)
		return;
	if (w->is_recording)
		record_read(w, s, row, READ_CHECK);
	note_entry_read(w, s, row);
}

void read_drain(const struct walk *w, struct state *s, u32 dst)
{
	u32 kept = 0;
	for (u32 i = 0; i < s->n; i++) {
		struct fact f = s->at[i];
		bool has_code = value_keeps_code(w, &f);
		if (f.bits & FACT_IN_SLOT) {
			f.bits &= (u16)~FACT_IN_SLOT;
			if (dst != NONE && f.bits & FACT_UNTESTED) {
				f.bits |= FACT_READ;
				fact_relate(&f, dst, CLASS_NONZERO, CLASS_NONZERO);
			} else if (!has_code) {
				continue;
			}
		}
		s->at[kept++] = f;
	}
	s->n = kept;
}

/* if (err == cudaErrorX) cudaGetLastError(): of the call's failures the one that is meant to happen is dealt with. */
static void note_named(struct walk *w, const struct state *s)
{
	for (u32 i = 0; i < s->n; i++) {
		struct origin *o = origin_at(w, s->at[i].producer);
		if (o && s->at[i].code != NONE && s->at[i].bits & FACT_FAILED && s->at[i].bits & FACT_IN_SLOT)
			o->is_named_drained = true;
	}
}

void read_transfer(struct walk *w, struct state *s, u32 row, enum read_kind kind)
{
	u32 dst = w->body->rows[row].dst;
	if (w->is_recording)
		record_read(w, s, row, kind);
	if (kind == READ_GET && dst == NONE)
		note_named(w, s);
	/* What is thrown away blames nobody. */
	if (kind == READ_CHECK || dst != NONE)
		note_entry_read(w, s, row);
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].bits & FACT_IN_SLOT)
			s->at[i].bits |= FACT_MET;
	if (kind == READ_CHECK)
		return;
	if (dst != NONE)
		value_forget(w, s, dst);
	if (kind == READ_GET) {
		read_drain(w, s, dst);
		s->flags |= STATE_WAS_READ;
		return;
	}
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].bits & FACT_IN_SLOT && dst != NONE) {
			s->at[i].bits |= FACT_READ;
			/* What was found failed before is not found by the peek. */
			s->at[i].peeked = s->at[i].bits & FACT_FAILED ? s->at[i].peeked : row;
			fact_relate(&s->at[i], dst, CLASS_NONZERO, CLASS_NONZERO);
		}
}
