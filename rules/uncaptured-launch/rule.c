/* Work that a capture does not get: it goes to the legacy stream, or to one that has nothing to do with the capturing one. */
#include "rule.h"

#include <string.h>

enum { NEAR = 1 }; /* calls below the capture */

/* Asks how much memory a call would need: nothing is enqueued. */
static bool is_size_query(struct str name)
{
	return (str_has(name, "get_") && str_has(name, "workspace")) || str_has(name, "Size") || str_has(name, "_size") || str_has(name, "_bytes") || str_has(name, "Bytes");
}

/* Set-up code, or a question for sizes, on the way from a library's entry: that runs before anybody captures. */
static bool is_set_up(const struct rule_run *run, u32 reached)
{
	const struct capture *c = run->capture;
	if (c->regions.at[c->reached.at[reached].region].grade == GRADE_CODE)
		return false;
	for (u32 at = reached; at != NONE; at = c->reached.at[at].from)
		if (is_size_query(fn_name(&run->program->functions[c->reached.at[at].fn])))
			return true;
	return capture_is_life_cycle(c, reached);
}

struct surroundings {
	const struct rule_run *run;
	u32 reached;
	const struct reached *r;
	struct values values;
	struct str stream_at_hand; /* a stream in scope, or empty */
	bool waits_for_device;
	bool has_work; /* something but copies is enqueued on a stream that is named */
	u32 first_wait; /* the first row that waits for a stream or the device, or NONE */
	u32 *seen;      /* for rule_thin: one mistake is often made in each arm of a dispatch */
	struct idmap *lone; /* answers of stream_is_lone */
};

static bool is_copy(const struct stream_use *use) { return use->api && (use->api->does == DOES_COPY || use->api->does == DOES_FILL); }

/* Brings something to the device, or back; a copy on the device is work. */
static bool only_moves(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	if (str_ends(copy_direction(p->run->program, p->r->body, &p->r->body->rows[row], use->api), "DeviceToDevice"))
		return false;
	return is_copy(use) || (use->api && (use->api->does == DOES_COPY_ASYNC || use->api->does == DOES_FILL_ASYNC));
}

/* The number of a stream is none: unsigned stream_id. */
static bool is_count_type(struct str type)
{
	static const char *const types[] = {"int", "unsigned", "unsigned int", "size_t", "std::size_t", "long", "uint32_t", "int32_t", "uint64_t", "int64_t"};
	if (str_starts(type, "const "))
		type = (struct str){type.p + 6, type.n - 6};
	return str_is_any(type, types, COUNT(types));
}

/* Something, seen or not, is given a stream. */
static bool is_given_a_stream(const struct surroundings *p, u32 row)
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
		if (api && (api->does == DOES_SYNC_STREAM || api->does == DOES_SYNC_DEVICE))
			return waits_for_given(c, b, row, api) && stands_before(d, row, b->exit);
		if (stream_use_at(c, capture_values(c, b), row, &use) && !(use.api && (use.api->does == DOES_FREE_ASYNC || use.api->does == DOES_RECORD)))
			return false;
	}
	return false;
}

/* The stream is the object's own, which its class makes as a blocking one and gives nobody a chance to change: the legacy stream is in order
 * with that, and nobody else captures it. */
static bool is_own_blocking(const struct rule_run *run, const struct fn *fn, struct str stream)
{
	bool is_made = false;
	if (!fn->cls || !str_eq(stream_in_class(fn), stream))
		return false;
	for (fn_id f = 0; f < run->program->function_count; f++) {
		if (run->program->functions[f].cls != fn->cls)
			continue;
		const struct body *b = any_body(run->capture, f);
		for (u32 row = 0; row < b->n; row++) {
			const struct body_row *r = &b->rows[row];
			const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(run->capture, b, row) : NULL;
			for (u32 i = 0; i < r->arg_count; i++) {
				u32 at = b->args[r->first_arg + i], of = at == NONE ? NONE : b->cells[at].address_of;
				if (of == NONE || !str_eq(body_cell_name(run->program, b, of), stream))
					continue;
				if (!api || api->does != DOES_STREAM_CREATE || r->arg_count > 1)
					return false; /* with flags, or by somebody else */
				is_made = true;
			}
			if (r->op == ROW_MOVE && r->dst != NONE && str_eq(body_cell_name(run->program, b, r->dst), stream) && r->a != NONE && b->cells[r->a].kind != CELL_ZERO)
				return false;
		}
	}
	return is_made;
}

/* The stream is one that the function has created itself, as a blocking one, for a part of its work: the rest is in order with it. */
static bool is_made_blocking(const struct rule_run *run, const struct body *b, struct str stream)
{
	bool is_made = false;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(run->capture, b, row) : NULL;
		u32 given = api && api->does == DOES_STREAM_CREATE && r->arg_count ? b->args[r->first_arg] : NONE, of = given == NONE ? NONE : b->cells[given].address_of;
		if (of != NONE && b->cells[of].param == NONE && str_eq(body_cell_name(run->program, b, of), stream)) {
			if (r->arg_count > 1)
				return false;
			is_made = true;
		}
		bool is_other = r->op == ROW_MOVE && r->dst != NONE && r->a != NONE && b->cells[r->a].kind != CELL_ZERO;
		if (is_other && str_eq(body_cell_name(run->program, b, r->dst), stream))
			return false;
	}
	return is_made;
}

static void look_around(struct surroundings *p)
{
	const struct body *b = p->r->body;
	p->stream_at_hand = stream_at_hand(p->run->capture, &p->values);
	p->first_wait = NONE;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_has(p->r, row) ? capture_api_at(p->run->capture, b, row) : NULL;
		struct stream_use use;
		if (p->first_wait == NONE && capture_has(p->r, row) && ends_with_wait(p, &b->rows[row]))
			p->first_wait = row;
		p->has_work |= ((!api || api->does == DOES_LAUNCH || api->does == DOES_LIBRARY) && is_given_a_stream(p, row)) || (stream_use_at(p->run->capture, &p->values, row, &use) && !use.is_omitted && !only_moves(p, row, &use));
		if (!api)
			continue;
		p->waits_for_device |= api->does == DOES_SYNC_DEVICE;
		if ((api->does == DOES_SYNC_DEVICE || api->does == DOES_SYNC_STREAM) && p->first_wait == NONE)
			p->first_wait = row;
	}
}

static const char *what_is_done(struct surroundings *p, u32 row, const struct stream_use *use)
{
	struct arena *a = p->run->findings->arena;
	struct site site = site_in(p->run->program, p->r->body, row);
	struct str name = rule_callee(p->run, &site);
	return p->r->body->rows[row].op == ROW_LAUNCH ? arena_format(a, "the launch of '%.*s'", (int)name.n, name.p) :
	       use->api ? arena_format(a, "'%.*s'", (int)name.n, name.p) : arena_format(a, "what '%.*s' enqueues", (int)name.n, name.p);
}

/* How it comes to that stream. */
static const char *how(struct surroundings *p, const struct stream_use *use, const struct stream *s)
{
	struct arena *a = p->run->findings->arena;
	struct str hand = p->stream_at_hand;
	if (s->row != NONE && s->cell != NONE)
		return ": the default stream is not the current one";
	return hand.n ? arena_format(a, ", although '%.*s' is at hand", (int)hand.n, hand.p) : use->is_omitted ? ": it is given none" : "";
}

enum blocking { BLOCKING_UNKNOWN, BLOCKING, NON_BLOCKING };

/* Of the capturing stream: what it was created with. PyTorch's are non-blocking. */
static enum blocking blocking_of(const struct rule_run *run, const struct capture_region *region)
{
	const struct capture *c = run->capture;
	if (region->row == NONE)
		return BLOCKING_UNKNOWN;
	const struct body *b = capture_body(c, region->fn);
	const struct capture_api *api = capture_api_at(c, b, region->row);
	if (!api || api->does != DOES_BEGIN || api->at[CAPTURE_STREAM] < 0)
		return str_has(region->why, "torch.cuda.graph") || str_has(region->why, "capture_begin") ? NON_BLOCKING : BLOCKING_UNKNOWN;
	const struct body_row *r = &b->rows[region->row];
	struct arena scratch = {0};
	struct values v;
	values_open(&scratch, &v, b);
	u32 at = (u32)api->at[CAPTURE_STREAM];
	struct stream s = at < r->arg_count ? stream_of(c, &v, region->row, b->args[r->first_arg + at]) : (struct stream){0};
	arena_release(&scratch);
	if (s.kind != STREAM_MADE || s.row == NONE)
		return BLOCKING_UNKNOWN;
	const struct body_row *made = &b->rows[s.row];
	for (u32 i = 0; i < made->arg_count; i++)
		if (str_has(body_cell_name(run->program, b, b->args[made->first_arg + i]), "NonBlocking"))
			return NON_BLOCKING;
	return made->arg_count == 1 ? BLOCKING : BLOCKING_UNKNOWN;
}

/* Both outcomes are measured: capture-legality-cuda13.0-h200, "legacy stream". */
static const char *outcome(struct surroundings *p, const struct stream_use *use)
{
	bool orders = use->api && (use->api->does == DOES_RECORD || use->api->does == DOES_WAIT);
	const char *missed = orders ? "it orders nothing of the graph" : "it runs at once and is missing in every replay";
	const char *refused = "it is refused (cudaErrorStreamCaptureImplicit) and the capture is lost";
	struct arena *a = p->run->findings->arena;
	switch (blocking_of(p->run, &p->run->capture->regions.at[p->r->region])) {
	case BLOCKING:
		return arena_format(a, "The capturing stream is a blocking one, so %s", refused);
	case NON_BLOCKING:
		return arena_format(a, "The capturing stream is non-blocking, so %s", missed);
	case BLOCKING_UNKNOWN:
		break;
	}
	return arena_format(a, "Beside a capture on a non-blocking stream %s; beside one on a blocking stream %s", missed, refused);
}

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
		struct value v = branch->op == ROW_BRANCH && branch->a != NONE ? value_of(capture_values(p->run->capture, b), d->entry[to], branch->a) : (struct value){0};
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

/* What an event is recorded for. */
enum purpose {
	PURPOSE_ORDER,   /* somebody may wait for it */
	PURPOSE_TIME,    /* the function's own, whose time is taken: that of another stream's work, if it is recorded on the wrong one */
	PURPOSE_NOTHING, /* the function's own, and nobody asks for it */
};

static enum purpose purpose_of_event(const struct surroundings *p, u32 row, const struct capture_api *api)
{
	const struct body *b = p->r->body;
	u32 at = api->does == DOES_RECORD && api->at[CAPTURE_EVENT] >= 0 ? (u32)(u8)api->at[CAPTURE_EVENT] : NONE;
	u32 event = at < b->rows[row].arg_count ? b->args[b->rows[row].first_arg + at] : NONE;
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

/* Work on the legacy stream that is no bug of this kind. */
static bool is_fine(struct surroundings *p, u32 row, const struct stream_use *use)
{
	bool is_code = p->run->capture->regions.at[p->r->region].grade == GRADE_CODE;
	struct str held;
	if (is_first_use_on_way(p->run->capture, p->reached, row, &held))
		return true;
	/* A function that waits for the device and knows no stream works outside of captures. */
	if (!is_code && !p->stream_at_hand.n && p->waits_for_device)
		return true;
	/* A kernel that is given nothing works on nothing: such launches are barriers. */
	if (p->r->body->rows[row].op == ROW_LAUNCH && p->r->body->rows[row].arg_count <= LAUNCH_CONFIGURATION)
		return true;
	/* After a wait for the stream a synchronous copy is in order; that the wait can't be captured is another matter. In a
	 * library what only copies brings something to the device or back. */
	if (is_copy(use))
		return (!is_code && !p->stream_at_hand.n) || p->first_wait < row || is_alternative(p, row, false) || (!is_code && !p->has_work) || is_asked_for(p, row);
	if ((!use->api && !use->is_omitted && is_alternative(p, row, true)) || is_asked_for(p, row))
		return true;
	if (use->api && (use->api->does == DOES_RECORD || use->api->does == DOES_WAIT))
		return !is_code && (!p->stream_at_hand.n || purpose_of_event(p, row, use->api) == PURPOSE_NOTHING);
	if (!use->api && !(use->is_omitted && p->stream_at_hand.n)) {
		const struct body_row *r = &p->r->body->rows[row];
		return sounds_like_life_cycle(unit_text(p->run->program->functions[r->fn].unit, r->row->name));
	}
	return false;
}

static bool is_given_stream(struct surroundings *p) { return stream_is_taken(&p->run->program->functions[p->r->body->fn]); }

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

/* An event, a wait, or a function that is given the stream may order it with another. */
static bool is_ordered(struct surroundings *p, u32 cell)
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

/* A stream of the function's own, beside the one that it is given or that is current. */
static bool is_unrelated(struct surroundings *p, const struct stream_use *use, const struct stream *s)
{
	bool enqueues = !use->api || (use->api->does != DOES_RECORD && use->api->does != DOES_WAIT && use->api->does != DOES_ALLOC_ASYNC &&
	                              use->api->does != DOES_FREE_ASYNC);
	return enqueues && s->cell != NONE && (is_given_stream(p) || is_of_pool(p, s)) && !is_ordered(p, use->cell);
}

/* A global stream, or a member of the object, beside the one at hand, that nothing in the program ever orders with another. */
static bool is_lone(struct surroundings *p, const struct stream_use *use)
{
	const struct body *b = p->r->body;
	if (use->cell == NONE || (use->api && use->api->does != DOES_LAUNCH && use->api->does != DOES_COPY_ASYNC && use->api->does != DOES_FILL_ASYNC))
		return false;
	u32 parent = b->cells[use->cell].parent;
	bool is_outer = parent == NONE ? b->cells[use->cell].kind == CELL_OUTER : b->cells[parent].parent == NONE && str_is(body_cell_name(p->run->program, b, parent), "this");
	struct str name = body_cell_name(p->run->program, b, use->cell);
	bool is_code = p->run->capture->regions.at[p->r->region].grade == GRADE_CODE;
	return is_outer && (is_code || (p->stream_at_hand.n && !str_eq(p->stream_at_hand, name))) && stream_is_lone(p->run->capture, name, p->run->findings->arena, p->lone);
}

static bool is_weak(const struct surroundings *p) { return p->run->capture->regions.at[p->r->region].is_weak; }

static void report(struct surroundings *p, u32 row, const struct stream_use *use, const char *form, const char *stream, const char *why,
                   const char *what_follows)
{
	const struct rule_run *run = p->run;
	struct site site = site_in(run->program, p->r->body, row);
	/* A stream that a macro's text leaves out is missing there, not at the macro's uses. */
	if (use->is_omitted)
		site = rule_written(&site);
	bool is_code = run->capture->regions.at[p->r->region].grade == GRADE_CODE;
	/* In a library nobody captures what needs the host on the way; beside another stream it is out of order all the same. */
	struct unfit unfit;
	bool is_kept_away = !is_code && str_is(str_of(form), "legacy") && capture_is_unfit(run->capture, p->reached, row, &unfit);
	/* What was waited for is in order with a synchronous copy. */
	if (is_kept_away && unfit.is_before && unfit.waits && is_copy(use))
		return;
	bool is_in_order = run->capture->regions.at[p->r->region].is_in_order;
	/* That a stream is kept matters to captures alone. */
	bool is_kept_static = !is_code && str_has(str_of(stream), "static") && capture_is_unfit(run->capture, p->reached, row, &unfit);
	bool has_other = p->stream_at_hand.n && use->is_omitted && !is_in_order && (!is_weak(p) || is_given_stream(p));
	bool is_doubtful = is_code && (p->r->by_name || run->capture->regions.at[p->r->region].is_open_ended);
	/* Where no stream is at hand a blocking copy is no slip, and what a condition keeps away from the capture is not refused. */
	bool is_plain_copy = is_code && is_copy(use) && !p->stream_at_hand.n;
	enum certainty sure = is_plain_copy ? capture_certainty(run->capture, p->reached, row) : CERTAIN_ALWAYS;
	is_doubtful |= sure < CERTAIN_SOMETIMES || (sure < CERTAIN_ALWAYS && p->r->depth > NEAR);
	enum severity severity = is_doubtful ? SEVERITY_NOTE : is_code ? SEVERITY_ERROR : (is_kept_away || is_weak(p)) && !has_other ? SEVERITY_NOTE : SEVERITY_WARNING;
	struct str hand = p->stream_at_hand;
	if (is_kept_away && severity == SEVERITY_WARNING && measures_time(run->capture, p->r->body))
		severity = SEVERITY_NOTE;
	if (severity == SEVERITY_WARNING && use->is_omitted && hand.n && is_own_blocking(run, &run->program->functions[p->r->fn], hand))
		severity = SEVERITY_NOTE;
	/* `stream = 0;` before it: the function has chosen. */
	bool is_set_here = use->cell != NONE && p->r->body->cells[use->cell].param != NONE && p->r->body->cells[use->cell].first_write != NONE;
	if (severity == SEVERITY_WARNING && is_set_here)
		severity = SEVERITY_NOTE;
	if (is_kept_static || (severity == SEVERITY_WARNING && is_kept_away && hand.n && is_made_blocking(run, p->r->body, hand)))
		severity = SEVERITY_NOTE;
	struct arena *a = run->findings->arena;
	bool is_for_time = !is_code && hand.n && use->api && purpose_of_event(p, row, use->api) == PURPOSE_TIME;
	const char *message = is_for_time
		? arena_format(a, "%s goes to %s, although '%.*s' is at hand: the time that it takes is not that of the work there", what_is_done(p, row, use), stream, (int)hand.n, hand.p)
		: is_kept_away && has_other
		? arena_format(a, "%s goes to %s, although '%.*s' is at hand: if that is a non-blocking one, nothing orders it with the work there. Captures are refused "
		               "%s, at '%.*s'", what_is_done(p, row, use), stream, (int)hand.n, hand.p, unfit.is_before ? "before it comes to this" : "behind it", (int)unfit.by.n, unfit.by.p)
		: arena_format(a, "%s goes to %s, %s%s. %s", what_is_done(p, row, use), stream, rule_capture(run, p->reached), why, what_follows);
	struct finding *f = rule_report(run, rule_thin(run, p->seen, &site, severity), &site, message);
	/* Functions take their stream last: its place is the last line of the call. */
	const struct unit *u = run->program->functions[site.use_fn].unit;
	u32 first = 0, last = 0, column;
	unit_position(u, f->span.begin, &first, &column);
	unit_position(u, f->span.end, &last, &column);
	if (!use->api && last > first)
		f->span.begin = u->lines[last - 1];
	rule_way(run, f, p->reached);
	finding_param(run->findings, f, "call", use->api && p->r->body->rows[row].op == ROW_CALL ? use->api->name : S("the kernel launch"));
	finding_param(run->findings, f, "form", str_of(form));
}

static void look_at(struct surroundings *p, u32 row)
{
	struct stream_use use;
	if (!stream_use_at(p->run->capture, &p->values, row, &use))
		return;
	struct stream s = stream_of_use(p->run->capture, &p->values, row, &use);
	/* Who captures the per-thread stream builds for it: work without a stream goes there. */
	if (s.kind == STREAM_LEGACY && p->run->capture->captures_per_thread)
		return;
	if (s.kind == STREAM_LEGACY && !is_fine(p, row, &use))
		report(p, row, &use, "legacy", "the legacy stream", how(p, &use, &s), outcome(p, &use));
	if ((s.kind == STREAM_RESULT || s.kind == STREAM_MADE) && is_unrelated(p, &use, &s))
		report(p, row, &use, "other", "a stream of its own", ": no event orders it with the captured one",
		       "It runs at once and is missing in every replay");
	bool is_held = s.kind == STREAM_STATIC || s.kind == STREAM_MEMBER || s.kind == STREAM_UNKNOWN;
	if (is_held && !use.is_omitted && is_lone(p, &use))
		report(p, row, &use, "other", "a stream of its own", ": nothing in the program orders it with another", "It runs at once and is missing in every replay");
	else if (s.kind == STREAM_STATIC && !is_ordered(p, use.cell))
		report(p, row, &use, "other", "a stream kept in a static variable", "",
		       "At a later call that is not the stream that captures: it runs at once and is missing in every replay");
}

static const char *by_neighbours(struct arena *a, const struct legacy_use *use, struct str fn, struct str name)
{
	switch ((enum legacy_reason)use->why) {
	case LEGACY_NEIGHBOUR:
		return arena_format(a, "'%.*s' takes no stream, so the launch of '%.*s' goes to the legacy one and no caller can capture it; its neighbours "
		                    "in this file take one", (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_LIBRARY:
		return arena_format(a, "'%.*s' names no stream, so the launch of '%.*s' goes to the legacy one and no caller can capture it; nearly all other functions of "
		                    "this library work on the stream that they are lent", (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_BESIDE:
		return arena_format(a, "'%.*s' goes to the legacy stream, past the stream of '%.*s': if that is a non-blocking one, nothing orders the two, and no capture of it "
		                    "has this work", (int)name.n, name.p, (int)fn.n, fn.p);
	case LEGACY_OPERATOR:
		return arena_format(a, "'%.*s' gives '%.*s' no stream, so the operator runs on the legacy one and no caller can capture it",
		                    (int)fn.n, fn.p, (int)name.n, name.p);
	case LEGACY_DEFAULT:
		return arena_format(a, "'%.*s' hands on the default stream, not the current one: under capture the current one is captured, and this work runs "
		                    "at once and is missing in every replay", (int)fn.n, fn.p);
	case LEGACY_HANDLE:
		break;
	}
	return arena_format(a, "nothing in the program gives what '%.*s' makes a stream, so its work goes to the legacy one and no caller can capture it",
	                    (int)name.n, name.p);
}

/* The program's captures show, and so do those who call the function: none of these captures. */
static bool is_called_beside_captures(const struct rule_run *run, fn_id fn)
{
	const struct capture *c = run->capture;
	const u32 *calls;
	u32 n = c->captures_itself && !program_is_bound(run->program, fn) && !program_is_stored(run->program, fn) ? capture_callers(c, fn, &calls) : 0, counted = 0;
	for (u32 i = 0; i < n; i++)
		counted += !run->program->files[run->program->functions[c->callers->list.at[calls[i]].fn].file].is_test;
	return counted > 0;
}

static void report_by_neighbours(const struct rule_run *run, const struct legacy_use *use)
{
	const struct body *b = capture_body(run->capture, use->fn);
	if (!b->n)
		b = any_body(run->capture, use->fn);
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, b, use->row);
	struct str name = rule_callee(run, &site), fn = fn_name(&run->program->functions[use->fn]);
	bool is_neighbour = use->why == LEGACY_NEIGHBOUR || use->why == LEGACY_LIBRARY;
	if (is_neighbour)
		site = rule_written(&site);
	/* What waits for the device can't be captured anyway, with a stream or without. What goes past the function's stream waits for nothing. */
	enum severity severity = use->why != LEGACY_BESIDE && capture_waits(run->capture, b) ? SEVERITY_NOTE : SEVERITY_WARNING;
	/* A method works with its object's streams, and in a program that nobody captures what it leaves on the legacy one is in order with those as a rule;
	 * there what the library does elsewhere says little. */
	bool is_own_affair = (run->program->functions[use->fn].cls || use->why == LEGACY_LIBRARY) && !run->capture->is_expected;
	if (is_neighbour && (is_own_affair || is_called_beside_captures(run, use->fn)))
		severity = SEVERITY_NOTE;
	struct finding *f = rule_report(run, severity, &site, by_neighbours(a, use, fn, name));
	finding_param(run->findings, f, "call", S("the kernel launch"));
	finding_param(run->findings, f, "form", S("legacy"));
}

/* ---- Python: a library's handle that is made once and never told a stream ---- */

struct handle {
	const char *make, *set; /* canonical names (cuDNN's Python frontend, documentation of create_handle and set_stream) */
};
static const struct handle handles[] = {{"cudnn.create_handle", "set_stream"}};

static bool unit_calls(const struct unit *u, const char *name)
{
	for (u32 i = 0; i < u->n_rows; i++)
		if (u->rows[i].op == ROW_CALL && str_is(unit_text(u, u->rows[i].name), name))
			return true;
	return false;
}

/* The function is run once for all its callers, or keeps what it has made. */
static bool makes_once(const struct rule_run *run, fn_id fn, const struct body *b, u32 row)
{
	struct program *p = run->capture->program;
	if (python_is_decorated(p, fn, "lru_cache") || python_is_decorated(p, fn, "cache"))
		return true;
	for (u32 i = row; i < b->n && i < row + 2; i++) {
		u32 to = b->rows[i].op == ROW_CALL || b->rows[i].op == ROW_MOVE ? b->rows[i].dst : NONE;
		if (to != NONE && b->cells[to].kind == CELL_OUTER && (i == row || b->rows[i].a == b->rows[row].dst))
			return true;
	}
	return false;
}

static void look_at_handles(struct rule_run *run, fn_id fn)
{
	const struct fn *f = &run->program->functions[fn];
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		for (u32 k = 0; k < COUNT(handles) && f->unit->rows[i].op == ROW_CALL; k++) {
			struct str called = unit_text(f->unit, f->unit->rows[i].name);
			if (!str_ends(called, strrchr(handles[k].make, '.') + 1) || !str_is(python_callee(run->capture->program, fn, &f->unit->rows[i]), handles[k].make) ||
			    unit_calls(f->unit, handles[k].set))
				continue;
			const struct body *b = capture_body(run->capture, fn);
			u32 row = 0;
			while (row < b->n && b->rows[row].row != &f->unit->rows[i])
				row++;
			if (row == b->n || !makes_once(run, fn, b, row))
				continue;
			struct site site = site_in(run->program, b, row);
			struct finding *found = rule_report(run, SEVERITY_WARNING, &site,
			                                    arena_format(run->findings->arena, "the handle of '%s' is made once and never told a stream: what is run with it goes to the default stream, and no capture gets it",
			                                                 handles[k].make));
			finding_param(run->findings, found, "form", S("handle"));
		}
}

void rule_uncaptured_launch(struct rule_run *run)
{
	const struct capture *c = run->capture;
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	struct idmap lone = {0};
	for (u32 i = 0; i < c->reached.n; i++) {
		struct arena scratch = {0};
		struct surroundings p = {.run = run, .reached = i, .r = &c->reached.at[i], .seen = seen, .lone = &lone};
		if (!run->shows[p.r->fn] || is_set_up(run, i))
			continue;
		values_open(&scratch, &p.values, p.r->body);
		look_around(&p);
		for (u32 row = 0; row < p.r->body->n; row++)
			if (capture_has(p.r, row))
				look_at(&p, row);
		arena_release(&scratch);
	}
	for (fn_id fn = 0; fn < run->program->function_count; fn++)
		if (run->shows[fn] && rule_is_python(run, fn) && !run->program->files[run->program->functions[fn].file].is_test)
			look_at_handles(run, fn);
	u32 n;
	struct legacy_use *uses = legacy_uses(c, run->findings->arena, &n);
	for (u32 i = 0; i < n && !c->captures_per_thread; i++)
		if (run->shows[uses[i].fn])
			report_by_neighbours(run, &uses[i]);
}
