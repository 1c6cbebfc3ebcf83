#include "graph/paths_local.h"

#include <string.h>

/* Computed alike: an operation on the same cells, or a call of the same name with the same arguments, which is taken to give the
 * same answer each time. */
static bool is_alike(const struct paths *p, const struct body_row *a, const struct body_row *b)
{
	if (a->op != b->op || a->sub != b->sub || a->row->name != b->row->name || a->fn != b->fn || a->arg_count != b->arg_count)
		return false;
	if (path_cell(p, a->a) != path_cell(p, b->a) || path_cell(p, a->b) != path_cell(p, b->b))
		return false;
	for (u32 i = 0; i < a->arg_count; i++)
		if (path_cell(p, p->body->args[a->first_arg + i]) != path_cell(p, p->body->args[b->first_arg + i]))
			return false;
	return true;
}

static void find_same(struct paths *p)
{
	const struct body *b = p->body;
	struct idmap seen = {0};
	for (u32 cell = 0; cell < b->cell_count; cell++)
		p->same[cell] = cell;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->dst == NONE || p->made[r->dst] != row || !is_path_temp(&b->cells[r->dst]))
			continue;
		if (r->op != ROW_BINARY && !(r->op == ROW_UNARY && r->sub == OP_NOT) && !(r->op == ROW_CALL && !r->callee.call))
			continue;
		u64 key = (u64)r->op << 56 ^ (u64)r->sub << 48 ^ (u64)path_cell(p, r->a) << 24 ^ path_cell(p, r->b) ^ (u64)r->row->name << 8;
		u32 first = idmap_get(&seen, key);
		if (first == NONE)
			idmap_put(&p->scratch, &seen, key, row);
		else if (is_alike(p, &b->rows[first], r))
			p->same[r->dst] = p->same[b->rows[first].dst];
	}
}

void paths_open(struct paths *p, struct program *program, const struct body *b, const struct body *bodies)
{
	*p = (struct paths){.program = program, .body = b, .bodies = bodies};
	p->made = arena_array(&p->scratch, u32, b->cell_count + 1);
	p->same = arena_array(&p->scratch, u32, b->cell_count + 1);
	p->at = arena_array(&p->scratch, struct path_point, b->n + 1);
	bool *is_twice = arena_array(&p->scratch, bool, b->cell_count + 1);
	memset(p->made, 0xff, sizeof(u32) * b->cell_count);
	for (u32 row = 0; row < b->n; row++) {
		u32 dst = b->rows[row].dst;
		if (dst == NONE)
			continue;
		is_twice[dst] = is_twice[dst] || p->made[dst] != NONE;
		p->made[dst] = is_twice[dst] ? NONE : row;
	}
	find_same(p);
}

void paths_close(struct paths *p) { arena_release(&p->scratch); }

/* What a function answers that is given something known: `check(success)` is true. *ends: it does not come back. */
static enum truth answer_of(const struct paths *p, const struct path_point *at, const struct body_row *r, bool *ends)
{
	enum { ANSWER_DEPTH = 3, ANSWER_ROWS = 400 };
	*ends = false;
	if (r->op != ROW_CALL || r->callee.n != 1 || !r->arg_count || p->depth >= ANSWER_DEPTH || p->bodies[r->callee.at[0]].n > ANSWER_ROWS)
		return TRUTH_UNKNOWN;
	enum truth given = path_truth(p, at, p->body->args[r->first_arg], 0), answer = TRUTH_UNKNOWN;
	const struct body *b = &p->bodies[r->callee.at[0]];
	struct known known = {NONE, given == TRUTH_ZERO};
	for (u32 cell = 0; cell < b->cell_count && known.cell == NONE; cell++)
		known.cell = b->cells[cell].param == 0 ? cell : NONE;
	if (given == TRUTH_UNKNOWN || known.cell == NONE)
		return TRUTH_UNKNOWN;
	struct paths inner;
	paths_open(&inner, p->program, b, p->bodies);
	inner.depth = p->depth + 1;
	paths_walk(&inner, NONE, &known, 1, NULL);
	bool is_first = true;
	for (u32 row = 0; row < b->n; row++) {
		if (b->rows[row].op != ROW_RETURN || !inner.at[row].is_reached)
			continue;
		enum truth here = path_truth(&inner, &inner.at[row], b->rows[row].a, 0);
		answer = is_first || here == answer ? here : TRUTH_UNKNOWN;
		is_first = false;
	}
	*ends = !inner.at[b->exit].is_reached;
	paths_close(&inner);
	return answer;
}

/* A check that ends the way is given what it ends it for. */
static bool ends_for_failure(const struct paths *p, const struct path_point *at, const struct body_row *r)
{
	if (r->op != ROW_CALL || !r->callee.check || !r->arg_count)
		return false;
	u8 fails = r->callee.check->fails, reads = r->callee.check->reads;
	enum truth given = path_truth(p, at, p->body->args[r->first_arg], 0);
	return (fails == FAILS_ABORT || fails == FAILS_THROW || fails == FAILS_RETURN) &&
	       ((reads == READS_CODE && given == TRUTH_NONZERO) || (reads == READS_CONDITION && given == TRUTH_ZERO));
}

/* What is known behind the row; false if nothing comes behind it. */
static bool pass(const struct paths *p, u32 row, struct path_point *at)
{
	const struct body_row *r = &p->body->rows[row];
	enum truth moved = r->op == ROW_MOVE && r->sub == OP_NONE && r->a != NONE ? path_truth(p, at, r->a, 0) : TRUTH_UNKNOWN;
	bool ends = false;
	if (r->op == ROW_CALL)
		moved = answer_of(p, at, r, &ends);
	if (ends || ends_for_failure(p, at, r))
		return false;
	/* Cleaning up is not expected to fail. */
	if (r->op == ROW_CALL && r->callee.call && r->callee.call->role == ROLE_CLEANUP)
		moved = TRUTH_ZERO;
	for (u32 i = 0; r->op == ROW_CALL && i < r->arg_count; i++) {
		u32 arg = p->body->args[r->first_arg + i];
		if (arg != NONE && p->body->cells[arg].address_of != NONE)
			path_forget(p, at, p->body->cells[arg].address_of);
	}
	if (r->dst == NONE)
		return true;
	/* A temp of one writer is written anew in each turn of a loop, from what is then known. */
	if (p->made[r->dst] == row && is_path_temp(&p->body->cells[r->dst]) && r->op == ROW_CALL && p->same[r->dst] != r->dst)
		return true;
	path_forget(p, at, r->dst);
	path_learn(p, at, r->dst, moved);
	return true;
}

/* `F`, `Fn`, `Functor`, `std::function`: what a callable's type is called; a template's parameter of few letters. */
static bool sounds_callable(struct str name)
{
	static const char *const words[] = {"unction", "unctor", "Func", "func", "allable", "allback", "Lambda", "lambda", "Body", "Work", "Task", "Action"};
	for (u32 i = 0; i < COUNT(words); i++)
		if (str_has(name, words[i]))
			return true;
	return str_is(name, "F") || str_is(name, "Fn") || str_is(name, "G") || str_is(name, "Op") || str_is(name, "fn") || str_ends(name, "_fn") ||
	       str_ends(name, "_fn_") || str_ends(name, "Fn") || str_is(name, "body") || str_is(name, "work");
}

/* The row runs a callable that the function was given or that its object holds, by its type or name: std::function, a functor; no
 * function pointer, and no object that is only indexed by (). */
static bool runs_callback(const struct program *p, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || r->flags & (RF_MEMBER | RF_CONSTRUCT) || r->a == NONE || r->callee.n || r->callee.call || r->callee.check)
		return false;
	const struct cell *c = &b->cells[r->a];
	bool is_given = c->param != NONE || c->kind == CELL_OUTER;
	struct str type = intern_get(&p->names, c->type), name = intern_get(&p->names, c->name);
	return is_given && !c->is_pointer && c->function == NONE && (sounds_callable(type) || sounds_callable(name));
}

bool row_throws(struct program *p, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_THROW)
		return true;
	if (r->op != ROW_CALL)
		return false;
	if (r->callee.check)
		return program_check_throws(p, r->callee.check);
	for (u32 i = 0; i < r->callee.n; i++)
		if (program_throws(p, r->callee.at[i]))
			return true;
	return false;
}

/* A check that is given a code known to be good has nothing to throw about. */
static bool is_given_success(const struct paths *p, const struct path_point *at, const struct body_row *r)
{
	if (!r->arg_count)
		return false;
	u32 arg = p->body->args[r->first_arg];
	bool is_condition = r->callee.check && r->callee.check->reads == READS_CONDITION;
	return path_truth(p, at, arg, 0) == (is_condition ? TRUTH_NONZERO : TRUTH_ZERO);
}

bool row_never_returns(const struct program *p, const struct body_row *r)
{
	if (r->op != ROW_CALL || !r->row->name)
		return false;
	struct str name = body_row_name(p, r);
	return (!(r->flags & RF_MEMBER) && models_noreturn(p->models, name)) || program_never_returns(p, name);
}

struct walk {
	struct paths *p;
	const struct path_asks *asks;
	VEC(u32) todo;
	struct arena scratch;
};

static void join(struct walk *w, u32 row, const struct path_point *from)
{
	if (row == NONE || row >= w->p->body->n)
		return;
	struct path_point *to = &w->p->at[row];
	if (!to->is_reached) {
		*to = *from;
		to->is_reached = true;
		vec_push(&w->scratch, &w->todo, row);
		return;
	}
	u8 before = to->n, n = 0;
	for (u32 i = 0; i < to->n; i++)
		for (u32 k = 0; k < from->n; k++)
			if (to->known[i].cell == from->known[k].cell && to->known[i].is_zero == from->known[k].is_zero) {
				to->known[n++] = to->known[i];
				break;
			}
	to->n = n;
	if (n != before)
		vec_push(&w->scratch, &w->todo, row);
}

static void leave(struct walk *w, u32 row, enum leave_kind kind)
{
	struct paths *p = w->p;
	for (u32 i = 0; i < p->leaves.n; i++)
		if (p->leaves.at[i].row == row && p->leaves.at[i].kind == kind)
			return;
	struct leave l = {row, (u8)kind};
	vec_push(&p->scratch, &p->leaves, l);
}

static enum leave_kind kind_of(const struct paths *p, u32 row)
{
	return p->body->rows[row].op == ROW_THROW ? LEAVE_THROW : runs_callback(p->program, p->body, row) ? LEAVE_CALLBACK : LEAVE_CALLEE;
}

static void throw_from(struct walk *w, u32 row, const struct path_point *at, u32 origin)
{
	u32 pad = w->p->body->rows[row].unwind;
	struct path_point thrown = *at;
	thrown.thrown_at = origin;
	if (pad == NONE)
		leave(w, origin, kind_of(w->p, origin));
	else
		join(w, pad, &thrown);
}

/* Both ways of a switch are open until one was taken. */
static enum truth condition_of(const struct paths *p, const struct path_point *at, u32 cell)
{
	enum truth truth = path_truth(p, at, cell, 0);
	if (cell == NONE || !is_path_switch(&p->body->cells[cell]))
		return truth;
	for (u32 i = 0; i < at->n; i++)
		if (at->known[i].cell == path_cell(p, cell))
			return truth;
	return TRUTH_UNKNOWN;
}

static void branch(struct walk *w, u32 row, const struct path_point *at)
{
	const struct body_row *r = &w->p->body->rows[row];
	enum truth truth = condition_of(w->p, at, r->a);
	for (u32 k = 0; k < 2; k++) {
		enum truth here = k ? TRUTH_ZERO : TRUTH_NONZERO;
		if (truth != TRUTH_UNKNOWN && truth != here)
			continue;
		if (truth == TRUTH_UNKNOWN && w->asks->takes && !w->asks->takes(w->asks->context, row, k ? r->other : r->target))
			continue;
		struct path_point arm = *at;
		path_learn_branch(w->p, &arm, r->a, here);
		if ((k ? r->other : r->target) == w->p->body->exit)
			leave(w, row, LEAVE_RETURN);
		join(w, k ? r->other : r->target, &arm);
	}
}

/* One row: where the paths through it go. */
static void step(struct walk *w, u32 row, const struct path_point *before)
{
	struct paths *p = w->p;
	const struct body_row *r = &p->body->rows[row];
	struct path_point at = *before;
	u32 to[EDGES];
	if (r->op == ROW_BRANCH) {
		branch(w, row, &at);
		return;
	}
	if (r->op == ROW_RESUME) {
		u32 origin = at.thrown_at == NONE ? row : at.thrown_at;
		throw_from(w, row, &at, origin);
		return;
	}
	bool throws = (row_throws(p->program, p->body, row) && !is_given_success(p, &at, r)) || runs_callback(p->program, p->body, row);
	if (throws)
		throw_from(w, row, &at, row);
	if (r->op == ROW_THROW || row_never_returns(p->program, r))
		return;
	if (r->op == ROW_CATCH)
		at.thrown_at = NONE;
	if (!pass(p, row, &at))
		return;
	for (u32 n = body_edges(p->body, row, false, to); n-- > 0;) {
		if (r->op == ROW_ITER && w->asks->takes && !w->asks->takes(w->asks->context, row, to[n]))
			continue;
		if (to[n] == p->body->exit)
			leave(w, row, LEAVE_RETURN);
		join(w, to[n], &at);
	}
}

void paths_walk(struct paths *p, u32 from, const struct known *known, u32 n, const struct path_asks *asks)
{
	static const struct path_asks nothing;
	struct walk w = {.p = p, .asks = asks ? asks : &nothing};
	struct path_point start = {.thrown_at = NONE};
	u32 to[EDGES];
	memset(p->at, 0, sizeof *p->at * p->body->n);
	p->leaves.n = 0;
	for (u32 i = 0; i < n; i++)
		path_learn(p, &start, known[i].cell, known[i].is_zero ? TRUTH_ZERO : TRUTH_NONZERO);
	if (from == NONE)
		join(&w, 0, &start);
	else
		for (u32 k = body_edges(p->body, from, false, to); k-- > 0;)
			join(&w, to[k], &start);
	while (w.todo.n) {
		u32 row = w.todo.at[--w.todo.n];
		struct path_point at = p->at[row];
		if (!w.asks->stops || !w.asks->stops(w.asks->context, row))
			step(&w, row, &at);
	}
	arena_release(&w.scratch);
}

u32 paths_known(const struct paths *p, u32 row, struct known out[KNOWN])
{
	memcpy(out, p->at[row].known, sizeof *out * p->at[row].n);
	return p->at[row].n;
}

/* Nothing in the body writes the cell, or is given its address: what is once known of it was always so. */
static bool is_steady(const struct paths *p, u32 cell)
{
	const struct body *b = p->body;
	for (u32 c = cell; c != NONE; c = b->cells[c].parent)
		if (b->cells[c].first_write != NONE)
			return false;
	for (u32 c = 0; c < b->cell_count; c++)
		if (b->cells[c].address_of == cell)
			return false;
	return true;
}

u32 paths_known_before(struct paths *p, u32 row, struct known out[KNOWN])
{
	enum { ROUNDS = 3 };
	struct known steady[KNOWN];
	u32 n = 0, before = 0;
	for (u32 round = 0; round < ROUNDS && (!round || n > before); round++) {
		before = n;
		paths_walk(p, NONE, steady, n, NULL);
		n = 0;
		for (u32 i = 0; i < p->at[row].n; i++)
			if (is_steady(p, p->at[row].known[i].cell))
				steady[n++] = p->at[row].known[i];
	}
	return paths_known(p, row, out);
}
