/* Functions that launch on no stream, where others of the file or the library work on one that they are lent. */
#include "capture/legacy_local.h"

#include "capture/buffer.h"
#include "capture/habit.h"
#include "graph/unused.h"

/* Something that makes, clears or asks, once. */
static bool is_called_once(struct str name)
{
	return sounds_like_life_cycle(name) || str_starts(name, "get") || str_starts(name, "query") || str_has(name, "lear");
}

/* Allocates device memory and copies to it at once, or to a symbol: what it makes ready is there before the first step. */
static bool makes_and_fills(const struct capture *c, const struct body *b)
{
	bool allocates = false, copies = false;
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		allocates |= api && api->does == DOES_ALLOC;
		copies |= api && api->does == DOES_COPY && (str_has(api->name, "ToSymbol") || str_ends(copy_direction(c->program, b, &b->rows[row], api), "HostToDevice"));
	}
	return allocates && copies;
}

enum { CALLERS_UP = 3 };

/* All that are seen to call it make something ready: weights that are transposed when they have been read. */
static bool is_called_by_set_up(const struct capture *c, fn_id fn, u32 depth)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls), counted = 0;
	for (u32 i = 0; i < n; i++) {
		fn_id caller = c->callers->list.at[calls[i]].fn;
		const struct fn *f = &c->program->functions[caller];
		struct str name = fn_name(f);
		if (caller == fn)
			continue;
		bool is_set_up = f->f->flags & NF_CTOR || is_called_once(unit_text(f->unit, f->f->name)) || str_has(name, "Weight") || str_has(name, "weight") ||
		                 str_starts(last_component(name), "set_up") || makes_and_fills(c, capture_body(c, caller));
		if (!is_set_up && (depth >= CALLERS_UP || !is_called_by_set_up(c, caller, depth + 1)))
			return false;
		counted++;
	}
	return counted > 0;
}

/* All that are seen to call it do so where nobody captures: behind a question for captures, or where there is no stream. */
static bool is_kept_from_captures(const struct capture *c, fn_id fn)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls);
	for (u32 i = 0; i < n; i++) {
		const struct caller *from = &c->callers->list.at[calls[i]];
		if (capture_may_be_open(c, capture_body(c, from->fn), from->row))
			return false;
	}
	return n > 0;
}

/* Functions of a library that work on the stream that they are lent, against each that launches on none, from which on the latter is a slip;
 * and how many they must be to show a habit. */
enum { HABIT_RATIO = 5, HABIT = 10 };

/* Nearly all of the library's functions work on streams that they are lent. */
static bool lends_everywhere(const struct capture *c)
{
	const struct habits *h = capture_habits(c);
	u32 lent = 0, without = 0;
	for (u32 file = 0; file < c->program->file_count; file++) {
		lent += h->lent[file];
		without += h->without[file];
	}
	return lent >= HABIT && lent >= HABIT_RATIO * without;
}

/* It makes memory of its own, so it makes something ready. */
static bool allocates(const struct capture *c, const struct body *b)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct capture_api *api = capture_api_at(c, b, row);
		struct str name = b->rows[row].op == ROW_CALL ? body_row_name(c->program, &b->rows[row]) : S("");
		if ((api && (api->does == DOES_ALLOC || api->does == DOES_ALLOC_ASYNC)) || str_has(name, "lloc"))
			return true;
	}
	return false;
}

bool legacy_is_of_programs(const struct capture *c, fn_id fn)
{
	const u32 *calls;
	u32 n = capture_callers(c, fn, &calls);
	for (u32 i = 0; i < n; i++) {
		u32 file = c->program->functions[c->callers->list.at[calls[i]].fn].file;
		if (!c->has_main[file] && !c->program->files[file].is_test)
			return false;
	}
	return n > 0;
}

void legacy_by_habit(const struct capture *c, struct arena *a, use_list *out)
{
	const struct program *p = c->program;
	const struct habits *h = capture_habits(c);
	bool is_habit = lends_everywhere(c);
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		const struct work *w = &h->works[f];
		if (c->of[f] != NONE || w->has_stream || w->names_legacy || w->waits || is_called_once(unit_text(fn->unit, fn->f->name)) || program_is_unused(c->program, f))
			continue;
		if (w->operator_run != NONE)
			legacy_add(a, out, LEGACY_OPERATOR, f, w->operator_run);
		else if (w->launch != NONE && h->names_streams && !stream_is_taken(fn) && h->lent[fn->file] && h->lent[fn->file] >= h->without[fn->file] && !is_called_by_set_up(c, f, 0) &&
		         !is_kept_from_captures(c, f))
			legacy_add(a, out, LEGACY_NEIGHBOUR, f, w->launch);
		else if (is_habit && w->launch != NONE && !stream_is_taken(fn) && !h->lent[fn->file] && !is_called_by_set_up(c, f, 0) && !legacy_is_of_programs(c, f) &&
		         !allocates(c, &c->slot->bodies[f]))
			legacy_add(a, out, LEGACY_LIBRARY, f, w->launch);
	}
}
