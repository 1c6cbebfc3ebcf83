/* The fixpoint of one body. States are kept at leaders: rows that something jumps to, or that follow a row which may
 * go elsewhere. Leaders are taken in row order, so loops settle inside out. */
#include "flow/slot_local.h"

enum { TIDY_BYTES = 1 << 20 };

static void mark(struct walk *w, u32 from, u32 row)
{
	if (row == NONE)
		return;
	w->is_leader[row] = true;
	w->comes_from[row] = w->comes_from[row] ? NONE : from + 1;
}

static void mark_leaders(struct walk *w)
{
	w->is_leader[0] = true;
	for (u32 i = 0; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		mark(w, i, r->target);
		mark(w, i, r->other);
		mark(w, i, r->unwind);
		bool ends = r->op == ROW_BRANCH || r->op == ROW_JUMP || r->op == ROW_ALT || r->op == ROW_RETURN || r->op == ROW_THROW ||
		            r->op == ROW_RESUME || r->op == ROW_CATCH || r->op == ROW_ITER;
		if (ends && i + 1 < w->body->n)
			w->is_leader[i + 1] = true;
	}
}

void walk_go(struct walk *w, const struct state *s, u32 row)
{
	if (row == NONE || !s->is_live || w->is_recording)
		return;
	if (state_join(w->arena, &w->in[row], s) && !w->is_queued[row]) {
		w->is_queued[row] = true;
		vec_push(w->arena, &w->queue, row);
	}
}

/* An exception: to the landing pad, or out of the function. */
static void go_thrown(struct walk *w, const struct state *s, u32 unwind)
{
	if (!s->is_live)
		return;
	if (unwind != NONE)
		walk_go(w, s, unwind);
	else
		state_join(w->arena, &w->ends[WAY_THROWN], s);
}

static void returned(struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct state out = {0};
	state_copy(&w->scratch, &out, s);
	enum value_class cls = r->a == NONE ? CLASS_ANY : value_class_of(w, r->a);
	for (u32 i = 0; i < out.n; i++) {
		struct fact *f = &out.at[i];
		const struct relation *rel = r->a == NONE ? NULL : fact_relation(f, r->a);
		if (r->a != NONE && (rel ? (enum value_class)rel->fwd : cls) == CLASS_ZERO && f->bits & FACT_FAILED && f->bits & FACT_IN_SLOT && !(f->bits & FACT_UNTESTED))
			f->bits |= FACT_DENIED;
		if (rel) {
			struct relation copy = *rel;
			fact_relate(f, w->result_cell, (enum value_class)copy.fwd, (enum value_class)copy.back);
			if (copy.newer)
				fact_replaced_by(f, w->result_cell, (enum value_class)copy.newer);
		} else if (cls) {
			fact_relate(f, w->result_cell, cls, CLASS_ANY);
		} else {
			for (u32 k = 0; k < f->relations; k++) {
				u32 cell = f->rel[k].cell;
				if (cell < w->body->cell_count && w->body->cells[cell].parent == r->a && r->a != NONE)
					f->bits |= FACT_ESCAPED;
			}
		}
	}
	walk_go(w, &out, r->target);
}

static void thrown_row(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 i = 0; i < s->n; i++) {
		if (r->a != NONE && fact_code(&s->at[i], r->a))
			s->at[i].bits |= FACT_ESCAPED;
		if (s->at[i].bits & FACT_FAILED && !(s->at[i].bits & FACT_SHARED))
			s->at[i].bits |= FACT_THROWN;
	}
	go_thrown(w, s, r->unwind);
}

/* One row. False: control does not fall through to the next. */
static bool step(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	struct state thrown = {0};
	w->row = row;
	switch ((enum row_op)r->op) {
	case ROW_MOVE:
		value_move(w, s, row);
		return true;
	case ROW_UNARY:
		value_unary(w, s, row);
		return true;
	case ROW_BINARY:
		value_binary(w, s, row);
		return true;
	case ROW_CALL:
	case ROW_LAUNCH:
	case ROW_DESTROY:
		call_transfer(w, s, row, &thrown);
		go_thrown(w, &thrown, r->unwind);
		return s->is_live;
	case ROW_BRANCH:
		if (r->a == NONE) {
			walk_go(w, s, r->target);
			walk_go(w, s, r->other);
		} else {
			walk_branch(w, s, row);
		}
		return false;
	case ROW_JUMP:
		walk_go(w, s, r->target);
		return false;
	case ROW_ITER:
		value_forget(w, s, r->dst);
		walk_go(w, s, r->target);
		walk_go(w, s, r->other);
		return false;
	case ROW_ALT:
		walk_go(w, s, r->target);
		walk_go(w, s, r->other);
		return false;
	case ROW_RETURN:
		returned(w, s, row);
		return false;
	case ROW_THROW:
		thrown_row(w, s, row);
		return false;
	case ROW_RESUME:
		go_thrown(w, s, r->unwind);
		return false;
	case ROW_CATCH:
		if (r->row->name && r->other != NONE)
			walk_go(w, s, r->other);
		else if (r->row->name)
			state_join(w->arena, &w->ends[WAY_THROWN], s);
		s->flags |= STATE_IN_FAILURE;
		walk_go(w, s, row + 1);
		return false;
	case ROW_ASSERT:
		state_copy(&w->scratch, &thrown, s);
		state_assume(&thrown, r->a, CLASS_ZERO, row);
		thrown_row(w, &thrown, row);
		state_assume(s, r->a, CLASS_NONZERO, row);
		return true;
	case ROW_EXIT:
		state_join(w->arena, &w->ends[WAY_NORMAL], s);
		return false;
	case ROW_NOP: case ROW_ENTER: case ROW_LEAVE: case ROW_DEFINE: case ROW_YIELD:
		return true;
	case ROW_OPS:
		break;
	}
	bug("row op %u", r->op);
}

/* Something is done on the same path after the call that might not have returned: it did return. */
static void went_on(const struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	/* What may still belong to the same statement, such as `FAIL() << text(code)`, tells nothing. */
	bool is_text = r->callee.call && r->callee.call->role == ROLE_TEXT;
	bool is_named = r->dst < w->body->cell_count && w->body->cells[r->dst].name;
	bool is_act = r->op == ROW_RETURN || r->op == ROW_THROW || r->op == ROW_BRANCH || r->op == ROW_LAUNCH || (r->op == ROW_CALL && !is_text) ||
	              (r->op == ROW_MOVE && is_named);
	if (!is_act)
		return;
	for (u32 i = 0; i < s->n; i++)
		s->at[i].bits &= (u16)~FACT_MAY_END;
}

static void run_from(struct walk *w, u32 leader)
{
	struct state s = {0};
	state_copy(&w->scratch, &s, &w->in[leader]);
	for (u32 row = leader; row < w->body->n; row++) {
		if (row != leader && w->is_leader[row]) {
			walk_go(w, &s, row);
			return;
		}
		if (row != leader)
			went_on(w, &s, row);
		if (!step(w, &s, row))
			return;
	}
}

/* Nothing on its way is left between two leaders. */
static void tidy(struct walk *w)
{
	if (w->scratch.used > TIDY_BYTES)
		arena_release(&w->scratch);
}

static u32 take_first(struct walk *w)
{
	u32 best = 0;
	for (u32 i = 1; i < w->queue.n; i++)
		if (w->queue.at[i] < w->queue.at[best])
			best = i;
	u32 row = w->queue.at[best];
	w->queue.at[best] = w->queue.at[--w->queue.n];
	w->is_queued[row] = false;
	return row;
}

static void begin(struct walk *w)
{
	struct state s = {.is_live = true};
	const struct function *f = w->program->functions[w->body->fn].f;
	state_add(&w->scratch, &s, ENTRY)->bits = FACT_IN_SLOT | FACT_UNTESTED | FACT_FRESH;
	for (u32 cell = 0; cell < w->body->cell_count; cell++) {
		u32 param = w->body->cells[cell].param;
		if (param == NONE || param >= PARAMS || param >= f->param_count || w->body->cells[cell].parent != NONE)
			continue;
		for (u32 is_condition = 0; is_condition < 2; is_condition++) {
			enum value_class cls = is_condition ? CLASS_ZERO : CLASS_NONZERO;
			struct fact *fact = state_add(&w->scratch, &s, param_producer(param, is_condition));
			fact->bits = FACT_IN_SLOT | FACT_UNTESTED | FACT_FRESH;
			fact_relate(fact, cell, cls, cls);
		}
	}
	state_add(&w->scratch, &s, CONSTANTS);
	walk_go(w, &s, 0);
}

static void record_rows(struct walk *w)
{
	w->is_recording = true;
	w->first_read = w->all->out->reads.n;
	for (u32 row = 0; row < w->body->n; row++)
		if (w->is_leader[row] && w->in[row].is_live) {
			run_from(w, row);
			tidy(w);
		}
	walk_record(w);
}

enum { OWN_CALLS = 96 };

static u32 own_calls(const struct body *b)
{
	u32 n = 0;
	for (u32 row = 0; row < b->n; row++)
		n += b->rows[row].op == ROW_LAUNCH || (b->rows[row].op == ROW_CALL && b->rows[row].callee.call);
	return min_u32(n, OWN_CALLS);
}

void walk_run(struct walk *w, struct slot_program *all, struct arena *a, const struct body *body, enum walk_mode mode)
{
	*w = (struct walk){.all = all, .program = all->program, .arena = a, .body = body, .result_cell = body->cell_count, .is_explicit = mode == WALK_EXPLICIT,
	                   .given = mode == WALK_TRUE ? CLASS_NONZERO : mode == WALK_FALSE ? CLASS_ZERO : CLASS_ANY};
	if (!body->n)
		return;
	w->in = arena_array(a, struct state, body->n);
	w->is_leader = arena_array(a, bool, body->n);
	w->comes_from = arena_array(a, u32, body->n);
	w->is_queued = arena_array(a, bool, body->n);
	w->own_calls = own_calls(body);
	mark_leaders(w);
	value_follow(w);
	begin(w);
	/* The lattice is finite; the bound only guards against our own mistakes. */
	for (u64 left = (u64)body->n * 200 + 10000; w->queue.n && left; left--) {
		run_from(w, take_first(w));
		tidy(w);
	}
	if (mode == WALK_RECORD)
		record_rows(w);
	arena_release(&w->scratch);
}
