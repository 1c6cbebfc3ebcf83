/* Waiting and asking inside a capture: refused, and the capture is broken. */
#include "rule.h"

enum { NEAR = 1 }; /* calls between the capture and the wait */

static bool is_ours(u8 kind) { return kind == HAZARD_WAIT || kind == HAZARD_QUERY || kind == HAZARD_CALLBACK || kind == HAZARD_REFUSED; }

/* Outside of captures: what has the host wait. Beside replays the copies as well; elsewhere host-source-in-capture speaks of them, and of
 * torch.tensor(list, device=d) anywhere. */
static bool stalls(const struct hazard *h, bool is_beside)
{
	return h->kind == HAZARD_WAIT || (is_beside && h->kind == HAZARD_COPY && h->op && h->op->waits && h->op->role != TORCH_FACTORY);
}

static struct str name_of(const struct rule_run *run, const struct body *b, u32 cell)
{
	return body_cell_name(run->program, b, cell);
}

/* Rows of the body before the wait: has it work to wait for, and does the host read something that this work makes? */
struct purpose {
	bool has_work;    /* a launch, or a copy from the host */
	bool has_reader;  /* a copy to the host, memory of the host, a temporary that is given back, a timer; the caller asks for the wait */
};

static bool comes_from_host(const struct rule_run *run, const struct body *b, const struct body_row *r, const struct capture_api *api)
{
	return str_ends(copy_direction(run->program, b, r, api), "HostToDevice") || str_has(api->name, "HtoD");
}

static bool goes_to_device(const struct rule_run *run, const struct body *b, const struct body_row *r, const struct capture_api *api)
{
	return comes_from_host(run, b, r, api) || str_ends(copy_direction(run->program, b, r, api), "DeviceToDevice") || str_has(api->name, "DtoD");
}

/* A helper that brings something to the host: update_host(), copy_to_host(), value(). */
static bool sounds_like_reading(struct str name)
{
	static const char *const words[] = {"host", "Host", "copy", "Copy", "memcpy", "Memcpy", "download", "D2H", "DtoH", "value", "read", "front_element", "back_element"};
	return str_has_any(name, words, COUNT(words));
}

/* Something unseen that takes the stream and says that it runs: gemm.run(stream). What else is given a stream may have its reasons for the host. */
static bool is_run_on_stream(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	struct str called = body_row_name(run->program, r);
	if (r->op != ROW_CALL || r->callee.call || (!str_ends(called, "run") && !str_has(called, "aunch")) || models_capture(run->program->models, called))
		return false;
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		struct str name = name_of(run, b, arg), type = arg == NONE ? S("") : intern_get(&run->program->names, b->cells[arg].type);
		if (str_is(name, "stream") || str_ends(name, "_stream") || str_ends(type, "Stream_t"))
			return true;
	}
	return false;
}

/* p[0], *p */
static bool reads_memory(const struct body *b, const struct body_row *r)
{
	u32 cells[2] = {r->a, r->b};
	for (u32 i = 0; i < 2; i++)
		for (u32 cell = cells[i]; cell != NONE; cell = b->cells[cell].parent)
			if (b->cells[cell].is_element || (b->cells[cell].parent != NONE && !b->cells[cell].name))
				return true;
	return false;
}

static bool is_local_source(const struct rule_run *run, const struct body *b, u32 row, const struct capture_api *api)
{
	const struct body_row *r = &b->rows[row];
	i8 at = api->at[CAPTURE_FROM];
	return at >= 0 && (u32)(u8)at < r->arg_count && mortal_at(run->capture, b, row, b->args[r->first_arg + (u32)(u8)at]).kind != MORTAL_NOT;
}

/* kernel<<<...>>>(..., h_count): the kernel writes where the host reads. */
static bool writes_for_host(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	for (u32 i = 0; r->op == ROW_LAUNCH && i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i], row = (u32)(r - b->rows);
		struct value v = value_of(capture_values(run->capture, b), row, arg);
		/* h_count.data() */
		if (v.kind == VALUE_RESULT && b->rows[v.row].flags & RF_MEMBER)
			arg = b->rows[v.row].a;
		for (u32 cell = arg; cell != NONE; cell = b->cells[cell].parent) {
			struct str name = name_of(run, b, cell);
			if (str_starts(name, "h_") || str_starts(name, "host") || str_has(name, "_host") || str_has(name, "mapped") || str_has(name, "pinned"))
				return true;
		}
	}
	return false;
}

/* Between the work and the wait the caller is asked: a parameter or a member decides whether to wait. */
static bool is_asked_for(const struct rule_run *run, const struct body *b, u32 work, u32 wait)
{
	const struct dominators *d = capture_dominators(run->capture, b, false);
	for (u32 to = d->branch[wait]; to != NONE; to = next_branch(d, to)) {
		u32 branch = d->entry[to], cell = b->rows[branch].a;
		if (b->rows[branch].op != ROW_BRANCH || cell == NONE || stands_before(d, to, work))
			continue;
		struct value v = value_of(capture_values(run->capture, b), branch, cell);
		if (v.kind == VALUE_OPERATION)
			v = value_of(capture_values(run->capture, b), v.row, b->rows[v.row].a);
		if (v.kind == VALUE_PARAM || v.kind == VALUE_PLACE)
			return true;
	}
	return false;
}

/* A call that has something to do with the result of the wait, and not with an error. */
static bool goes_on(const struct rule_run *run, const struct body_row *r)
{
	struct str name = body_row_name(run->program, r);
	return r->op == ROW_CALL && !r->callee.check && !(r->flags & RF_MACRO_LIKE) && !str_has(name, "rror") && !str_has(name, "heck") && !str_has(name, "CHECK");
}

static bool is_given_stream(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	for (u32 i = 0; i < r->arg_count; i++) {
		u32 arg = b->args[r->first_arg + i];
		if (arg != NONE && stream_is_type(intern_get(&run->program->names, b->cells[arg].type), name_of(run, b, arg)))
			return true;
	}
	return false;
}

/* The constructor is unseen, or has something unseen make what the object holds. */
static bool is_made_unseen(const struct rule_run *run, const struct body_row *r)
{
	const struct body *b = r->callee.n == 1 ? any_body(run->capture, r->callee.at[0]) : NULL;
	for (u32 row = 0; b && row < b->n; row++) {
		const struct body_row *call = &b->rows[row];
		if (call->op == ROW_CALL && !call->callee.n && !call->callee.call && !call->callee.check && !capture_api_at(run->capture, b, row) && is_given_stream(run, b, call))
			return true;
	}
	return !r->callee.n;
}

/* `index_builder b(grid, stream);`, a library's object that was made with the stream. When it dies its memory is given back, and not in the order of
 * the stream for all that is known: the wait comes before that. */
static bool is_object_on_stream(const struct rule_run *run, const struct body *b, const struct body_row *r)
{
	static const char *const others[] = {"uard", "std::", "tream", "Tensor", "tensor", "policy", "Policy"};
	bool is_object = r->op == ROW_CALL && r->flags & RF_CONSTRUCT && r->arg_count > 1 && r->dst != NONE && b->cells[r->dst].kind == CELL_LOCAL && b->cells[r->dst].parent == NONE &&
	                 b->cells[r->dst].name;
	return is_object && !str_has_any(body_row_name(run->program, r), others, COUNT(others)) && is_given_stream(run, b, r) && is_made_unseen(run, r);
}

static struct purpose purpose_of(const struct rule_run *run, const struct body *b, u32 wait)
{
	static const char *const copies[] = {"copy", "Copy", "memcpy", "Memcpy"};
	struct str own = unit_text(run->program->functions[b->fn].unit, run->program->functions[b->fn].f->name);
	struct purpose is = {.has_reader = str_has_any(own, copies, COUNT(copies))}; /* where to, its caller knows */
	u32 work = NONE;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = capture_api_of(run->program, r);
		bool is_work = r->op == ROW_LAUNCH || is_run_on_stream(run, b, r);
		work = row < wait && is_work ? row : work;
		is.has_reader = is.has_reader || writes_for_host(run, b, r) || (row < wait && is_object_on_stream(run, b, r));
		/* More work after a wait, or memory that is read: the host may have decided by what it waited for, in memory that both see. */
		is.has_reader = is.has_reader || (row > wait && (is_work || reads_memory(b, r) || goes_on(run, r)) && body_reaches(b, wait, row));
		is.has_reader = is.has_reader || (!api && r->op == ROW_CALL && sounds_like_reading(body_row_name(run->program, r)));
		if (!api)
			continue;
		bool is_copy = api->does == DOES_COPY || api->does == DOES_COPY_ASYNC;
		if (row < wait) {
			/* What a local variable holds is on its way: it need not wait if it is no local. */
			work = api->does == DOES_LAUNCH || (is_copy && comes_from_host(run, b, r, api) && is_local_source(run, b, row, api)) ? row : work;
			is.has_reader = is.has_reader || (is_copy && !goes_to_device(run, b, r, api)) || api->does == DOES_HOST_FUNC;
			continue;
		}
		/* A temporary given back, a timer read, the next use of what was waited for. */
		is.has_reader = is.has_reader || api->does == DOES_FREE || api->does == DOES_UNPIN || api->does == DOES_EVENT_DESTROY ||
		                api->does == DOES_STREAM_DESTROY || (is_copy && !goes_to_device(run, b, r, api)) ||
		                str_has(body_row_name(run->program, r), "ElapsedTime");
	}
	is.has_work = work != NONE;
	is.has_reader = is.has_reader || (work != NONE && is_asked_for(run, b, work, wait));
	return is;
}

/* The wait stands inside of a library's algorithm, where its caller does not see it: it has not kept captures away from what it doesn't know. */
static bool is_hidden(const struct hazard *h)
{
	return h->kind == HAZARD_WAIT && h->api && (h->api->does == DOES_LAUNCH || (h->api->does == DOES_COPY && str_starts(h->api->name, "Device")));
}

/* A helper of the program: its callers are seen, and none calls it where a capture may be open. What only hands on to it is no caller. */
static bool is_kept_away(const struct rule_run *run, fn_id fn)
{
	const struct capture *c = run->capture;
	const u32 *calls;
	u32 n = program_is_bound(run->program, fn) ? 0 : capture_callers(c, fn, &calls), others = 0;
	for (u32 i = 0; i < n; i++) {
		const struct caller *caller = &c->callers->list.at[calls[i]];
		u32 at = c->of[caller->fn];
		if (run->program->functions[caller->fn].name == run->program->functions[fn].name)
			continue;
		if (at != NONE && capture_has(&c->reached.at[at], caller->row))
			return false;
		others++;
	}
	return others > 0;
}

/* Asks for a property of the stream that the caller gives: refused in every mode, so whoever captures that stream meets it. */
static bool asks_given_stream(const struct rule_run *run, const struct reached *r, u32 row, const struct hazard *h)
{
	if (h->kind != HAZARD_REFUSED || !h->is_always || !h->is_measured || !h->api || h->api->does != DOES_NOTHING || h->api->at[CAPTURE_STREAM] < 0)
		return false;
	const struct body_row *call = &r->body->rows[row];
	u32 at = (u32)(u8)h->api->at[CAPTURE_STREAM];
	u32 cell = at < call->arg_count ? r->body->args[call->first_arg + at] : NONE;
	return stream_of(run->capture, capture_values(run->capture, r->body), row, cell).kind == STREAM_GIVEN && !is_kept_away(run, r->fn);
}

/* set_stream(handle, stream): whoever works with the handle on a stream that is captured tells it that one first, in the capture. A query there
 * is meant to see whether the stream is valid. */
static bool queries_stream_to_set(const struct rule_run *run, const struct reached *r, u32 row, const struct hazard *h)
{
	static const char *const sets[] = {"set_stream", "setStream", "SetStream", "set_cuda_stream", "setCudaStream"};
	const struct fn *fn = &run->program->functions[r->fn];
	const struct body_row *call = &r->body->rows[row];
	u32 cell = h->kind == HAZARD_QUERY && h->api ? row_argument(r->body, call, h->api->at[CAPTURE_STREAM]) : NONE;
	return cell != NONE && str_ends_any(unit_text(fn->unit, fn->f->name), sets, COUNT(sets)) &&
	       stream_of(run->capture, capture_values(run->capture, r->body), row, cell).kind == STREAM_GIVEN;
}

/* The function enqueues something as well. One that only asks whether the stream blocks, and answers its caller, is asked when the stream is
 * made or registered; which device it is on is asked at each step. */
static bool works_too(const struct rule_run *run, const struct reached *r)
{
	for (u32 row = 0; row < r->body->n; row++) {
		struct stream_use use;
		if (stream_use_at(run->capture, capture_values(run->capture, r->body), row, &use) || is_run_on_stream(run, r->body, &r->body->rows[row]))
			return true;
	}
	return false;
}

/* Python: each layer of a model waits, always, for what could be asked once before the first. */
static bool is_in_each_layer(const struct rule_run *run, u32 at, u32 row, const struct hazard *h)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	return h->op && h->kind == HAZARD_WAIT && stands_before(capture_dominators(c, r->body, false), row, r->body->exit) && !is_debug_only(c, r->body, row) &&
	       runs_in_each_layer(c, at);
}

enum { CHAIN = 8 }; /* calls that a value is followed through */

/* `metrics["loss"] = loss.detach().mean().item()`: what is trained is logged there, and whoever captures a forward for its steps without training never comes to it. */
static bool reads_loss(const struct rule_run *run, const struct body *b, u32 row)
{
	u32 cell = b->rows[row].a;
	for (u32 i = 0; i < CHAIN && cell != NONE; i++) {
		if (str_has(body_cell_name(run->program, b, cell), "loss"))
			return true;
		struct value v = value_of(capture_values(run->capture, b), row, cell);
		if (v.kind != VALUE_RESULT || !(b->rows[v.row].flags & RF_MEMBER))
			return false;
		row = v.row;
		cell = b->rows[row].a;
	}
	return false;
}

static enum severity grade(const struct rule_run *run, u32 at, u32 row, const struct hazard *h, bool *is_needless)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct site site = site_in(run->program, r->body, row);
	if (h->op && !is_debug_only(c, r->body, row) && (capture_is_sure_in_forward(c, at, row) || (capture_is_by_convention(c, at, row) && !reads_loss(run, r->body, row))))
		return SEVERITY_WARNING;
	if (is_in_each_layer(run, at, row, h))
		return SEVERITY_WARNING;
	if (c->regions.at[r->region].grade != GRADE_PROFILE) {
		enum certainty sure = is_debug_only(c, r->body, row) ? CERTAIN_RARELY : capture_certainty(c, at, row);
		/* Few conditions near the capture may be met; far from it, or in what a test captures, the program that works has met none. */
		bool is_test = program_is_test(run->program, c->regions.at[r->region].fn);
		bool is_far = sure < CERTAIN_SOMETIMES || r->depth > NEAR;
		bool is_unseen = is_hidden(h) && sure != CERTAIN_BY_NAME && (r->depth || sure != CERTAIN_RARELY);
		if ((sure < CERTAIN_ALWAYS && is_test) || (sure < CERTAIN_USUALLY && is_far && !is_unseen))
			return SEVERITY_NOTE;
		return sure == CERTAIN_ALWAYS && reached_is_code(c, r) && !h->is_likely ? SEVERITY_ERROR : SEVERITY_WARNING;
	}
	if (asks_given_stream(run, r, row, h) && capture_certainty(c, at, row) == CERTAIN_ALWAYS && (works_too(run, r) || !str_ends(h->api->name, "GetFlags")) && site.fn == site.use_fn && !capture_is_life_cycle(c, at) && !is_debug_only(c, r->body, row))
		return SEVERITY_WARNING;
	if (queries_stream_to_set(run, r, row, h) && !is_debug_only(c, r->body, row))
		return SEVERITY_WARNING;
	/* In Python an operation that waits stalls the host next to the graph; whether it stands inside is its runner's choice. Who uses Thrust
	 * with a policy that waits, as most do, has not had captures in mind. */
	bool is_thrust = h->api && h->api->does == DOES_LAUNCH;
	if (h->op || is_thrust || h->kind == HAZARD_QUERY || h->kind == HAZARD_REFUSED || site.fn != site.use_fn || capture_is_life_cycle(c, at) || is_debug_only(c, r->body, row))
		return SEVERITY_NOTE;
	/* Who waits for all of the device, or adds a callback, is at work beside captures; so is what lies deeper. */
	if (!h->api || h->api->does != DOES_SYNC_STREAM || r->depth > NEAR)
		return SEVERITY_NOTE;
	struct purpose purpose = purpose_of(run, r->body, row);
	*is_needless = purpose.has_work && !purpose.has_reader;
	/* Where waiting is the rule, here or around, nobody has captures in mind. */
	bool is_usual = capture_habits(c)->waits_as_rule || capture_callers_wait(c, r->fn);
	/* What takes memory at each call is captured by nobody, with the wait or without. */
	struct unfit unfit;
	is_usual |= capture_is_unfit(c, at, row, &unfit) && !unfit.waits;
	return *is_needless && !is_usual && !capture_is_doubtful(c, r) && !capture_takes_host(c, at, HOST_READS) ? SEVERITY_WARNING : SEVERITY_NOTE;
}

static const char *what(u8 kind)
{
	switch ((enum hazard_kind)kind) {
	case HAZARD_WAIT:
		return "waits";
	case HAZARD_QUERY:
		return "asks whether the device is done";
	case HAZARD_CALLBACK:
		return "adds a callback, which can't be captured (cudaLaunchHostFunc can),";
	default:
		return "is called";
	}
}

static void report(struct rule_run *run, u32 at, u32 row, const struct hazard *h, enum severity severity, bool is_needless)
{
	const struct reached *r = &run->capture->reached.at[at];
	struct arena *a = run->findings->arena;
	struct site site = site_in(run->program, r->body, row);
	bool is_layers = !is_needless && severity == SEVERITY_WARNING && is_in_each_layer(run, at, row, h);
	const char *why = is_needless ? ", though nothing on the host needs the result" : is_layers ? ", at each layer" : "";
	const char *code = h->code.n ? arena_format(a, " with %.*s", (int)h->code.n, h->code.p) : "";
	if (!capture_has(r, row)) {
		const char *costs = run->capture->regions.at[r->region].is_beside ? "it stalls the host at each step" : "captures are kept away from it, and it stalls the host at every eager step";
		struct finding *stall = rule_report(run, SEVERITY_NOTE, &site, arena_format(a, "'%.*s' waits %s: %s", (int)h->name.n, h->name.p, rule_capture(run, at), costs));
		finding_param(run->findings, stall, "call", h->name);
		return;
	}
	/* Whether the layers are captured is a guess; that they wait is none. */
	const char *outcome = is_layers ? "as many waits a step as there are layers, where one before the first would do, and no capture can hold them"
	                                : arena_format(a, "a capture refuses it%s and is broken", code);
	struct finding *f = rule_report(run, severity, &site,
	                                arena_format(a, "'%.*s' %s %s%s: %s", (int)h->name.n, h->name.p, what(h->kind), rule_capture(run, at), why, outcome));
	rule_way(run, f, at);
	rule_step(run, f, &site, "here");
	finding_param(run->findings, f, "call", h->name);
}

void rule_sync_in_capture(struct rule_run *run)
{
	const struct capture *c = run->capture;
	u32 *seen = arena_array(run->findings->arena, u32, run->program->function_count + 1);
	for (u32 at = 0; at < c->reached.n; at++) {
		const struct reached *r = &c->reached.at[at];
		for (u32 row = 0; row < r->body->n && run->shows[r->fn]; row++) {
			/* A wait that a capture is kept away from still stalls each eager step. */
			bool is_stall = !capture_has(r, row) && r->state[row] && c->regions.at[r->region].grade == GRADE_PROFILE;
			if (!capture_has(r, row) && !is_stall)
				continue;
			struct hazard h = hazard_at(c, r, row);
			struct str held;
			bool is_needless = false;
			if (is_stall ? !stalls(&h, c->regions.at[r->region].is_beside) : !is_ours(h.kind))
				continue;
			/* Whoever replays a graph is not what somebody captures. */
			bool replays = (h.op && h.op->role == TORCH_GRAPH) || (h.api && h.api->does == DOES_GRAPH_LAUNCH);
			if (replays && c->regions.at[r->region].grade == GRADE_PROFILE)
				continue;
			/* frozen-rng speaks of generators */
			if (h.op && h.op->traits & TRAIT_RNG)
				continue;
			/* first-use-in-capture speaks of it */
			if (is_first_use_on_way(c, at, row, &held))
				continue;
			enum severity severity = grade(run, at, row, &h, &is_needless);
			struct site site = site_in(run->program, r->body, row);
			report(run, at, row, &h, rule_thin(run, seen, &site, severity), is_needless);
		}
	}
}
