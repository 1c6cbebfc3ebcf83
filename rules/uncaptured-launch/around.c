/* What stands around a row in its function: a stream at hand, work, a wait. */
#include "uncaptured.h"

bool uncaptured_is_copy(const struct stream_use *use) { return use->api && (use->api->does == DOES_COPY || use->api->does == DOES_FILL); }

/* Brings something to the device, or back; a copy on the device is work. */
static bool only_moves(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	if (str_ends(copy_direction(p->run->program, p->r->body, &p->r->body->rows[row], use->api), "DeviceToDevice"))
		return false;
	return uncaptured_is_copy(use) || (use->api && (use->api->does == DOES_COPY_ASYNC || use->api->does == DOES_FILL_ASYNC));
}

/* The number of a stream is none: unsigned stream_id. */
static bool is_count_type(struct str type)
{
	static const char *const types[] = {"int", "unsigned", "unsigned int", "size_t", "std::size_t", "long", "uint32_t", "int32_t", "uint64_t", "int64_t"};
	if (str_starts(type, "const "))
		type = (struct str){type.p + 6, type.n - 6};
	return str_is_any(type, types, COUNT(types));
}

bool uncaptured_hands_stream(const struct surroundings *p, u32 row)
{
	const struct body *b = p->r->body;
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; i < r->arg_count && r->op == ROW_CALL; i++) {
		u32 arg = b->args[r->first_arg + i];
		struct str name = body_cell_name(p->run->program, b, arg);
		if (arg != NONE && is_count_type(intern_get(&p->run->program->names, b->cells[arg].type)))
			continue;
		if (str_has(name, "tream") || (arg != NONE && stream_is_type(intern_get(&p->run->program->names, b->cells[arg].type), name)))
			return true;
	}
	return false;
}

/* It waits for the device, or for a stream that is its caller's or its object's. */
static bool waits_for_given(const struct capture *c, const struct body *b, u32 row, const struct capture_api *api)
{
	const struct body_row *r = &b->rows[row];
	if (api->does != DOES_SYNC_STREAM)
		return api->does == DOES_SYNC_DEVICE;
	u32 at = api->at[CAPTURE_STREAM] >= 0 ? (u32)api->at[CAPTURE_STREAM] : NONE;
	u32 cell = at < r->arg_count ? b->args[r->first_arg + at] : r->flags & RF_MEMBER ? r->a : NONE;
	struct stream s = stream_of(c, capture_values(c, b), row, cell);
	return s.kind == STREAM_GIVEN || s.kind == STREAM_MEMBER || s.kind == STREAM_CURRENT;
}

/* What is called here waits for the stream that it is given, or for the device, on every way, and enqueues nothing that stands behind that. */
static bool ends_with_wait(const struct surroundings *p, const struct body_row *r)
{
	const struct capture *c = p->run->capture;
	if (r->op != ROW_CALL || r->callee.n != 1)
		return false;
	const struct body *b = capture_body(c, r->callee.at[0]);
	const struct dominators *d = b->n ? capture_dominators(c, b, false) : NULL;
	for (u32 row = b->n; d && row-- > 0;) {
		struct stream_use use;
		const struct capture_api *api = capture_api_at(c, b, row);
		if (api_waits_for_work(api))
			return waits_for_given(c, b, row, api) && stands_before(d, row, b->exit);
		if (stream_use_at(c, capture_values(c, b), row, &use) && !(use.api && (use.api->does == DOES_FREE_ASYNC || use.api->does == DOES_RECORD)))
			return false;
	}
	return false;
}

void uncaptured_look_around(struct surroundings *p)
{
	const struct body *b = p->r->body;
	p->stream_at_hand = stream_at_hand(p->run->capture, &p->values);
	p->first_wait = NONE;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_has(p->r, row) ? capture_api_at(p->run->capture, b, row) : NULL;
		struct stream_use use;
		if (p->first_wait == NONE && capture_has(p->r, row) && ends_with_wait(p, &b->rows[row]))
			p->first_wait = row;
		p->has_work |= ((!api || api->does == DOES_LAUNCH || api->does == DOES_LIBRARY) && uncaptured_hands_stream(p, row)) || (stream_use_at(p->run->capture, &p->values, row, &use) && !use.is_omitted && !only_moves(p, row, &use));
		if (!api)
			continue;
		p->waits_for_device |= api->does == DOES_SYNC_DEVICE;
		if (api_waits_for_work(api) && p->first_wait == NONE)
			p->first_wait = row;
	}
}
