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

static void go(struct walk *w, const struct state *s, u32 row)
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
		go(w, s, unwind);
	else
		state_join(w->arena, &w->ends[WAY_THROWN], s);
}

enum value_class default_class(const struct program *p, fn_id fn, u32 param)
{
	const struct fn *f = &p->functions[fn];
	operand value = f->unit->vars[f->f->first_var + param].value;
	if (operand_kind(value) == OPD_INT)
		return f->unit->ints[operand_index(value)] ? CLASS_NONZERO : CLASS_ZERO;
	if (operand_kind(value) == OPD_GLOBAL)
		return CLASS_NONZERO;
	u32 declared = program_default(p, fn, param);
	return declared == 1 ? CLASS_ZERO : declared == 2 ? CLASS_NONZERO : CLASS_ANY;
}

/* A branch or a callee has told the failure apart; where the condition is only kept in a member both answers go on alike. */
static bool is_found(const struct walk *w, const struct fact *f)
{
	u32 op = f->decided < w->body->n ? w->body->rows[f->decided].op : ROW_BRANCH;
	return f->bits & FACT_FAILED && op != ROW_MOVE && op != ROW_BINARY;
}

/* A parameter with a constant default, in a function that has just found a failure: the usual call leaves it out, so
 * `bool abort = true` means that it aborts. Without a default it is what the call gives (walk.given). */
static enum value_class default_of(struct walk *w, const struct state *s, u32 cell)
{
	const struct cell *c = cell < w->body->cell_count ? &w->body->cells[cell] : NULL;
	if (!c || c->param == NONE || c->parent != NONE)
		return CLASS_ANY;
	enum value_class value = default_class(w->program, w->body->fn, c->param);
	for (u32 i = 0; i < s->n && s->at[i].producer < FIRST_ROW; i++)
		if (is_found(w, &s->at[i])) {
			if (!value) {
				w->leaning |= (u16)(c->param < PARAMS ? 1u << c->param : 0);
				return w->given;
			}
			w->leans_on_default = true;
			return w->is_explicit ? CLASS_ANY : value;
		}
	return CLASS_ANY;
}

/* A value that its name calls a code, such as a parameter `int status`. */
static bool is_named_code(const struct walk *w, u32 cell)
{
	return cell != NONE && cell < w->body->cell_count && w->body->cells[cell].parent == NONE && sounds_like_code(body_cell_name(w->program, w->body, cell));
}

/* is_teardown(err), err == cudaErrorNotReady: which of the failures it is. */
static bool asks_of_code(const struct walk *w, u32 row, u32 value)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->dst != value)
		return false;
	static const char *const successes[] = {"uccess", "SUCCESS", "ok", "Ok", "OK", "good", "Good"};
	bool is_kind = r->op == ROW_CALL && !str_has_any(body_row_name(w->program, r), successes, COUNT(successes));
	for (u32 n = 0; is_kind && n < r->arg_count; n++)
		if (is_named_code(w, w->body->args[r->first_arg + n]))
			return true;
	if (r->op != ROW_BINARY || r->sub != OP_EQ || r->a == NONE || r->b == NONE)
		return false;
	u32 constant = value_class_of(w, r->a) == CLASS_NONZERO ? r->a : r->b;
	struct str name = body_cell_name(w->program, w->body, constant);
	return value_class_of(w, constant) == CLASS_NONZERO && (str_has(name, "Error") || str_has(name, "ERROR"));
}

/* The only row that makes the value, if it stands before `row`. */
static const struct body_row *made_by(const struct walk *w, u32 value, u32 row)
{
	u32 at = value < w->body->cell_count ? w->body->cells[value].first_write : NONE;
	return at != NONE && at < row && w->body->rows[at].next_write == NONE ? &w->body->rows[at] : NULL;
}

/* A check is given what the runtime has just returned, and answers a failure by this class: if (!is_ok(cudaX(), "x")). */
static bool is_checks_answer(const struct walk *w, u32 row, u32 value, enum value_class taken)
{
	const struct body_row *r = made_by(w, value, row);
	if (r && r->op == ROW_UNARY && r->sub == OP_NOT) {
		taken = class_other(taken);
		r = made_by(w, r->a, row);
	}
	const struct summary *check = r && r->op == ROW_CALL && r->callee.n == 1 ? &w->all->summaries[r->callee.at[0]] : NULL;
	for (u32 n = 0; check && n < r->arg_count && n < PARAMS; n++) {
		const struct body_row *call = made_by(w, w->body->args[r->first_arg + n], row);
		const struct outcome *o = &check->params[2 * n][WAY_NORMAL];
		if (call && call->op == ROW_CALL && call->callee.call && call->callee.call->returns == RETURNS_ERROR && o->is_there && o->fwd == taken)
			return true;
	}
	return false;
}

/* The branch asks `code == cudaSuccess` or `status == 0` of some code, ours or not, and this is the edge of the other answer. */
static bool is_failure_edge(const struct walk *w, u32 row, enum value_class taken)
{
	u32 value = w->body->rows[row].a;
	if (is_named_code(w, value))
		return taken == CLASS_NONZERO;
	if (is_checks_answer(w, row, value, taken))
		return true;
	if (taken == CLASS_NONZERO && row && asks_of_code(w, row - 1, value))
		return true;
	for (u32 i = row; i-- > 0 && i + 4 > row;) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op != ROW_BINARY || r->dst != value || r->b == NONE || r->a == NONE)
			continue;
		const struct cell *b = &w->body->cells[r->b], *a = &w->body->cells[r->a];
		bool asks = (b->kind == CELL_ZERO && (b->name || is_named_code(w, r->a))) || (a->kind == CELL_ZERO && a->name);
		return asks && ((r->sub == OP_NE && taken == CLASS_NONZERO) || (r->sub == OP_EQ && taken == CLASS_ZERO));
	}
	return false;
}

void note_looked_at(struct walk *w, const struct fact *f)
{
	struct origin *o = origin_at(w, f->producer);
	if (o)
		o->is_looked_at = o->is_looked_at || w->is_recording;
	else if (f->producer >= FIRST_PARAM && f->producer < CONSTANTS)
		w->looks |= 1u << (f->producer - FIRST_PARAM) / 2;
}

static void note_looks(struct walk *w, const struct state *s, u32 cell)
{
	for (u32 i = 0; i < s->n; i++) {
		const struct relation *r = fact_relation(&s->at[i], cell);
		if (r && (r->back || r->clears))
			note_looked_at(w, &s->at[i]);
	}
}

/* `first != cudaSuccess ? first : second`: where the first call did not fail, the second's code is taken; where it did, one failure is told. */
static void note_choice(struct walk *w, const struct state *taken, u32 row, enum value_class cls, u32 to)
{
	const struct body_row *next = to < w->body->n ? &w->body->rows[to] : NULL;
	if (next && (next->op == ROW_MOVE || next->op == ROW_RETURN) && next->a != NONE && is_failure_edge(w, row, class_other(cls)))
		note_looks(w, taken, next->a);
}

/* Where the branch goes with those that it has just found failed. */
static void note_failed(struct walk *w, const struct state *before, const struct state *taken, u32 to)
{
	for (u32 i = 0; i < taken->n; i++) {
		struct origin *o = origin_at(w, taken->at[i].producer);
		const struct fact *was = o && taken->at[i].bits & FACT_FAILED ? state_find(before, taken->at[i].producer) : NULL;
		if (!was || was->bits & FACT_FAILED)
			continue;
		o->is_failed_elsewhere |= o->failed_to != NONE && o->failed_to != to;
		o->failed_to = to;
	}
}

static void branch(struct walk *w, const struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	note_looks(w, s, r->a);
	/* A name in capitals may be a constant, a parameter of a template or a macro: of either class. */
	bool is_literal = r->a < w->body->cell_count && !w->body->cells[r->a].name;
	enum value_class known = is_literal ? value_class_of(w, r->a) : CLASS_ANY;
	if (!known)
		known = default_of(w, s, r->a);
	if (!known)
		known = premise_of_complement(w, row);
	static const enum value_class classes[] = {CLASS_NONZERO, CLASS_ZERO};
	for (u32 i = 0; i < 2; i++) {
		if (known && known != classes[i])
			continue;
		struct state taken = {0};
		struct premise asked;
		state_copy(&w->scratch, &taken, s);
		if (premise_of_branch(w, row, classes[i], &asked) && !premise_assume(w, &taken, asked))
			continue;
		state_assume(&taken, r->a, classes[i], row);
		if (is_failure_edge(w, row, classes[i]))
			taken.flags |= STATE_IN_FAILURE;
		note_failed(w, s, &taken, i ? r->other : r->target);
		note_choice(w, &taken, row, classes[i], i ? r->other : r->target);
		go(w, &taken, i ? r->other : r->target);
	}
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
	go(w, &out, r->target);
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
			go(w, s, r->target);
			go(w, s, r->other);
		} else {
			branch(w, s, row);
		}
		return false;
	case ROW_JUMP:
		go(w, s, r->target);
		return false;
	case ROW_ITER:
		value_forget(w, s, r->dst);
		go(w, s, r->target);
		go(w, s, r->other);
		return false;
	case ROW_ALT:
		go(w, s, r->target);
		go(w, s, r->other);
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
			go(w, s, r->other);
		else if (r->row->name)
			state_join(w->arena, &w->ends[WAY_THROWN], s);
		s->flags |= STATE_IN_FAILURE;
		go(w, s, row + 1);
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
			go(w, &s, row);
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
	go(w, &s, 0);
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
