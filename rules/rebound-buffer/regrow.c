/* C and C++: a buffer that captured code frees and makes again where it is too small: the graphs made so far keep its address. */
#include "rebound.h"

/* Behind the free memory is made again: by a call of the runtime, or by one whose name says so. An object that only gives its memory back,
 * or takes that of another, does not grow. */
static bool is_made_again(const struct rule_run *run, const struct body *b, u32 freed_at)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || row == freed_at)
			continue;
		const struct capture_api *api = capture_api_of(run->program, r);
		struct str name = body_row_name(run->program, r);
		bool makes = api ? api->does == DOES_ALLOC || api->does == DOES_ALLOC_ASYNC || api->does == DOES_PIN : str_has(name, "lloc");
		if (makes && body_reaches(b, freed_at, row))
			return true;
	}
	return false;
}

/* Many conditions keep the captured code away from it: what only prefills uses, no graph of a decoder has met. */
static bool is_seldom(const struct capture *c, u32 at, u32 row)
{
	return reached_is_code(c, &c->reached.at[at]) && c->reached.at[at].depth && capture_certainty(c, at, row) == CERTAIN_RARELY;
}

/* A guess, and not likely: who waits for the stream on the way, or samples from what a graph has computed, works between replays. */
static bool is_beside_captures(const struct rule_run *run, u32 at, u32 row)
{
	const struct capture *c = run->capture;
	if (c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE)
		return false;
	static const char *const words[] = {"sampl", "Sampl"};
	for (u32 up = at; up != NONE; up = c->reached.at[up].from) {
		const struct fn *fn = &run->program->functions[c->reached.at[up].fn];
		if (capture_waits(c, c->reached.at[up].body) || str_has_any(fn_name(fn), words, COUNT(words)) || str_has_any(run->program->files[fn->file].path, words, COUNT(words)))
			return true;
	}
	struct unfit unfit;
	return capture_is_unfit(c, at, row, &unfit);
}

/* What the host holds is filled in this function: its size is set here. */
static bool is_filled_here(const struct rule_run *run, const struct body *b, u32 host)
{
	static const char *const fills[] = {"resize", "push_back", "emplace_back", "assign"};
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->a == host && str_is_any(body_row_name(run->program, r), fills, COUNT(fills)))
			return true;
	}
	return false;
}

/* A guess: the function fills a container of the host and uploads it into the buffer, each time anew. A replay would upload what the container holds
 * then, so whoever calls this has no graph of it. */
static bool is_uploaded_anew(const struct rule_run *run, u32 at, u32 buffer)
{
	const struct capture *c = run->capture;
	const struct body *b = c->reached.at[at].body;
	if (c->regions.at[c->reached.at[at].region].grade != GRADE_PROFILE)
		return false;
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = capture_api_of(run->program, r);
		if (!api || api->at[CAPTURE_TO] < 0 || api->at[CAPTURE_FROM] < 0 || (u32)(u8)api->at[CAPTURE_TO] >= r->arg_count || (u32)(u8)api->at[CAPTURE_FROM] >= r->arg_count)
			continue;
		u32 from = b->args[r->first_arg + (u8)api->at[CAPTURE_FROM]];
		if (b->args[r->first_arg + (u8)api->at[CAPTURE_TO]] != buffer || from == NONE || !str_ends(copy_direction(run->program, b, r, api), "HostToDevice"))
			continue;
		struct value v = value_of(capture_values(c, b), row, from);
		const struct body_row *data = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
		if (data && data->flags & RF_MEMBER && data->a != NONE && str_is(body_row_name(run->program, data), "data") && is_filled_here(run, b, data->a))
			return true;
	}
	return false;
}

void rebound_by_free(struct rule_run *run, u32 at)
{
	const struct capture *c = run->capture;
	const struct reached *r = &c->reached.at[at];
	struct arena *a = run->findings->arena;
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *call = &r->body->rows[row];
		if (!capture_has(r, row) || call->op != ROW_CALL)
			continue;
		const struct capture_api *api = capture_api_of(run->program, call);
		struct str held;
		if (!api || (api->does != DOES_FREE && api->does != DOES_FREE_ASYNC))
			continue;
		u32 freed = row_argument(r->body, call, api->at[CAPTURE_FROM]);
		if (freed == NONE || r->body->cells[freed].kind != CELL_OUTER || !is_first_use(c, r->body, row, &held) ||
		    !is_made_again(run, r->body, row))
			continue;
		struct site site = site_in(run->program, r->body, row);
		struct str name = body_cell_name(run->program, r->body, freed);
		struct finding *f = rule_report(run, capture_is_life_cycle(c, at) || is_beside_captures(run, at, row) || is_uploaded_anew(run, at, freed) || is_seldom(c, at, row) ? SEVERITY_NOTE : SEVERITY_WARNING, &site,
		                                arena_format(a, "'%.*s' is freed to grow %s: graphs that were captured before keep its address and read freed memory at their next replay",
		                                             (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		finding_param(run->findings, f, "buffer", name);
	}
}
