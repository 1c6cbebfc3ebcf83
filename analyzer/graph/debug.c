#include "graph/debug.h"

static bool is_of_debug_macro(const struct program *p, const struct body *b, u32 row)
{
	for (u32 use = b->rows[row].use; use != NONE; use = b->uses[use].parent) {
		const struct function *f = p->functions[b->uses[use].fn].f;
		if (f->kind == FN_MACRO && f->flags & NF_DEBUG)
			return true;
	}
	return false;
}

bool body_is_debug_only(const struct program *p, const struct body *b, u32 row)
{
	for (u32 i = 0; i < row; i++) {
		const struct body_row *r = &b->rows[i];
		if (r->op == ROW_ALT && r->flags & RF_DEBUG && r->target <= row && row < r->other && r->other != NONE)
			return true;
	}
	const struct function *whole = p->functions[b->fn].f;
	return is_of_debug_macro(p, b, row) || (whole->kind == FN_MACRO && whole->flags & NF_DEBUG);
}
