/* Python: an object of a library that is made with tensors of its own, which captured code works with: a wrapper that is given the buffers of its graph. */
#include "rebound.h"

enum { MAKERS = 3 }; /* functions of the program that hand it on */

/* The call makes an object of a class outside of the program and gives it a tensor that is made there. */
static bool makes_object(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	struct str name = body_row_name(run->program, r);
	bool is_class = name.n && name.p[0] >= 'A' && name.p[0] <= 'Z' && !r->callee.n;
	for (u32 i = 0; i < r->arg_count && is_class; i++) {
		u32 cell = b->args[r->first_arg + i];
		if (cell != NONE && tensor_fresh(run->capture, b, NONE, row, cell) == FRESH_YES)
			return true;
	}
	return false;
}

static bool is_made(const struct rule_run *run, const struct body *b, u32 row, u32 cell, u32 depth)
{
	struct value v = value_of(capture_values(run->capture, b), row, cell);
	if (v.kind != VALUE_RESULT || b->rows[v.row].op != ROW_CALL)
		return false;
	if (makes_object(run, b, v.row))
		return true;
	const struct call_target *to = &b->rows[v.row].callee;
	if (to->n != 1 || !to->is_complete || !rule_is_python(run, to->at[0]) || depth >= MAKERS)
		return false;
	const struct body *called = capture_body(run->capture, to->at[0]);
	bool any = false;
	for (u32 i = 0; i < called->n; i++) {
		if (called->rows[i].op != ROW_RETURN || called->rows[i].a == NONE)
			continue;
		if (!is_made(run, called, i, called->rows[i].a, depth + 1))
			return false;
		any = true;
	}
	return any;
}

bool rebound_makes_object(const struct rule_run *run, const struct body *b, u32 row) { return is_made(run, b, row, b->rows[row].a, 0); }
