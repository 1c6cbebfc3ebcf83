/* What a call is given: codes, conditions, whole objects that hold a code, lambdas. */
#include "flow/slot_local.h"

void escape_args(struct walk *w, struct state *s, u32 row, u16 bits)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 i = 0; i < s->n; i++)
		for (u32 k = 0; k < s->at[i].relations; k++) {
			const struct relation *rel = &s->at[i].rel[k];
			bool is_given = r->a != NONE && rel->cell == r->a;
			for (u32 n = 0; n < r->arg_count && !is_given; n++) {
				u32 arg = w->body->args[r->first_arg + n];
				u32 pointee = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
				u32 whole = rel->cell < w->body->cell_count ? w->body->cells[rel->cell].parent : NONE;
				is_given = arg != NONE && (arg == rel->cell || pointee == rel->cell ||
				                           (whole != NONE && (arg == whole || pointee == whole)));
			}
			if (is_given && (rel->back || rel->clears))
				s->at[i].bits |= bits;
		}
}

bool is_false_on_failure(const struct relation *r) { return r->fwd == CLASS_ZERO || r->clears == CLASS_NONZERO; }

bool is_given_code(const struct walk *w, const struct fact *f, u32 row, bool as_condition)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		const struct relation *rel = fact_relation((struct fact *)(uintptr_t)f, w->body->args[r->first_arg + n]);
		if (rel && rel->back == (as_condition ? CLASS_ZERO : CLASS_NONZERO))
			return true;
		if (rel && as_condition && f->bits & FACT_FAILED && is_false_on_failure(rel))
			return true;
	}
	return false;
}

bool is_given_any_code(const struct walk *w, const struct state *s, u32 row)
{
	for (u32 i = 0; i < s->n; i++)
		if (s->at[i].producer >= FIRST_ROW && (is_given_code(w, &s->at[i], row, false) || is_given_code(w, &s->at[i], row, true)))
			return true;
	return false;
}

bool is_given_lambda(const struct walk *w, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		u32 arg = w->body->args[r->first_arg + n];
		const struct cell *c = arg < w->body->cell_count ? &w->body->cells[arg] : NULL;
		if (c && c->kind == CELL_FUNCTION && (c->function == NONE || w->program->functions[c->function].f->kind == FN_LAMBDA))
			return true;
	}
	return false;
}
