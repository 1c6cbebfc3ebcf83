#include "graph/site.h"

struct site site_in(const struct program *p, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	struct site site = {.fn = r->fn, .row = r->row, .body = b->fn, .body_row = row, .use_fn = r->fn, .use = r->row};
	while (r->use != NONE && p->functions[r->fn].f->kind == FN_MACRO) {
		r = &b->rows[b->uses[r->use].row];
		site.use_fn = r->fn;
		site.use = r->row;
	}
	return site;
}
