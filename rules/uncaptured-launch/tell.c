/* How grave a launch past the capture is, and what a reader is told of it. */
#include "uncaptured.h"

enum { NEAR = 1 }; /* calls below the capture */

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

/* Both outcomes are measured: capture-legality-cuda13.0-h200, "legacy stream". */
static const char *outcome(struct surroundings *p, const struct stream_use *use)
{
	bool orders = use->api && (use->api->does == DOES_RECORD || use->api->does == DOES_WAIT);
	const char *missed = orders ? "it orders nothing of the graph" : "it runs at once and is missing in every replay";
	const char *refused = "it is refused (cudaErrorStreamCaptureImplicit) and the capture is lost";
	struct arena *a = p->run->findings->arena;
	switch (blocking_of_region(p->run->capture, &p->run->capture->regions.at[p->r->region])) {
	case BLOCKING:
		return arena_format(a, "The capturing stream is a blocking one, so %s", refused);
	case NON_BLOCKING:
		return arena_format(a, "The capturing stream is non-blocking, so %s", missed);
	case BLOCKING_UNKNOWN:
		break;
	}
	return arena_format(a, "Beside a capture on a non-blocking stream %s; beside one on a blocking stream %s", missed, refused);
}

static bool is_weak(const struct surroundings *p) { return p->run->capture->regions.at[p->r->region].is_weak; }

/* What is said of streams but the legacy one. */
static const struct {
	const char *stream, *why, *follows;
} others[] = {
	[PAST_UNORDERED] = {"a stream of its own", ": no event orders it with the captured one", "It runs at once and is missing in every replay"},
	[PAST_LONE] = {"a stream of its own", ": nothing in the program orders it with another", "It runs at once and is missing in every replay"},
	[PAST_STATIC] = {"a stream kept in a static variable", "", "At a later call that is not the stream that captures: it runs at once and is missing in every replay"},
};

/* `stream_of_library s(stream);`: the stream at hand is the caller's, in a class of the program's own. */
static bool is_hand_given(struct surroundings *p)
{
	const struct body *b = p->r->body;
	for (u32 cell = 0; cell < b->cell_count; cell++) {
		const struct cell *at = &b->cells[cell];
		if (at->kind == CELL_LOCAL && at->parent == NONE && at->param == NONE && at->first_write != NONE && str_eq(body_cell_name(p->run->program, b, cell), p->stream_at_hand))
			return stream_of(p->run->capture, &p->values, at->first_write + 1, cell).kind == STREAM_GIVEN;
	}
	return false;
}

/* A stream is at hand, and the call is given none. */
static bool leaves_other(struct surroundings *p, const struct stream_use *use)
{
	bool is_in_order = p->run->capture->regions.at[p->r->region].is_in_order;
	return p->stream_at_hand.n && use->is_omitted && !is_in_order && (!is_weak(p) || uncaptured_is_given_stream(p) || is_hand_given(p));
}

/* In captured code: how sure it is that the capture comes to this. */
static bool is_doubtful(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	/* Where no stream is at hand a blocking copy is no slip, and what a condition keeps away from the capture is not refused. */
	bool is_plain_copy = uncaptured_is_copy(use) && !p->stream_at_hand.n;
	enum certainty sure = is_plain_copy ? capture_certainty(p->run->capture, p->reached, row) : CERTAIN_ALWAYS;
	return p->r->by_name || p->run->capture->regions.at[p->r->region].is_open_ended || sure < CERTAIN_SOMETIMES ||
	       (sure < CERTAIN_USUALLY && p->r->depth > NEAR);
}

/* int size = nms(batch, nullptr, nullptr, nullptr, 0, nullptr): what is given nothing says how much it needs. */
static bool is_size_query(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	enum { NOTHING = 3 }; /* arguments, the stream among them */
	const struct body *b = p->r->body;
	const struct body_row *r = &b->rows[row];
	u32 zeros = 0;
	for (u32 i = 0; !use->api && r->op == ROW_CALL && r->dst != NONE && i < r->arg_count; i++)
		zeros += b->cells[b->args[r->first_arg + i]].kind == CELL_ZERO;
	return zeros >= NOTHING;
}

/* A copy that the host waits for, into memory that this function has just taken: no work was there before it, and what comes after it finds it done. */
static bool fills_new_memory(const struct surroundings *p, u32 row)
{
	static const char *const copies[] = {"cudaMemcpy", "cudaMemcpy2D", "hipMemcpy", "hipMemcpy2D"};
	const struct body *b = p->r->body;
	const struct body_row *r = &b->rows[row];
	if (r->op != ROW_CALL || !r->arg_count || !str_is_any(body_row_name(p->run->program, r), copies, COUNT(copies)))
		return false;
	u32 to = b->args[r->first_arg];
	for (u32 i = 0; i < row; i++) {
		const struct body_row *taken = &b->rows[i];
		u32 out = taken->op == ROW_CALL && taken->callee.call && taken->callee.call->role == ROLE_ALLOC && taken->arg_count ? b->args[taken->first_arg] : NONE;
		if (out != NONE && b->cells[out].address_of == to)
			return true;
	}
	return false;
}

/* make_tensor(shape, MEMORY_HOST): a function that is told to work on the host has no stream to be given. */
static bool is_told_host(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	static const char *const words[] = {"HOST", "Host", "CPU"};
	const struct body *b = p->r->body;
	const struct body_row *r = &b->rows[row];
	for (u32 i = 0; !use->api && r->op == ROW_CALL && i < r->arg_count; i++) {
		const struct cell *arg = &b->cells[b->args[r->first_arg + i]];
		if (arg->kind == CELL_NONZERO && str_has_any(body_cell_name(p->run->program, b, b->args[r->first_arg + i]), words, COUNT(words)))
			return true;
	}
	return false;
}

/* cudaMemset and cudaMemsetAsync. */
static struct str without_async(struct str name)
{
	return str_ends(name, "Async") ? (struct str){name.p, name.n - 5} : name;
}

/* The like, in the arm that begins at `to`, on a stream. */
static bool has_like_on_stream(struct surroundings *p, const struct dominators *d, u32 alt, u32 to, u32 row)
{
	const struct rule_run *run = p->run;
	const struct body *b = p->r->body;
	struct str name = without_async(last_component(body_row_name(run->program, &b->rows[row])));
	for (u32 i = 0; i < b->n; i++) {
		struct stream_use use;
		if (b->rows[i].op == b->rows[row].op && edge_stands_before(d, alt, to, i) && stream_use_at(run->capture, &p->values, i, &use) && !use.is_omitted &&
		    stream_of_use(run->capture, &p->values, i, &use).kind != STREAM_LEGACY &&
		    str_eq(without_async(last_component(body_row_name(run->program, &b->rows[i]))), name))
			return true;
	}
	return false;
}

/* `#ifdef WITH_STREAMS f<<<1, 32, 0, stream>>>(); #else f<<<1, 32>>>(); #endif`: the build has chosen to do without streams, here and all over. */
static bool is_build_without_streams(struct surroundings *p, u32 row)
{
	const struct body *b = p->r->body;
	const struct dominators *d = capture_dominators(p->run->capture, b, true);
	for (u32 alt = 0; alt < b->n; alt++) {
		const struct body_row *r = &b->rows[alt];
		if (r->row->op != ROW_ALT || r->target == NONE || r->other == NONE)
			continue;
		bool is_first = edge_stands_before(d, alt, r->target, row), is_second = edge_stands_before(d, alt, r->other, row);
		if (is_first != is_second && has_like_on_stream(p, d, alt, is_first ? r->other : r->target, row))
			return true;
	}
	return false;
}

/* In a library: reasons for which a warning is none. `is_kept_away`: it needs the host on the way, so nobody captures it. */
static bool is_harmless(struct surroundings *p, u32 row, const struct stream_use *use, enum past past, bool is_kept_away)
{
	const struct rule_run *run = p->run;
	struct str hand = p->stream_at_hand;
	struct unfit unfit;
	if ((is_kept_away && measures_time(run->capture, p->r->body)) || is_told_host(p, row, use) || is_size_query(p, row, use) || is_build_without_streams(p, row))
		return true;
	if (is_kept_away && fills_new_memory(p, row))
		return true;
	/* fill(list, tensors), of a function that copies at once where it is given no stream: that is another way to call it. */
	if (uncaptured_without(p, row, use) == WITHOUT_ARM)
		return true;
	if (use->is_omitted && hand.n && class_stream_blocks(run->capture, &run->program->functions[p->r->fn], hand))
		return true;
	/* All streams that there are block, and a capture is out of the question: a copy or fill is neither missed nor out of order; a kernel that goes past its
	 * stream is a slip all the same. A framework's users bring other streams, but not into what an object or a function has made itself. */
	bool is_others = uncaptured_is_given_stream(p) && run->capture->is_expected;
	if (uncaptured_is_copy(use) && (is_kept_away || !run->capture->is_expected) && !is_others && capture_streams_block(run->capture))
		return true;
	/* `stream = 0;` before it: the function has chosen. */
	if (use->cell != NONE && p->r->body->cells[use->cell].param != NONE && p->r->body->cells[use->cell].first_write != NONE)
		return true;
	/* That a stream is kept matters to captures alone. */
	if (past == PAST_STATIC && capture_is_unfit(run->capture, p->reached, row, &unfit))
		return true;
	return is_kept_away && hand.n && own_stream_blocks(run->capture, p->r->body, hand);
}

/* A kernel on a framework's tensors in a function that reads one of them on the host: what the framework does for it, that read too, is on its current
 * stream, whether somebody captures that or not. Who waits by other means, or for all of the device, has chosen the legacy stream. */
static bool is_beside_framework(struct surroundings *p, u32 row, const struct stream_use *use, const struct unfit *unfit)
{
	static const char *const reads[] = {"item", "cpu", "nonzero"};
	const struct body_row *r = &p->r->body->rows[row];
	if (!unfit || !str_is_any(last_component(unfit->by), reads, COUNT(reads)))
		return false;
	return r->op == ROW_LAUNCH && r->arg_count > LAUNCH_CONFIGURATION && use->is_omitted && !is_weak(p) && str_has(p->run->capture->regions.at[p->r->region].why, "takes tensors");
}

/* What is copied to be printed is printed by nobody who captures. */
static bool is_for_debugging(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	return uncaptured_is_copy(use) && is_below_debug_switch(p->run->capture, p->r->body, row);
}

static enum severity severity_of(struct surroundings *p, u32 row, const struct stream_use *use, enum past past, const struct unfit *unfit)
{
	bool is_kept_away = unfit != NULL;
	if (reached_is_code(p->run->capture, p->r)) {
		/* What many conditions keep away from the capture is past its function's stream all the same. */
		enum certainty sure = uncaptured_is_copy(use) ? capture_certainty(p->run->capture, p->reached, row) : CERTAIN_ALWAYS;
		bool is_seldom = sure < CERTAIN_SOMETIMES && p->r->depth > NEAR && !uncaptured_is_given_stream(p);
		return is_doubtful(p, row, use) || is_seldom || is_for_debugging(p, row, use) ? SEVERITY_NOTE : sure < CERTAIN_USUALLY ? SEVERITY_WARNING : SEVERITY_ERROR;
	}
	bool is_slight = is_for_debugging(p, row, use) || ((is_kept_away || is_weak(p)) && !leaves_other(p, use) && !is_beside_framework(p, row, use, unfit));
	return is_slight || is_harmless(p, row, use, past, is_kept_away) ? SEVERITY_NOTE : SEVERITY_WARNING;
}

/* The host waits for what it copies, and works with that. */
static bool is_read_back(const struct surroundings *p, u32 row, const struct stream_use *use)
{
	bool is_from_device = uncaptured_is_copy(use) && (str_ends(copy_direction(p->run->program, p->r->body, &p->r->body->rows[row], use->api), "DeviceToHost") ||
	                                                  str_has(use->api->name, "FromSymbol") || str_has(use->api->name, "DtoH"));
	return is_from_device && !str_has(use->api->name, "Async");
}

/* `unfit`: what keeps captures away; NULL if nothing does. */
static const char *sentence(struct surroundings *p, u32 row, const struct stream_use *use, const struct stream *s, enum past past, const struct unfit *unfit)
{
	struct arena *a = p->run->findings->arena;
	struct str hand = p->stream_at_hand;
	bool is_code = reached_is_code(p->run->capture, p->r), is_legacy = past == PAST_LEGACY;
	const char *stream = is_legacy ? "the legacy stream" : others[past].stream, *done = what_is_done(p, row, use);
	if (!is_code && hand.n && use->api && uncaptured_purpose(p, row, use->api) == PURPOSE_TIME)
		return arena_format(a, "%s goes to %s, although '%.*s' is at hand: the time that it takes is not that of the work there", done, stream, (int)hand.n, hand.p);
	if (!is_code && is_legacy && is_read_back(p, row, use) && leaves_other(p, use))
		return arena_format(a, "%s goes to %s, although '%.*s' is at hand: if that is a non-blocking one, the copy does not wait for the work there, and the host may read what was "
		                    "there before", done, stream, (int)hand.n, hand.p);
	if (unfit && leaves_other(p, use))
		return arena_format(a, "%s goes to %s, although '%.*s' is at hand: if that is a non-blocking one, nothing orders it with the work there. Captures are refused "
		                    "%s, at '%.*s'", done, stream, (int)hand.n, hand.p, unfit->is_before ? "before it comes to this" : "behind it", (int)unfit->by.n, unfit->by.p);
	if (is_beside_framework(p, row, use, unfit))
		return arena_format(a, "%s goes to %s, and the work of the tensors' framework to its current stream: if that is another one, nothing orders the two. Captures are "
		                    "refused %s, at '%.*s'", done, stream, unfit->is_before ? "before it comes to this" : "behind it", (int)unfit->by.n, unfit->by.p);
	return arena_format(a, "%s goes to %s, %s%s. %s", done, stream, rule_capture(p->run, p->reached), is_legacy ? how(p, use, s) : others[past].why,
	                    is_legacy ? outcome(p, use) : others[past].follows);
}

void uncaptured_report(struct surroundings *p, u32 row, const struct stream_use *use, const struct stream *s, enum past past)
{
	const struct rule_run *run = p->run;
	struct site site = site_in(run->program, p->r->body, row);
	/* A stream that a macro's text leaves out is missing there, not at the macro's uses. */
	if (use->is_omitted)
		site = rule_written(&site);
	/* In a library nobody captures what needs the host on the way; beside another stream it is out of order all the same. */
	struct unfit unfit;
	bool is_code = reached_is_code(run->capture, p->r);
	bool is_kept_away = !is_code && past == PAST_LEGACY && capture_is_unfit(run->capture, p->reached, row, &unfit);
	/* What was waited for is in order with a synchronous copy. */
	if (is_kept_away && unfit.is_before && unfit.waits && uncaptured_is_copy(use))
		return;
	enum severity severity = rule_thin(run, p->seen, &site, severity_of(p, row, use, past, is_kept_away ? &unfit : NULL));
	struct finding *f = rule_report(run, severity, &site, sentence(p, row, use, s, past, is_kept_away ? &unfit : NULL));
	/* Functions take their stream last: its place is the last line of the call. */
	const struct unit *u = run->program->functions[site.use_fn].unit;
	u32 first = 0, last = 0, column;
	unit_position(u, f->span.begin, &first, &column);
	unit_position(u, f->span.end, &last, &column);
	if (!use->api && last > first)
		f->span.begin = u->lines[last - 1];
	rule_way(run, f, p->reached);
	finding_param(run->findings, f, "call", use->api && p->r->body->rows[row].op == ROW_CALL ? use->api->name : S("the kernel launch"));
	finding_param(run->findings, f, "form", past == PAST_LEGACY ? S("legacy") : S("other"));
}
