/* Work on the legacy stream that the host orders: all of the device is waited for on each side of it. */
#include "uncaptured.h"

static bool waits_for_device(const struct capture *c, const struct body *b, u32 row)
{
	const struct capture_api *api = b->rows[row].op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
	return api && api->does == DOES_SYNC_DEVICE;
}

/* Or the one function that is called here does, on every way. */
static bool waits_for_all_work(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (waits_for_device(c, b, row))
		return true;
	if (r->op != ROW_CALL || r->callee.n != 1 || !r->callee.is_complete)
		return false;
	const struct body *below = capture_body(c, r->callee.at[0]);
	const struct dominators *d = NULL;
	for (u32 i = 0; i < below->n; i++) {
		if (!waits_for_device(c, below, i))
			continue;
		if (!d)
			d = capture_dominators(c, below, false);
		if (stands_before(d, i, below->exit))
			return true;
	}
	return false;
}

/* Something that is enqueued elsewhere, or may be: on a stream that is named, or in a function that is called. */
static bool may_be_elsewhere(struct surroundings *p, u32 row)
{
	const struct capture *c = p->run->capture;
	const struct body_row *r = &p->r->body->rows[row];
	struct stream_use use;
	if (stream_use_at(c, &p->values, row, &use))
		return stream_of_use(c, &p->values, row, &use).kind != STREAM_LEGACY;
	if (r->op != ROW_CALL || capture_api_at(c, p->r->body, row))
		return false;
	if (uncaptured_hands_stream(p, row))
		return true;
	for (u32 i = 0; i < r->callee.n; i++) {
		const struct body *below = capture_body(c, r->callee.at[i]);
		for (u32 at = 0; at < below->n; at++) {
			const struct capture_api *api = capture_api_at(c, below, at);
			if (below->rows[at].op == ROW_LAUNCH || (api && (api->does == DOES_LAUNCH || api->does == DOES_LIBRARY || api->does == DOES_COPY_ASYNC || api->does == DOES_FILL_ASYNC)))
				return true;
		}
	}
	return false;
}

static enum flow_on until_wait(const void *capture, const struct body *b, u32 row)
{
	return waits_for_all_work(capture, b, row) ? FLOW_STOPS : FLOW_GOES_ON;
}

static bool is_settled_behind(struct surroundings *p, u32 row, struct arena *a)
{
	const struct body *b = p->r->body;
	const bool *behind = rows_behind(a, b, row, until_wait, p->run->capture);
	for (u32 i = 0; i < b->n; i++)
		if (behind[i] && (i == b->exit || (i != row && may_be_elsewhere(p, i) && !waits_for_all_work(p->run->capture, b, i))))
			return false;
	return true;
}

static bool is_no_wait(const void *capture, const struct body *b, u32 from, u32 to)
{
	(void)to;
	return !waits_for_all_work(capture, b, from);
}

static bool is_settled_before(struct surroundings *p, u32 row, struct arena *a)
{
	const struct body *b = p->r->body;
	struct edges_back back;
	bool *before = arena_array(a, bool, b->n + 1);
	edges_back(a, b, false, &back);
	before[row] = true;
	rows_leading(b, &back, before, is_no_wait, p->run->capture);
	for (u32 i = 0; i < b->n; i++)
		if (before[i] && (i == 0 || (i != row && may_be_elsewhere(p, i))))
			return false;
	return true;
}

bool uncaptured_is_settled(struct surroundings *p, u32 row)
{
	struct arena scratch = {0};
	/* What a framework does for tensors, on its current stream, doesn't show as work. */
	bool has_tensors = str_has(p->run->capture->regions.at[p->r->region].why, "takes tensors");
	bool is_settled = p->first_wait != NONE && !has_tensors && is_settled_before(p, row, &scratch) && is_settled_behind(p, row, &scratch);
	arena_release(&scratch);
	return is_settled;
}
