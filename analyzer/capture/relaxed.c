/* Where a thread has exchanged its capture mode for the relaxed one: what only the other modes refuse is fine there. */
#include "capture/hazard.h"
#include "capture/local.h"

/* The text of the function exchanges the mode. O(rows). */
static bool exchanges(const struct capture *c, fn_id fn)
{
	const struct fn *f = &c->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *row = &f->unit->rows[i];
		const struct region_api *api = row->op == ROW_CALL && row->name ? models_region(c->program->models, unit_text(f->unit, row->name), row->flags & RF_MEMBER) : NULL;
		for (; api; api = api->has_more ? api + 1 : NULL)
			if (api->kind == REGION_EXCHANGE && api->language & REGION_NATIVE)
				return true;
	}
	return false;
}

/* A guard's constructor takes the relaxed mode, its destructor gives it back. */
static bool is_guard(const struct capture *c, const struct body_row *r)
{
	bool runs_method = r->op == ROW_DESTROY || (r->op == ROW_CALL && r->flags & RF_CONSTRUCT);
	for (u32 i = 0; i < r->callee.n && runs_method; i++)
		if (c->program->functions[r->callee.at[i]].f->flags & (NF_CTOR | NF_DTOR) && exchanges(c, r->callee.at[i]))
			return true;
	return r->op == ROW_CALL && r->flags & RF_CONSTRUCT && !r->callee.n && str_has(body_row_name(c->program, r), "CaptureModeGuard");
}

static bool is_exchange(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	return (r->op == ROW_CALL || r->op == ROW_DESTROY) && (region_at(c, b, row, REGION_EXCHANGE) || is_guard(c, r));
}

/* Hardly a function does, and each of its hazards asks. */
static bool has_exchange(const struct capture *c, const struct body *b)
{
	u8 *known = &c->exchanging[b->fn];
	for (u32 row = 0; !*known && row < b->n; row++)
		*known = is_exchange(c, b, row) ? 2 : 0;
	*known = *known ? *known : 1;
	return *known == 2;
}

bool capture_is_relaxed(const struct capture *c, const struct body *b, u32 row)
{
	if (program_is_python(c->program, b->fn) || !has_exchange(c, b))
		return false;
	/* Exchanges swap, so after an odd number of them the thread is in the mode that it asked for. */
	bool is_relaxed = false;
	const struct dominators *d = NULL;
	for (u32 i = 0; i < b->n; i++) {
		if (i == row || !is_exchange(c, b, i))
			continue;
		d = d ? d : capture_dominators(c, b, false);
		if (stands_before(d, i, row))
			is_relaxed = !is_relaxed;
	}
	return is_relaxed;
}

bool capture_is_relaxed_on_way(const struct capture *c, u32 at, u32 row)
{
	for (; at != NONE; row = c->reached.at[at].from_row, at = c->reached.at[at].from)
		if (capture_is_relaxed(c, c->reached.at[at].body, row))
			return true;
	return false;
}
