#include "graph/failing.h"

#include "graph/edges.h"

static bool is_output(struct str name)
{
	static const char *const words[] = {"print", "log", "Log", "LOG", "err", "Err", "ERR", "warn", "WARN"};
	return str_has_any(name, words, COUNT(words));
}

/* What failure is among the function's answers: nothing where it answers by a pointer or a truth, a number where others of its ways answer 0. */
static enum cell_kind failure_of(const struct program *p, const struct body *b)
{
	const struct fn *fn = &p->functions[b->fn];
	struct str result = unit_text(fn->unit, fn->f->result);
	bool is_truth = str_is(result, "bool") || str_ends(result, "*"), has_zero = false, has_other = false;
	for (u32 i = 0; i < b->n; i++) {
		if (b->rows[i].op != ROW_RETURN || b->rows[i].fn != b->fn || b->rows[i].a == NONE)
			continue;
		bool is_zero = b->cells[b->rows[i].a].kind == CELL_ZERO;
		has_zero |= is_zero;
		has_other |= !is_zero;
	}
	if (!has_zero || !has_other || !result.n || str_is(result, "void"))
		return CELL_UNKNOWN;
	return is_truth ? CELL_ZERO : CELL_NONZERO;
}

static bool ends_process(const struct program *p, const struct body_row *r)
{
	struct str name = body_row_name(p, r);
	return (!(r->flags & RF_MEMBER) && models_noreturn(p->models, name)) || program_ends_process(p, name);
}

static enum flow_on until_read(const void *program, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	bool is_over = r->op == ROW_RETURN || r->op == ROW_EXIT || r->op == ROW_THROW;
	return is_over || (r->op == ROW_CALL && (call_reads_slot(r->callee.call) || ends_process(program, r))) ? FLOW_STOPS : FLOW_GOES_ON;
}

bool body_only_fails_behind(const struct program *p, const struct body *b, u32 row)
{
	enum cell_kind failure = failure_of(p, b);
	struct arena scratch = {0};
	u32 to[EDGES], n = body_edges(b, row, false, to);
	const bool *behind = n ? rows_behind(&scratch, b, to[0], until_read, p) : NULL;
	bool fails = false, goes_on = n != 1, tells = false;
	for (u32 i = 0; behind && i < b->n && !goes_on; i++) {
		const struct body_row *r = &b->rows[i];
		if (!behind[i])
			continue;
		bool ends = r->op == ROW_CALL && ends_process(p, r);
		bool is_answer = r->op == ROW_RETURN && r->a != NONE && failure != CELL_UNKNOWN && b->cells[r->a].kind == failure;
		tells |= ends || (r->op == ROW_CALL && is_output(body_row_name(p, r)));
		fails |= ends || is_answer;
		goes_on = (r->op == ROW_RETURN && !is_answer) || r->op == ROW_EXIT || r->op == ROW_THROW;
	}
	arena_release(&scratch);
	return fails && tells && !goes_on;
}

u32 failing_arm(const struct body *b, u32 row, u32 cell)
{
	for (u32 at = row + 1; at < b->n && at < row + 8; at++) {
		const struct body_row *r = &b->rows[at];
		bool is_left = r->a == cell && r->b != NONE && b->cells[r->b].kind == CELL_ZERO, is_right = r->b == cell && r->a != NONE && b->cells[r->a].kind == CELL_ZERO;
		if (r->op == ROW_MOVE && r->a == cell && r->dst != NONE && b->cells[r->dst].kind == CELL_LOCAL)
			cell = r->dst;
		else if (r->op == ROW_BRANCH && r->a == cell)
			return r->target;
		else if (r->op == ROW_BINARY && (is_left || is_right) && (r->row->sub == OP_EQ || r->row->sub == OP_NE) && at + 1 < b->n && b->rows[at + 1].op == ROW_BRANCH && b->rows[at + 1].a == r->dst)
			return r->row->sub == OP_EQ ? b->rows[at + 1].other : b->rows[at + 1].target;
	}
	return NONE;
}
