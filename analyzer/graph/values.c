#include "graph/values.h"

enum { SEVERAL = NONE - 1 };
enum { STEPS = 4096 }; /* pairs of a row and a cell that one answer looks at; past them it is VALUE_UNKNOWN */
enum { LONG = 64 };    /* what took more steps is remembered */

static void note_write(u32 *only, u32 cell, u32 row)
{
	if (cell != NONE)
		only[cell] = only[cell] == NONE || only[cell] == row ? row : (u32)SEVERAL;
}

void values_open(struct arena *a, struct values *v, const struct body *b)
{
	*v = (struct values){.body = b, .arena = a, .only = arena_array(a, u32, b->cell_count + 1)};
	for (u32 i = 0; i < b->cell_count; i++)
		v->only[i] = NONE;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		note_write(v->only, r->dst, row);
		for (u32 i = 0; i < r->arg_count; i++) {
			u32 arg = b->args[r->first_arg + i];
			if (arg != NONE)
				note_write(v->only, b->cells[arg].address_of, row);
		}
	}
}

struct question {
	u32 row, cell; /* what the cell holds when the row begins */
};

enum { FEW = 32 };

/* Most searches end after a few steps, so those need no memory of their own. */
struct search {
	const struct values *v;
	struct arena scratch;
	VEC(struct question) todo;
	struct question todo_room[FEW], first[FEW]; /* what was asked first */
	u32 first_n;
	struct idmap seen; /* and later */
	struct value *out;
	u32 n;
	bool is_lost;
};

static void ask(struct search *s, u32 row, u32 cell)
{
	u64 key = (u64)row << 32 | cell;
	struct question q = {row, cell};
	for (u32 i = 0; i < s->first_n; i++)
		if (s->first[i].row == row && s->first[i].cell == cell)
			return;
	if (s->first_n < FEW) {
		s->first[s->first_n++] = q;
	} else {
		if (idmap_get(&s->seen, key) != NONE)
			return;
		idmap_put(&s->scratch, &s->seen, key, 1);
	}
	vec_push(&s->scratch, &s->todo, q);
}

static void answer(struct search *s, enum value_kind kind, u32 row, u32 cell)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->out[i].kind == kind && s->out[i].row == row && s->out[i].cell == cell)
			return;
	if (s->n == VALUES)
		s->is_lost = true;
	else
		s->out[s->n++] = (struct value){(u8)kind, row, cell};
}

static bool is_constant(const struct cell *c) { return c->kind == CELL_ZERO || c->kind == CELL_NONZERO || c->kind == CELL_FUNCTION; }

/* Nothing before the body's begin. */
static void at_begin(struct search *s, u32 cell)
{
	const struct cell *c = &s->v->body->cells[cell];
	if (c->param != NONE)
		answer(s, VALUE_PARAM, NONE, cell);
	else if (c->kind == CELL_OUTER)
		answer(s, VALUE_PLACE, NONE, cell);
	else
		answer(s, VALUE_UNKNOWN, NONE, cell);
}

static bool gives_address(const struct body *b, const struct body_row *r, u32 cell)
{
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && b->cells[arg].address_of == cell)
			return true;
	}
	return false;
}

/* The row writes the cell: true, and what it wrote is answered or asked for. */
static bool defines(struct search *s, u32 row, u32 cell)
{
	const struct body *b = s->v->body;
	const struct body_row *r = &b->rows[row];
	if (r->op == ROW_CALL && gives_address(b, r, cell)) {
		answer(s, VALUE_WRITTEN, row, cell);
		return true;
	}
	if (r->dst != cell)
		return false;
	switch ((enum row_op)r->op) {
	case ROW_MOVE:
		if (r->sub != OP_NONE || r->flags & RF_INPLACE || r->a == NONE)
			answer(s, VALUE_OPERATION, row, cell);
		else if (is_constant(&b->cells[r->a]))
			answer(s, VALUE_CONSTANT, NONE, r->a);
		else
			ask(s, row, r->a);
		return true;
	case ROW_UNARY: case ROW_BINARY:
		answer(s, VALUE_OPERATION, row, cell);
		return true;
	case ROW_CALL: case ROW_LAUNCH:
		answer(s, VALUE_RESULT, row, cell);
		return true;
	case ROW_ITER: case ROW_CATCH: case ROW_ENTER: case ROW_YIELD: case ROW_DEFINE:
		answer(s, VALUE_ITEM, row, cell);
		return true;
	case ROW_NOP: case ROW_BRANCH: case ROW_JUMP: case ROW_ALT: case ROW_RETURN: case ROW_THROW: case ROW_RESUME: case ROW_DESTROY:
	case ROW_LEAVE: case ROW_ASSERT: case ROW_EXIT: case ROW_OPS:
		break;
	}
	return false;
}

static void keep(struct values *v, u64 question, const struct value *values, u32 n)
{
	struct known_values known = {arena_array(v->arena, struct value, n + 1), n};
	for (u32 i = 0; i < n; i++)
		known.at[i] = values[i];
	idmap_put(v->arena, &v->known, question, v->answers.n);
	vec_push(v->arena, &v->answers, known);
}

u32 values_of(struct values *v, u32 row, u32 cell, struct value out[VALUES])
{
	if (cell == NONE || row >= v->body->n) {
		out[0] = (struct value){VALUE_UNKNOWN, NONE, cell};
		return 1;
	}
	if (is_constant(&v->body->cells[cell])) {
		out[0] = (struct value){VALUE_CONSTANT, NONE, cell};
		return 1;
	}
	u64 question = (u64)row << 32 | cell;
	u32 known = idmap_get(&v->known, question);
	if (known != NONE) {
		for (u32 i = 0; i < v->answers.at[known].n; i++)
			out[i] = v->answers.at[known].at[i];
		return v->answers.at[known].n;
	}
	u32 steps = 0;
	struct search s;
	s.v = v;
	s.out = out;
	s.scratch = (struct arena){0};
	s.seen = (struct idmap){0};
	s.todo.at = s.todo_room;
	s.todo.cap = FEW;
	s.todo.n = s.first_n = s.n = 0;
	s.is_lost = false;
	ask(&s, row, cell);
	for (; s.todo.n && !s.is_lost; steps++) {
		s.is_lost = steps >= STEPS;
		struct question q = s.todo.at[--s.todo.n];
		u32 only = v->only[q.cell];
		bool is_written_once = v->body->cells[q.cell].kind == CELL_LOCAL && v->body->cells[q.cell].param == NONE && only < SEVERAL;
		if (is_written_once && defines(&s, only, q.cell))
			continue;
		if (v->body->cells[q.cell].kind == CELL_UNKNOWN) {
			answer(&s, VALUE_UNKNOWN, NONE, q.cell);
			continue;
		}
		if (only == NONE) { /* nobody writes it: a stream or event of the caller's, of the object's */
			at_begin(&s, q.cell);
			continue;
		}
		if (!v->back.start)
			edges_back(v->arena, v->body, true, &v->back);
		/* Straight on back to the last row that several ways lead to: no way comes there twice. */
		bool is_defined = false;
		for (; q.row && v->back.start[q.row] + 1 == v->back.start[q.row + 1] && !is_defined && steps < STEPS; steps++) {
			q.row = v->back.at[v->back.start[q.row]];
			is_defined = defines(&s, q.row, q.cell);
		}
		if (is_defined)
			continue;
		if (q.row == 0)
			at_begin(&s, q.cell);
		for (u32 i = v->back.start[q.row]; i < v->back.start[q.row + 1]; i++) {
			u32 before = v->back.at[i];
			if (!defines(&s, before, q.cell))
				ask(&s, before, q.cell);
		}
	}
	if (s.is_lost) {
		s.n = 1;
		out[0] = (struct value){VALUE_UNKNOWN, NONE, cell};
	}
	arena_release(&s.scratch);
	if (steps > LONG)
		keep(v, question, out, s.n);
	return s.n;
}

struct value value_of(struct values *v, u32 row, u32 cell)
{
	struct value all[VALUES];
	return cell != NONE && values_of(v, row, cell, all) == 1 ? all[0] : (struct value){VALUE_UNKNOWN, NONE, cell};
}
