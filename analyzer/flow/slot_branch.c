/* A branch on a value: which of its edges are open, what each of them tells of the failures, and whether it is the way of a failure. */
#include "flow/slot_local.h"

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

void walk_branch(struct walk *w, const struct state *s, u32 row)
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
		walk_go(w, &taken, i ? r->other : r->target);
	}
}
