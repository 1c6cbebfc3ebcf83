/* What is known of cells on a way: what branches have decided, and what follows from that for what is computed from them. */
#include "graph/paths_local.h"

static enum truth inverse(enum truth t) { return t == TRUTH_ZERO ? TRUTH_NONZERO : t == TRUTH_NONZERO ? TRUTH_ZERO : t; }

enum truth path_truth(const struct paths *p, const struct path_point *at, u32 cell, u32 depth)
{
	if (cell == NONE || depth > 8)
		return TRUTH_UNKNOWN;
	const struct cell *c = &p->body->cells[cell];
	if (c->kind == CELL_ZERO)
		return TRUTH_ZERO;
	for (u32 i = 0; i < at->n; i++)
		if (at->known[i].cell == path_cell(p, cell))
			return at->known[i].is_zero ? TRUTH_ZERO : TRUTH_NONZERO;
	if (c->kind == CELL_NONZERO)
		return TRUTH_NONZERO;
	if (!is_path_temp(c) || p->made[cell] == NONE)
		return TRUTH_UNKNOWN;
	const struct body_row *r = &p->body->rows[p->made[cell]];
	if (r->op == ROW_UNARY && r->sub == OP_NOT)
		return inverse(path_truth(p, at, r->a, depth + 1));
	if (r->op == ROW_MOVE && r->sub == OP_NONE)
		return path_truth(p, at, r->a, depth + 1);
	if (r->op != ROW_BINARY || (r->sub != OP_EQ && r->sub != OP_NE))
		return TRUTH_UNKNOWN;
	enum truth a = path_truth(p, at, r->a, depth + 1), b = path_truth(p, at, r->b, depth + 1);
	if (a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN || (a == TRUTH_NONZERO && b == TRUTH_NONZERO))
		return TRUTH_UNKNOWN;
	return (a == b) == (r->sub == OP_EQ) ? TRUTH_NONZERO : TRUTH_ZERO;
}

/* A temp that is computed from the cell tells of its old value. */
static bool depends_on(const struct paths *p, u32 cell, u32 on, u32 depth)
{
	if (cell == NONE || depth > 4)
		return false;
	if (cell_is_part(p->body, cell, on))
		return true;
	if (!is_path_temp(&p->body->cells[cell]) || p->made[cell] == NONE)
		return false;
	const struct body_row *r = &p->body->rows[p->made[cell]];
	return depends_on(p, r->a, on, depth + 1) || depends_on(p, r->b, on, depth + 1);
}

void path_forget(const struct paths *p, struct path_point *at, u32 written)
{
	u32 n = 0;
	for (u32 i = 0; i < at->n; i++)
		if (!depends_on(p, at->known[i].cell, written, 0))
			at->known[n++] = at->known[i];
	at->n = (u8)n;
}

void path_learn(const struct paths *p, struct path_point *at, u32 cell, enum truth truth)
{
	cell = path_cell(p, cell);
	if (cell == NONE || truth == TRUTH_UNKNOWN || at->n == KNOWN || (p->body->cells[cell].kind > CELL_OUTER && !is_path_switch(&p->body->cells[cell])))
		return;
	for (u32 i = 0; i < at->n; i++)
		if (at->known[i].cell == cell)
			return;
	at->known[at->n++] = (struct known){cell, truth == TRUTH_ZERO};
}

void path_learn_branch(const struct paths *p, struct path_point *at, u32 cell, enum truth truth)
{
	for (u32 depth = 0; cell != NONE && depth < 4 && truth != TRUTH_UNKNOWN; depth++) {
		path_learn(p, at, cell, truth);
		if (!is_path_temp(&p->body->cells[cell]) || p->made[cell] == NONE)
			return;
		const struct body_row *r = &p->body->rows[p->made[cell]];
		if (r->op == ROW_UNARY && r->sub == OP_NOT) {
			truth = inverse(truth);
			cell = r->a;
		} else if (r->op == ROW_MOVE && r->sub == OP_NONE) {
			cell = r->a;
		} else if (r->op == ROW_BINARY && (r->sub == OP_EQ || r->sub == OP_NE)) {
			enum truth b = path_truth(p, at, r->b, 0);
			bool is_equal = (r->sub == OP_EQ) == (truth == TRUTH_NONZERO);
			truth = is_equal ? b : b == TRUTH_ZERO ? TRUTH_NONZERO : TRUTH_UNKNOWN;
			cell = r->a;
		} else {
			return;
		}
	}
}
