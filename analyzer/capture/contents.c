#include "capture/contents.h"

#include "capture/local.h"
#include "capture/tensor.h"

enum {
	CALLS_DOWN = 3,
	PASSES = 3, /* over a body's rows: loops, and names that are used before they are made */
	LOOKS = 64, /* into functions, for one question */
};

struct look {
	const struct capture *c;
	struct arena *a;
	u32 depth, left;
};

static u8 *held_in(struct look *s, const struct body *b, u32 of, bool *is_taken);

/* It gives a view, or only asks for the shape, type or place. */
static bool is_looked_at(const struct torch_op *op) { return op->role == TORCH_META || op->role == TORCH_VIEW || op->role == TORCH_RECORD || op->gives == GIVES_VIEW; }

/* What some function of the program makes of the tensor that the row gives it. */
static u8 made_below(struct look *s, const struct body *b, const u8 *held, u32 row, bool *is_taken)
{
	const struct body_row *r = &b->rows[row];
	u8 makes = CONTENTS_NONE;
	for (u32 i = 0; i < r->callee.n && r->callee.n <= 4 && s->depth < CALLS_DOWN; i++) {
		fn_id fn = r->callee.at[i];
		const struct fn *called = &s->c->program->functions[fn];
		const struct body *below = program_is_python(s->c->program, fn) ? capture_body(s->c, fn) : NULL;
		for (u32 param = 0; below && below->n && param < called->f->param_count; param++) {
			u32 given = call_argument(s->c, b, row, fn, param);
			if (given == NONE || held[given] != CONTENTS_ITSELF)
				continue;
			u32 cell = NONE;
			for (u32 k = 0; k < below->cell_count && cell == NONE; k++)
				cell = below->cells[k].param == param && below->cells[k].parent == NONE ? k : NONE;
			if (cell == NONE || !s->left)
				continue;
			s->left--;
			s->depth++;
			const u8 *there = held_in(s, below, cell, is_taken);
			s->depth--;
			for (u32 k = 0; k < below->n; k++)
				if (below->rows[k].op == ROW_RETURN && below->rows[k].a != NONE && there[below->rows[k].a] > makes)
					makes = there[below->rows[k].a];
		}
	}
	return makes;
}

static u8 of_cell(const struct body *b, const u8 *held, u32 cell)
{
	/* x.field and x[i] of what is followed. */
	for (; cell != NONE; cell = b->cells[cell].parent)
		if (held[cell])
			return held[cell];
	return CONTENTS_NONE;
}

static bool is_meta(struct str name)
{
	static const char *const names[] = {"shape", "dtype", "device", "ndim", "is_cuda", "layout", "requires_grad", "is_cpu", "_version", "itemsize", "nbytes"};
	return str_is_any(name, names, COUNT(names));
}

/* x.shape and its kin are read as places too. */
static u8 of_place(const struct look *s, const struct body *b, const u8 *held, u32 cell)
{
	for (u32 up = cell; up != NONE; up = b->cells[up].parent)
		if (is_meta(body_cell_name(s->c->program, b, up)))
			return CONTENTS_NONE;
	return of_cell(b, held, cell);
}

static u8 of_call(struct look *s, const struct body *b, const u8 *held, u32 row, bool *is_taken)
{
	const struct body_row *r = &b->rows[row];
	const struct torch_op *op = torch_at(s->c, b, NONE, row);
	u8 most = r->flags & RF_MEMBER ? of_place(s, b, held, r->a) : CONTENTS_NONE;
	for (u32 i = 0; i < r->arg_count; i++) {
		u8 given = of_place(s, b, held, b->args[r->first_arg + i]);
		most = given > most ? given : most;
	}
	if (most == CONTENTS_NONE || most == CONTENTS_COMPUTED)
		return most;
	if (!op)
		return most == CONTENTS_ITSELF ? made_below(s, b, held, row, is_taken) : most;
	bool is_source = str_is(body_row_name(s->c->program, r), "copy_") && r->arg_count && of_place(s, b, held, b->args[r->first_arg]) != CONTENTS_NONE;
	*is_taken = *is_taken || is_source || op->role == TORCH_READ || op->gives == GIVES_HOST_TENSOR || (op->gives == GIVES_HOST && op->role != TORCH_META);
	if (is_looked_at(op))
		return op->role == TORCH_META ? CONTENTS_NONE : most;
	return op->role == TORCH_CONVERT && op->gives != GIVES_HOST_TENSOR ? CONTENTS_CONVERTED : CONTENTS_COMPUTED;
}

static u8 of_row(struct look *s, const struct body *b, const u8 *held, u32 row, bool *is_taken)
{
	const struct body_row *r = &b->rows[row];
	switch (r->op) {
	case ROW_CALL:
		return of_call(s, b, held, row, is_taken);
	case ROW_MOVE: case ROW_ITER: case ROW_ENTER:
		return r->a == NONE ? CONTENTS_NONE : of_place(s, b, held, r->a);
	case ROW_UNARY: case ROW_BINARY: {
		bool is_asked = r->op == ROW_BINARY && (r->sub == OP_IS || r->sub == OP_IS_NOT || r->sub == OP_IN || r->sub == OP_NOT_IN);
		u8 x = r->a == NONE || is_asked ? CONTENTS_NONE : of_place(s, b, held, r->a), y = r->b == NONE || is_asked ? CONTENTS_NONE : of_place(s, b, held, r->b);
		return x || y ? CONTENTS_COMPUTED : CONTENTS_NONE;
	}
	default:
		return CONTENTS_NONE;
	}
}

static u8 *held_in(struct look *s, const struct body *b, u32 of, bool *is_taken)
{
	u8 *held = arena_array(s->a, u8, b->cell_count + 1);
	held[of] = CONTENTS_ITSELF;
	bool has_changed = true;
	for (u32 pass = 0; pass < PASSES && has_changed; pass++) {
		has_changed = false;
		for (u32 row = 0; row < b->n; row++) {
			u32 to = b->rows[row].dst;
			if (to == NONE && b->rows[row].op != ROW_CALL)
				continue;
			u8 makes = of_row(s, b, held, row, is_taken);
			/* A list that is given what was computed is made of that as well. */
			for (; to != NONE && b->cells[to].is_element && makes >= CONTENTS_CONVERTED && b->cells[to].kind == CELL_LOCAL && b->cells[to].parent != NONE; to = b->cells[to].parent)
				;
			if (to == NONE || to == of || makes <= held[to])
				continue;
			held[to] = makes;
			has_changed = true;
		}
	}
	return held;
}

u8 *contents_of(const struct capture *c, struct arena *a, const struct body *b, u32 of)
{
	struct look s = {c, a, 0, LOOKS};
	bool is_taken = false;
	return held_in(&s, b, of, &is_taken);
}

bool contents_are_taken(const struct capture *c, struct arena *a, const struct body *b, const u8 *held, u32 row)
{
	struct look s = {c, a, 0, LOOKS};
	bool is_taken = false;
	if (b->rows[row].op == ROW_CALL)
		of_call(&s, b, held, row, &is_taken);
	return is_taken;
}
