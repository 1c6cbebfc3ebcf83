/* Questions about the rows after a point that need no states: what a value leads to, what comes next. */
#include "flow/slot_local.h"
#include "graph/edges.h"

/* Goes through the rows that can follow `from`. visit() tells: stop here with true (found), stop this path, or go on. */
enum visit { VISIT_GO_ON, VISIT_FOUND, VISIT_STOP };

static bool search(const struct walk *w, u32 from, enum visit (*visit)(const struct walk *w, u32 row))
{
	struct arena scratch = {0};
	bool *seen = arena_array(&scratch, bool, w->body->n + 1), found = false;
	VEC(u32) todo = {0};
	vec_push(&scratch, &todo, from);
	while (todo.n && !found) {
		u32 row = todo.at[--todo.n];
		if (row == NONE || row >= w->body->n || seen[row])
			continue;
		seen[row] = true;
		enum visit v = visit(w, row);
		found = v == VISIT_FOUND;
		if (v != VISIT_GO_ON)
			continue;
		const struct body_row *r = &w->body->rows[row];
		if (r->op != ROW_RETURN) {
			vec_push(&scratch, &todo, r->target);
			vec_push(&scratch, &todo, r->other);
		}
		if (r->op != ROW_JUMP && r->op != ROW_BRANCH && r->op != ROW_ALT && r->op != ROW_RETURN)
			vec_push(&scratch, &todo, row + 1);
	}
	arena_release(&scratch);
	return found;
}

bool path_ends(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	if (r->op == ROW_THROW || r->op == ROW_RESUME)
		return true;
	if (r->op != ROW_CALL)
		return false;
	if (r->callee.n == 1 && w->all->summaries[r->callee.at[0]].is_known && !w->all->summaries[r->callee.at[0]].returns)
		return true;
	return call_never_returns(w, row);
}

static enum visit uses_runtime(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	const struct model_call *call = r->callee.call;
	if (path_ends(w, row) || r->op == ROW_RETURN || r->op == ROW_EXIT)
		return VISIT_STOP;
	bool uses = r->op == ROW_LAUNCH || (call && call->returns == RETURNS_ERROR && call->role != ROLE_PEEK && call->role != ROLE_CLEANUP);
	return uses ? VISIT_FOUND : VISIT_GO_ON;
}

bool runs_on(const struct walk *w, u32 from) { return from != NONE && search(w, from, uses_runtime); }

static enum visit uses_anything(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	bool runs = r->op == ROW_LAUNCH || (r->callee.call && r->callee.call->returns != RETURNS_VALUE && r->callee.call->returns != RETURNS_VOID && r->callee.call->role != ROLE_CLEANUP);
	for (u32 i = 0; i < r->callee.n && !runs; i++)
		runs = w->all->summaries[r->callee.at[i]].runs;
	bool is_unknown = r->op == ROW_CALL && !r->callee.n && !r->callee.call && !sounds_like_log(body_row_name(w->program, r)) && !sounds_harmless(body_row_name(w->program, r));
	return runs || is_unknown ? VISIT_FOUND : VISIT_GO_ON;
}

bool is_used_behind(const struct walk *w, u32 row) { return row + 1 < w->body->n && search(w, row + 1, uses_anything); }

static enum visit reaches_end(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	if (path_ends(w, row))
		return VISIT_STOP;
	return r->op == ROW_RETURN || r->op == ROW_EXIT ? VISIT_FOUND : VISIT_GO_ON;
}

static bool is_launch_row(const struct body_row *r)
{
	return r->op == ROW_LAUNCH || (r->callee.call && r->callee.call->role == ROLE_LAUNCH);
}

bool launches_next(const struct walk *w, u32 row)
{
	for (u32 i = row + 1; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (is_launch_row(r))
			return true;
		if (r->callee.call && r->callee.call->returns == RETURNS_ERROR)
			return false;
	}
	return false;
}

bool is_only_call(const struct walk *w, u32 row)
{
	const struct fn *fn = &w->program->functions[w->body->rows[row].fn];
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *r = &fn->unit->rows[i];
		const struct model_call *call = r->op == ROW_CALL ? models_call(w->program->models, unit_text(fn->unit, r->name)) : NULL;
		if (r != w->body->rows[row].row && (r->op == ROW_CALL || r->op == ROW_LAUNCH) && !(call && call->role == ROLE_TEXT))
			return false;
	}
	return true;
}

u32 branch_edge(const struct walk *w, u32 row, bool if_true)
{
	u32 value = w->body->rows[row].dst;
	for (u32 i = row + 1; i < w->body->n && i < row + 6; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op == ROW_MOVE && r->a == value)
			value = r->dst;
		if (r->op == ROW_UNARY && r->sub == OP_NOT && r->a == value) {
			value = r->dst;
			if_true = !if_true;
		}
		if (r->op == ROW_BRANCH && r->a == value)
			return if_true ? r->target : r->other;
	}
	return NONE;
}

/* Output, and what is computed for it. */
static bool only_tells(const struct walk *w, const struct body_row *r)
{
	if (r->op == ROW_CALL)
		return (r->callee.call && r->callee.call->role == ROLE_TEXT) || sounds_like_log(body_row_name(w->program, r));
	bool is_temporary = r->dst == NONE || !w->body->cells[r->dst].name;
	return r->op == ROW_NOP || r->op == ROW_JUMP || r->op == ROW_BRANCH || r->op == ROW_ALT ||
	       ((r->op == ROW_MOVE || r->op == ROW_UNARY || r->op == ROW_BINARY) && is_temporary);
}

/* What the function that a row is written in answers by a value of this class: false, null, a code that is not zero. A lambda without a type answers
 * what it gives on another way as well: false where it gives true there. */
static bool is_failure_answer(const struct walk *w, const struct body_row *r, u32 to, enum value_class cls)
{
	const struct fn *fn = &w->program->functions[r->fn];
	struct str type = unit_text(fn->unit, fn->f->result);
	if (type.n && !str_is(type, "auto"))
		return str_is(type, "bool") || str_ends(type, "*") ? cls == CLASS_ZERO : cls == CLASS_NONZERO;
	for (u32 i = to == NONE ? NONE : w->body->cells[to].first_write; cls == CLASS_ZERO && i != NONE; i = w->body->rows[i].next_write)
		if (value_class_of(w, w->body->rows[i].a) == CLASS_NONZERO)
			return true;
	return false;
}

bool answers_failure(const struct walk *w, u32 row)
{
	enum { MOST = 32 };
	const struct body_row *moved = NULL;
	for (u32 i = row + 1, left = MOST; i < w->body->n && left; left--) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op == ROW_THROW)
			return true;
		if (r->op == ROW_RETURN && r->a != NONE)
			return is_failure_answer(w, r, NONE, value_class_of(w, r->a));
		if (r->op == ROW_JUMP && moved)
			return w->program->functions[moved->fn].f->kind == FN_LAMBDA && is_failure_answer(w, moved, moved->dst, value_class_of(w, moved->a));
		if (r->op == ROW_MOVE && r->dst != NONE && value_class_of(w, r->a))
			moved = r;
		else if (r->op != ROW_NOP && r->op != ROW_JUMP && r->op != ROW_DESTROY && !(r->op == ROW_CALL && (only_tells(w, r) || (r->callee.call && r->callee.call->role == ROLE_CLEANUP))))
			return false;
		i = r->op == ROW_JUMP ? r->target : i + 1;
	}
	return false;
}


/* From there to where both ways meet again nothing is done but telling. */
static bool arm_only_tells(const struct walk *w, u32 from, u32 join)
{
	enum { MOST = 64 };
	u32 seen[MOST], n = 1;
	seen[0] = from;
	for (u32 i = 0; i < n; i++) {
		if (seen[i] == join)
			continue;
		if (!only_tells(w, &w->body->rows[seen[i]]))
			return false;
		if (!edges_into(w->body, seen[i], seen, &n, MOST))
			return false;
	}
	return from != join;
}

/* A text that is made in a variable: std::ostringstream text. */
static bool makes_text(const struct walk *w, const struct body_row *r)
{
	static const char *const types[] = {"stringstream", "ostringstream", "string"};
	return r->op == ROW_CALL && r->flags & RF_CONSTRUCT && r->dst != NONE && w->body->cells[r->dst].kind == CELL_LOCAL && w->body->cells[r->dst].parent == NONE &&
	       str_is_any(str_behind_scope(body_row_name(w->program, r)), types, COUNT(types));
}

/* Somebody is given the text, or asks it for what it holds. */
static bool is_text_used(const struct walk *w, u32 text)
{
	for (u32 i = 0; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if ((r->op == ROW_CALL && (r->a == text || row_is_given(w->body, r, text))) || (r->op != ROW_BINARY && r->op != ROW_DESTROY && (r->a == text || r->b == text)))
			return true;
	}
	return false;
}

/* From there to where both ways meet again a text is made, which goes nowhere: nobody is told. */
static bool arm_goes_nowhere(const struct walk *w, u32 from, u32 join)
{
	enum { MOST = 64 };
	u32 seen[MOST], n = 1, texts = 0;
	seen[0] = from;
	for (u32 i = 0; i < n; i++) {
		const struct body_row *r = &w->body->rows[seen[i]];
		if (seen[i] == join)
			continue;
		bool is_text = makes_text(w, r);
		bool is_told = r->op == ROW_CALL && !is_text && !(r->callee.call && r->callee.call->role == ROLE_TEXT);
		if (is_told || !(is_text || r->op == ROW_DESTROY || only_tells(w, r)) || (is_text && is_text_used(w, r->dst)))
			return false;
		texts += is_text;
		if (!edges_into(w->body, seen[i], seen, &n, MOST))
			return false;
	}
	return texts;
}

enum fate value_fate(const struct walk *w, u32 row)
{
	u32 value = w->body->rows[row].dst;
	bool fails_if_true = true;
	for (u32 i = row + 1; value != NONE && i < w->body->n && i < row + 24; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool has_a = r->a == value, has_b = r->b == value;
		if (r->op == ROW_MOVE && has_a)
			value = r->dst;
		if (r->op == ROW_UNARY && r->sub == OP_NOT && has_a) {
			value = r->dst;
			fails_if_true = !fails_if_true;
		}
		if (r->op == ROW_BINARY && (has_a || has_b)) {
			fails_if_true = r->sub != OP_EQ;
			value = r->dst;
		}
		if (r->op == ROW_RETURN)
			return has_a ? FATE_ANSWER : FATE_UNKNOWN;
		if (r->op == ROW_BRANCH && has_a) {
			u32 bad = fails_if_true ? r->target : r->other, good = fails_if_true ? r->other : r->target;
			if (arm_goes_nowhere(w, bad, good))
				return FATE_NOWHERE;
			return arm_only_tells(w, bad, good) ? FATE_TOLD : search(w, bad, reaches_end) ? FATE_ANSWER : FATE_END;
		}
		for (u32 n = 0; r->op == ROW_CALL && n < r->arg_count; n++)
			if (w->body->args[r->first_arg + n] == value && !(r->callee.call && r->callee.call->role == ROLE_TEXT))
				return FATE_HANDED_OVER;
	}
	return FATE_UNKNOWN;
}

u32 handler_of(const struct body *b, u32 call)
{
	u32 row = b->rows[call].unwind;
	while (row != NONE && b->rows[row].op != ROW_CATCH)
		row = b->rows[row].op == ROW_RESUME ? b->rows[row].unwind : row + 1 < b->n ? row + 1 : NONE;
	return row;
}
