/* How a function tells its caller of a failure. */
#include "flow/slot_local.h"

bool is_status_type(struct str type)
{
	static const char *const words[] = {"rror", "tatus", "esult", "Err", "Code", "ERROR", "STATUS", "RESULT", "xpected"};
	return str_has_any(type, words, COUNT(words));
}

/* The function returns nothing else, on any path: that is no answer. */
static bool is_always(const struct walk *w, const struct relation *result)
{
	const struct state *end = &w->ends[WAY_NORMAL];
	struct fact *constants = end->is_live ? state_find(end, CONSTANTS) : NULL;
	const struct relation *always = constants ? fact_relation(constants, w->result_cell) : NULL;
	return always && always->fwd && always->fwd == result->fwd;
}

enum answer answer_of(const struct walk *w, const struct relation *result)
{
	const struct fn *fn = &w->program->functions[w->body->fn];
	if (result && result->back == CLASS_NONZERO && result->fwd == CLASS_NONZERO)
		return ANSWER_CODE;
	/* A status that says success on the path of failure tells nobody. */
	struct str type = unit_text(fn->unit, fn->f->result);
	if (is_status_type(type) && !str_has(type, "*"))
		return result && result->fwd == CLASS_ZERO ? ANSWER_NOTHING : ANSWER_STATUS;
	if (!result || !(result->fwd || result->back) || is_always(w, result))
		return ANSWER_NOTHING;
	return result->fwd == CLASS_NONZERO ? ANSWER_NUMBER : ANSWER_ZERO;
}
