#include "capture/host_part.h"

#include "capture/hazard.h"
#include "capture/local.h"
#include "capture/stream.h"
#include "capture/tensor.h"
#include "capture/words.h"
#include "graph/values.h"

enum {
	BELOW = 3,  /* calls down */
	ABOVE = 3,  /* calls up */
	CHOICES = 2 /* functions that a call may run */
};

bool counts_for_host(const struct capture *c, const struct body_row *r)
{
	const struct capture_api *api = r->op == ROW_CALL ? capture_api_of(c->program, r) : NULL;
	return api && (api->answers && (r->dst != NONE || api->does == DOES_LIBRARY));
}

bool measures_time(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL)
			continue;
		struct str name = body_row_name(c->program, r), type = r->flags & RF_MEMBER && r->a != NONE ? intern_get(&c->program->names, b->cells[r->a].type) : S("");
		bool is_clock = str_has(type, "Timer") || str_has(type, "timer") || str_has(type, "Clock");
		bool is_read = str_has(name, "seconds") || str_has(name, "millis") || str_has(name, "elapsed") || str_has(name, "Elapsed");
		if (str_ends(name, "ElapsedTime") || (is_clock && is_read))
			return true;
	}
	return false;
}

static bool is_device_vector(const struct capture *c, const struct body *b, u32 cell)
{
	return cell != NONE && str_ends(intern_get(&c->program->names, b->cells[cell].type), "device_vector");
}

/* total = counts[n], of a vector on the device: each element that the host reads is a copy that it waits for. */
static bool reads_element(const struct capture *c, const struct body *b, const struct body_row *r)
{
	u32 read[] = {r->a, r->b};
	for (u32 i = 0; i < COUNT(read) && r->op != ROW_CALL && r->op != ROW_LAUNCH && !(r->op == ROW_UNARY && r->sub == OP_ADDR); i++)
		if (read[i] != NONE && b->cells[read[i]].is_element && is_device_vector(c, b, b->cells[read[i]].parent))
			return true;
	return false;
}

/* device_vector<T> d(h.begin(), h.end()): a copy of what the host has, which it waits for. */
static bool uploads_vector(const struct capture *c, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (!(r->flags & RF_CONSTRUCT) || r->arg_count != 2 || !str_ends(body_row_name(c->program, r), "device_vector"))
		return false;
	struct value from = value_of(capture_values(c, b), row, b->args[r->first_arg]);
	const struct body_row *made = from.kind == VALUE_RESULT ? &b->rows[from.row] : NULL;
	return made && made->flags & RF_MEMBER && str_ends(body_row_name(c->program, made), "begin") && !is_device_vector(c, b, made->a);
}

static bool is_part(const struct capture *c, const struct body *b, u32 row, enum host_part part)
{
	const struct body_row *r = &b->rows[row];
	if (reads_element(c, b, r))
		return true;
	if (r->op != ROW_CALL)
		return false;
	if (part == HOST_WAITS && uploads_vector(c, b, row))
		return true;
	if (native_op_waits(c, r) || counts_for_host(c, r))
		return true;
	const struct capture_api *api = capture_api_at(c, b, row);
	struct str name = api ? S("") : body_row_name(c->program, r);
	if (!api)
		return part == HOST_WAITS && !r->callee.n && says_wait(name);
	struct str direction = copy_direction(c->program, b, r, api);
	if ((api->does == DOES_COPY || api->does == DOES_COPY_ASYNC) && (str_ends(direction, "DeviceToHost") || str_has(api->name, "DtoH") || str_has(api->name, "FromSymbol")))
		return true;
	if (part == HOST_WAITS && api->does == DOES_LAUNCH && str_starts(api->name, "thrust::") && thrust_waits(c, capture_values(c, b), row, api))
		return true;
	return part == HOST_WAITS && (api_waits(api) || (api->does == DOES_COPY && !str_ends(direction, "DeviceToDevice")));
}

/* A capture comes to the row, as far as that is known, and the row runs at each call. */
static bool is_usual(const struct capture *c, const struct body *b, u32 row)
{
	u32 at = c->of[b->fn];
	struct str held;
	bool is_kept_out = at != NONE && c->reached.at[at].body == b && !capture_has(&c->reached.at[at], row);
	return !is_kept_out && !is_first_use(c, b, row, &held) && !is_debug_only(c, b, row);
}

/* Done once, at the beginning or the end, so no part of the step: what is called so, but for what reads an answer each time. */
static bool is_apart(struct str name)
{
	static const char *const answers[] = {"check", "Check", "sync", "Sync", "wait", "Wait", "download", "Download"};
	return sounds_like_life_cycle(name) && !str_has_any(last_component(name), answers, COUNT(answers));
}

/* In the function, or in what it calls. */
static bool is_below(const struct capture *c, fn_id fn, enum host_part part, u32 depth, struct arena *scratch, struct idmap *seen)
{
	const struct body *b = capture_body(c, fn);
	if (idmap_get(seen, fn) != NONE)
		return false;
	idmap_put(scratch, seen, fn, 1);
	for (u32 row = 0; row < b->n; row++)
		if (is_part(c, b, row, part) && is_usual(c, b, row))
			return true;
	for (u32 row = 0; row < b->n && depth < BELOW; row++) {
		const struct body_row *r = &b->rows[row];
		/* A method of an object whose class doesn't show is taken by its name: what it does keeps guesses low, and proves nothing. */
		bool is_by_name = r->flags & RF_MEMBER && r->callee.n == 1;
		bool is_known = r->op == ROW_CALL && r->callee.n && r->callee.n <= CHOICES && (r->callee.is_complete || is_by_name);
		for (u32 i = 0; is_known && i < r->callee.n; i++)
			if (!is_apart(fn_name(&c->program->functions[r->callee.at[i]])) && is_below(c, r->callee.at[i], part, depth + 1, scratch, seen) && is_usual(c, b, row))
				return true;
	}
	return false;
}

static bool takes_part(const struct capture *c, fn_id fn, enum host_part part)
{
	struct arena scratch = {0};
	struct idmap seen = {0};
	bool found = is_below(c, fn, part, 0, &scratch, &seen);
	arena_release(&scratch);
	return found;
}

/* Every caller that is seen, or every caller of it. */
static bool is_above(const struct capture *c, fn_id fn, enum host_part part, u32 depth)
{
	const struct program *p = c->program;
	const u32 *calls;
	u32 n = program_is_bound(p, fn) || depth >= ABOVE ? 0 : capture_callers(c, fn, &calls), counted = 0;
	for (u32 i = 0; i < n; i++) {
		fn_id caller = c->callers->list.at[calls[i]].fn;
		const struct fn *f = &p->functions[caller];
		if (caller == fn || p->files[f->file].is_test || f->f->flags & NF_CTOR || sounds_like_life_cycle(fn_name(f)))
			continue;
		if (!takes_part(c, caller, part) && !is_above(c, caller, part, depth + 1))
			return false;
		counted++;
	}
	return counted > 0;
}

/* Not as capture_waits() asks: a wait for an event or for a copy is a part of the work. */
static bool waits_for_work(const struct capture *c, fn_id fn)
{
	const struct body *b = capture_body(c, fn);
	for (u32 row = 0; row < b->n; row++)
		if (api_waits_for_work(capture_api_at(c, b, row)))
			return true;
	return false;
}

static bool callers_wait(const struct capture *c, fn_id fn, u32 depth)
{
	const u32 *calls;
	u32 n = program_is_bound(c->program, fn) || depth >= ABOVE ? 0 : capture_callers(c, fn, &calls), counted = 0;
	for (u32 i = 0; i < n; i++) {
		fn_id caller = c->callers->list.at[calls[i]].fn;
		if (caller == fn || c->program->files[c->program->functions[caller].file].is_test)
			continue;
		if (!waits_for_work(c, caller) && !callers_wait(c, caller, depth + 1))
			return false;
		counted++;
	}
	return counted > 0;
}

bool capture_callers_wait(const struct capture *c, fn_id fn) { return callers_wait(c, fn, 0); }

bool capture_takes_host(const struct capture *c, u32 reached, enum host_part part)
{
	u32 first = reached;
	for (u32 at = reached; at != NONE; at = c->reached.at[at].from) {
		if (takes_part(c, c->reached.at[at].fn, part))
			return true;
		first = at;
	}
	return is_above(c, c->reached.at[first].fn, part, 0);
}
