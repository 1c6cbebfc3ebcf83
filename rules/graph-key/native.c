/* C and C++: `if (!exec) exec = capture(x, n); launch(exec);`: what only the first call's capture is given. */
#include "key.h"

#include "capture/first_capture.h"

enum { STEPS = 3 };

/* A number, or a pointer to data. What is handed by reference is an object that may be kept, and handles and streams are no data. */
static bool is_data_type(struct str type)
{
	static const char *const others[] = {"&", "(", "<", "tream", "vent", "andle", "ontext", "onfig", "FILE", "raph"};
	static const char *const numbers[] = {"int", "unsigned", "long", "short", "char", "float", "double", "bool", "size_t", "half", "bfloat", "omplex", "real", "Real", "scalar", "Scalar"};
	if (str_has_any(type, others, COUNT(others)))
		return false;
	return str_has_any(type, numbers, COUNT(numbers)) || str_is(type, "void*") || str_is(type, "void *") || str_is(type, "T") || str_starts(type, "T *") || str_starts(type, "T*");
}

/* Only the capturing arm reads the cell, or what is made from it. */
static bool is_for_capture(const struct rule_run *run, const struct body *b, const struct first_capture *f, u32 cell, u32 depth)
{
	for (u32 row = 0; row < b->n; row++) {
		if (!rule_reads(b, row, cell) || first_capture_has(run->capture, b, f, row))
			continue;
		const struct body_row *r = &b->rows[row];
		bool is_made = (r->op == ROW_MOVE || r->op == ROW_BINARY || r->op == ROW_UNARY) && r->dst != NONE && r->dst != cell && b->cells[r->dst].kind == CELL_LOCAL && b->cells[r->dst].parent == NONE && depth < STEPS;
		if (!is_made || !is_for_capture(run, b, f, r->dst, depth + 1))
			return false;
	}
	return true;
}

/* The value is, or is made by sums and the like from, the cell. */
static bool is_of(const struct rule_run *run, const struct body *b, u32 row, u32 given, u32 cell, u32 depth)
{
	if (given == cell)
		return true;
	struct value v = given == NONE || depth > STEPS ? (struct value){0} : value_of(capture_values(run->capture, b), row, given);
	if (v.kind == VALUE_PARAM)
		return v.cell == cell;
	return v.kind == VALUE_OPERATION && (is_of(run, b, v.row, b->rows[v.row].a, cell, depth + 1) || is_of(run, b, v.row, b->rows[v.row].b, cell, depth + 1));
}

/* The row makes the cell a part of the graph: a captured launch or call is given it, or the call that captures. */
static bool goes_in(const struct rule_run *run, const struct body *b, const struct first_capture *f, u32 row, u32 cell)
{
	const struct body_row *r = &b->rows[row];
	bool is_captured = row == f->opened || capture_has_in_code(run->capture, b, row);
	for (u32 i = 0; i < r->arg_count && is_captured && (r->op == ROW_LAUNCH || r->op == ROW_CALL); i++)
		if (is_of(run, b, row, b->args[r->first_arg + i], cell, 0))
			return true;
	return false;
}

/* What a caller gives is the same in all its calls: a constant, what it keeps, or a variable that is set before the only call. */
static bool is_same_each_time(const struct rule_run *run, const struct caller *at, u32 param, u32 callers)
{
	const struct body *b = capture_body(run->capture, at->fn);
	u32 given = row_argument(b, &b->rows[at->row], (i8)param);
	if (given == NONE || b->cells[given].kind == CELL_ZERO || b->cells[given].kind == CELL_NONZERO || b->cells[given].kind == CELL_OUTER)
		return true;
	struct value v = value_of(capture_values(run->capture, b), at->row, given);
	if (v.kind == VALUE_CONSTANT || v.kind == VALUE_PLACE)
		return true;
	for (u32 row = callers == 1 ? b->cells[given].first_write : NONE; row != NONE; row = b->rows[row].next_write)
		if (body_reaches(b, at->row, row))
			return false;
	return callers == 1 && b->cells[given].param == NONE;
}

static bool is_given_the_same(const struct rule_run *run, fn_id fn, u32 param)
{
	const u32 *first;
	u32 n = capture_callers(run->capture, fn, &first);
	for (u32 i = 0; i < n; i++)
		if (!is_same_each_time(run, &run->capture->callers->list.at[first[i]], param, n))
			return false;
	return n > 0;
}

void key_first_native(struct rule_run *run, fn_id fn)
{
	const struct body *b = capture_body(run->capture, fn);
	const struct fn *of = &run->program->functions[fn];
	const struct first_capture *f = first_capture_of(run->capture, fn);
	for (u32 i = 0; f && i < of->f->param_count; i++) {
		struct str name = key_param_name(of, i);
		u32 cell = key_param_cell(b, i), given = NONE;
		if (cell == NONE || !is_data_type(key_param_type(of, i)) || key_sounds_kept(name) || !is_for_capture(run, b, f, cell, 0))
			continue;
		for (u32 row = 0; row < b->n && given == NONE; row++)
			given = first_capture_has(run->capture, b, f, row) && goes_in(run, b, f, row, cell) ? row : NONE;
		if (given == NONE || is_given_the_same(run, fn, i))
			continue;
		key_report_first(run, b, given, f->replay, name, !str_has(key_param_type(of, i), "*"));
	}
}
