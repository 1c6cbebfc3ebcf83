/* How sure it is that a reached row runs whenever its region is captured. */
#include "capture/hazard.h"
#include "capture/local.h"

#include "graph/dominate.h"

/* Every normal way from the begin of the body to its exit takes the row. */
static bool is_always_run(const struct capture *c, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(c, b, false);
	return d->begin[b->exit] == d->end[b->exit] || stands_before(d, row, b->exit);
}

enum certainty capture_certainty(const struct capture *c, u32 at, u32 row)
{
	const struct reached *r = &c->reached.at[at];
	const struct capture_region *region = &c->regions.at[r->region];
	if (r->by_name)
		return CERTAIN_BY_NAME;
	if (region->is_cut || is_ruled_out(c, at, row))
		return CERTAIN_RARELY;
	/* Who believes a claim gives what the function can't make up for in a capture. */
	if (region->grade == GRADE_CLAIM && is_fallback(c, at, row))
		return CERTAIN_RARELY;
	bool is_span = r->from == NONE && region->row != NONE;
	/* What follows the begin may well stand behind the guard's end. */
	if (region->is_open_ended)
		return CERTAIN_RARELY;
	/* Inside of a region's own text the condition of the capture is the condition of the row; where the capture may be open or not, it is
	 * most likely not: what opened it under a flag has closed it under the same one. */
	if (is_span && r->state[row] & ROW_IS_EAGER)
		return CERTAIN_RARELY;
	bool is_always = is_span || is_always_run(c, r->body, row);
	u32 conditions = !is_always;
	for (; c->reached.at[at].from != NONE; at = c->reached.at[at].from) {
		const struct reached *from = &c->reached.at[c->reached.at[at].from];
		u32 call = c->reached.at[at].from_row;
		if (from->from == NONE && region->row != NONE && from->state[call] & ROW_IS_EAGER)
			return CERTAIN_RARELY;
		u32 choices = from->body->rows[call].callee.n;
		if (choices > 1)
			conditions += choices > TARGETS ? FEW_CONDITIONS + 1 : 1; /* one of so many is seldom the one that is captured */
		else if (from->from != NONE || c->regions.at[from->region].row == NONE)
			conditions += !is_always_run(c, from->body, call);
	}
	return conditions == 0 ? CERTAIN_ALWAYS : conditions <= FEW_CONDITIONS ? CERTAIN_SOMETIMES : CERTAIN_RARELY;
}
