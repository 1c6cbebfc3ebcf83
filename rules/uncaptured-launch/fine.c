/* Work on the legacy stream that is no bug: it was asked for, it is in order, or it orders nothing. */
#include "uncaptured.h"

static bool is_same_call(const struct surroundings *p, u32 a, u32 b)
{
	const struct body_row *rows = p->r->body->rows;
	return rows[a].op == rows[b].op && str_eq(body_row_name(p->run->program, &rows[a]), body_row_name(p->run->program, &rows[b]));
}

/* A copy or a fill that is given a stream, by the runtime or by a function with such a name. */
static bool is_copy_on_stream(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	struct str name = body_row_name(p->run->program, &p->r->body->rows[row]);
	return use->api ? use->api->does == DOES_COPY_ASYNC || use->api->does == DOES_FILL_ASYNC : str_has(name, "opy") || str_has(name, "cpy") || str_has(name, "emset") || str_has(name, "ill");
}

/* `async ? copy_async(..., stream) : copy(...)`, `on_device ? sort(..., stream) : sort(..., nullptr)`: no way leads through both, the caller
 * asked for this one. Of functions of the program the other is the same one; of a copy it is one too. */
static bool is_alternative(struct surroundings *p, u32 row, bool is_same)
{
	const struct body *b = p->r->body;
	bool is_found = false;
	for (u32 other = 0; other < b->n && !is_found; other++) {
		struct stream_use use;
		if (other == row || (is_same && !is_same_call(p, other, row)) || !stream_use_at(p->run->capture, &p->values, other, &use) || use.is_omitted)
			continue;
		if (is_same && stream_of_use(p->run->capture, &p->values, other, &use).kind == STREAM_LEGACY)
			continue;
		if (!is_same && !is_copy_on_stream(p, other, &use))
			continue;
		is_found = !body_reaches(b, other, row) && !body_reaches(b, row, other);
	}
	return is_found;
}

/* if (async) launch(..., stream); else launch(...): the caller has asked for work in order with all; if (stream == 0) copy(...): it works there. */
static bool is_asked_for(struct surroundings *p, u32 row)
{
	const struct body *b = p->r->body;
	const struct dominators *d = capture_dominators(p->run->capture, b, true);
	for (u32 to = d->branch[row]; to != NONE; to = next_branch(d, to)) {
		const struct body_row *branch = &b->rows[d->entry[to]];
		struct stream_question q = stream_question_at(p->run->capture, b, d->entry[to]);
		if (q.cell != NONE && (branch->target == to) == q.is_none)
			return true;
		u32 cells[3] = {branch->a, NONE, NONE};
		struct value v = asked_value(p->run->capture, b, d->entry[to]);
		if (v.kind == VALUE_OPERATION) {
			cells[1] = b->rows[v.row].a;
			cells[2] = b->rows[v.row].b;
		}
		for (u32 i = 0; i < COUNT(cells); i++) {
			struct str name = body_cell_name(p->run->program, b, cells[i]);
			if (str_has(name, "async") || str_has(name, "Async"))
				return is_alternative(p, row, true);
		}
	}
	return false;
}

enum purpose uncaptured_purpose(const struct surroundings *p, u32 row, const struct capture_api *api)
{
	const struct body *b = p->r->body;
	u32 event = api->does == DOES_RECORD ? row_argument(b, &b->rows[row], api->at[CAPTURE_EVENT]) : NONE;
	enum purpose purpose = PURPOSE_NOTHING;
	if (event == NONE || b->cells[event].kind != CELL_LOCAL || b->cells[event].param != NONE)
		return PURPOSE_ORDER;
	for (u32 other = 0; other < b->n; other++) {
		const struct body_row *r = &b->rows[other];
		const struct capture_api *does = r->op == ROW_CALL ? capture_api_at(p->run->capture, b, other) : NULL;
		bool is_given = row_is_given(b, r, event) || (r->op != ROW_CALL && r->op != ROW_UNARY && r->a == event);
		for (u32 i = 0; i < r->arg_count && !is_given; i++)
			is_given = b->args[r->first_arg + i] != NONE && b->cells[b->args[r->first_arg + i]].address_of == event;
		if (!is_given)
			continue;
		if (!does || does->does == DOES_WAIT)
			return PURPOSE_ORDER;
		if (does->does == DOES_QUERY_EVENT || does->does == DOES_SYNC_EVENT)
			purpose = PURPOSE_TIME;
		else if (does->does != DOES_RECORD && does->does != DOES_EVENT_CREATE && does->does != DOES_EVENT_DESTROY)
			return PURPOSE_ORDER;
	}
	return purpose;
}

/* A barrier of several devices: they reduce a value that is filled for it, and neither a kernel nor the host ever reads that. */
static bool is_barriers_value(const struct surroundings *p, const struct stream_use *use)
{
	const struct body *b = p->r->body;
	bool is_fill = use->api && (use->api->does == DOES_FILL || use->api->does == DOES_FILL_ASYNC), reduces = false;
	if (!is_fill || !str_has(last_component(fn_name(&p->run->program->functions[b->fn])), "arrier"))
		return false;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(p->run->capture, b, row);
		struct str name = b->rows[row].op == ROW_CALL ? body_row_name(p->run->program, &b->rows[row]) : S("");
		if (b->rows[row].op == ROW_LAUNCH || (api && (api->does == DOES_LAUNCH || api->does == DOES_COPY || api->does == DOES_COPY_ASYNC)))
			return false;
		reduces |= str_has(name, "llReduce") || str_has(name, "llreduce") || str_has(name, "all_reduce");
	}
	return reduces;
}

enum without_stream uncaptured_without(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	const struct body_row *r = &p->r->body->rows[row];
	bool is_left_out = !use->api && use->is_omitted && r->op == ROW_CALL && r->callee.n == 1;
	return is_left_out ? without_stream(p->run->capture, r->callee.at[0]) : WITHOUT_NOTHING;
}

bool uncaptured_is_fine(struct surroundings *p, u32 row, const struct stream_use *use)
{
	bool is_code = reached_is_code(p->run->capture, p->r);
	struct str held;
	if (is_first_use_on_way(p->run->capture, p->reached, row, &held))
		return true;
	/* A function that waits for the device and knows no stream works outside of captures. */
	if (!is_code && !p->stream_at_hand.n && p->waits_for_device)
		return true;
	/* Nobody captures what waits for the device on both sides, and nothing is out of order with it; nor does it matter when a value is filled that nobody reads. */
	if (!is_code && (uncaptured_is_settled(p, row) || is_barriers_value(p, use)))
		return true;
	/* A kernel that is given nothing works on nothing: such launches are barriers. */
	if (p->r->body->rows[row].op == ROW_LAUNCH && p->r->body->rows[row].arg_count <= LAUNCH_CONFIGURATION)
		return true;
	/* After a wait for the stream a synchronous copy is in order; that the wait can't be captured is another matter. In a
	 * library what only copies brings something to the device or back. */
	if (uncaptured_is_copy(use))
		return (!is_code && !p->stream_at_hand.n) || p->first_wait < row || is_alternative(p, row, false) || (!is_code && !p->has_work) || is_asked_for(p, row);
	if ((!use->api && !use->is_omitted && is_alternative(p, row, true)) || is_asked_for(p, row) || uncaptured_without(p, row, use) == WITHOUT_OTHER)
		return true;
	if (use->api && (use->api->does == DOES_RECORD || use->api->does == DOES_WAIT))
		return !is_code && (!p->stream_at_hand.n || uncaptured_purpose(p, row, use->api) == PURPOSE_NOTHING);
	if (!use->api && !(use->is_omitted && p->stream_at_hand.n)) {
		const struct body_row *r = &p->r->body->rows[row];
		return sounds_like_life_cycle(unit_text(p->run->program->functions[r->fn].unit, r->row->name));
	}
	return false;
}
