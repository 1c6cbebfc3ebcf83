/* A stream beside the one at hand, and whether anything orders the two. */
#include "uncaptured.h"

bool uncaptured_is_given_stream(struct surroundings *p) { return stream_is_taken(&p->run->program->functions[p->r->body->fn]); }

/* What the row calls is seen, and orders nothing itself. */
static bool is_seen_work(struct surroundings *p, const struct body_row *r)
{
	bool orders = !r->callee.n || !r->callee.is_complete;
	for (u32 i = 0; i < r->callee.n && !orders; i++) {
		const struct body *b = capture_body(p->run->capture, r->callee.at[i]);
		orders = !b->n;
		for (u32 row = 0; row < b->n && !orders; row++) {
			const struct capture_api *api = capture_api_at(p->run->capture, b, row);
			orders = api && (api->does == DOES_WAIT || api->does == DOES_RECORD || api->does == DOES_SYNC_DEVICE);
		}
	}
	return !orders;
}

bool uncaptured_is_ordered(struct surroundings *p, u32 cell)
{
	const struct body *b = p->r->body;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = capture_api_at(p->run->capture, b, row);
		if (api && (api->does == DOES_WAIT || api->does == DOES_RECORD || api->does == DOES_SYNC_DEVICE))
			return true;
		if (r->op == ROW_CALL && (!api || api->does == DOES_SYNC_STREAM || api->does == DOES_BEGIN) && row_is_given(b, r, cell) && !is_seen_work(p, r))
			return true;
	}
	return false;
}

/* An operator on tensors takes a stream of the framework's pool, where its callers' work is on the current one. */
static bool is_of_pool(const struct surroundings *p, const struct stream *s)
{
	const struct capture_api *made = s->row == NONE ? NULL : capture_api_at(p->run->capture, p->r->body, s->row);
	const struct capture_region *region = &p->run->capture->regions.at[p->r->region];
	return made && made->does == DOES_POOL_STREAM && region->grade == GRADE_PROFILE && p->r->from == NONE && str_has(region->why, "tensors");
}

bool uncaptured_is_unrelated(struct surroundings *p, const struct stream_use *use, const struct stream *s)
{
	bool enqueues = !use->api || (use->api->does != DOES_RECORD && use->api->does != DOES_WAIT && use->api->does != DOES_ALLOC_ASYNC &&
	                              use->api->does != DOES_FREE_ASYNC);
	return enqueues && s->cell != NONE && (uncaptured_is_given_stream(p) || is_of_pool(p, s)) && !uncaptured_is_ordered(p, use->cell);
}

bool uncaptured_is_lone(struct surroundings *p, const struct stream_use *use)
{
	const struct body *b = p->r->body;
	if (use->cell == NONE || (use->api && use->api->does != DOES_LAUNCH && use->api->does != DOES_COPY_ASYNC && use->api->does != DOES_FILL_ASYNC))
		return false;
	u32 parent = b->cells[use->cell].parent;
	bool is_outer = parent == NONE ? b->cells[use->cell].kind == CELL_OUTER : b->cells[parent].parent == NONE && str_is(body_cell_name(p->run->program, b, parent), "this");
	struct str name = body_cell_name(p->run->program, b, use->cell);
	bool is_code = reached_is_code(p->run->capture, p->r);
	return is_outer && (is_code || (p->stream_at_hand.n && !str_eq(p->stream_at_hand, name))) && stream_is_lone(p->run->capture, name, p->run->findings->arena, p->lone);
}
