#include "capture/habit.h"

#include "capture/lifetime.h"
#include "capture/local.h"
#include "capture/stream.h"

bool capture_is_library(const struct capture *c, fn_id f)
{
	const struct fn *fn = &c->program->functions[f];
	const struct source *s = &c->program->files[fn->file];
	bool is_host = (fn->f->kind == FN_FUNCTION || fn->f->kind == FN_METHOD) && !(fn->f->flags & (NF_GLOBAL | NF_DEVICE | NF_CTOR | NF_DTOR));
	return is_host && !s->is_test && !s->is_vendored && !c->has_main[fn->file];
}

static struct work work_of(const struct capture *c, const struct body *b)
{
	struct work w = {.launch = NONE, .operator_run = NONE};
	struct arena scratch = {0};
	struct values v;
	values_open(&scratch, &v, b);
	for (u32 row = 0; row < b->n; row++) {
		struct stream_use use;
		const struct capture_api *api = capture_api_at(c, b, row);
		w.waits |= api && (api->does == DOES_SYNC_DEVICE || api->does == DOES_SYNC_STREAM || api->does == DOES_COPY);
		if (!stream_use_at(c, &v, row, &use))
			continue;
		u8 kind = stream_of_use(c, &v, row, &use).kind;
		bool is_legacy = kind == STREAM_LEGACY;
		w.has_stream |= !is_legacy;
		w.has_lent |= !is_legacy && kind != STREAM_MADE && kind != STREAM_STATIC && kind != STREAM_MEMBER;
		w.names_legacy |= is_legacy && !use.is_omitted;
		/* A kernel that is given nothing is a barrier. */
		if (use.is_omitted && b->rows[row].op == ROW_LAUNCH && b->rows[row].arg_count > LAUNCH_CONFIGURATION && w.launch == NONE)
			w.launch = row;
		if (use.is_omitted && !use.api && !b->rows[row].callee.n && w.operator_run == NONE)
			w.operator_run = row;
	}
	arena_release(&scratch);
	return w;
}

/* Some object is asked in CUTLASS's way whether it can run. O(rows). */
static bool has_operator(const struct fn *fn)
{
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++)
		if (fn->unit->rows[i].op == ROW_CALL && str_ends(unit_text(fn->unit, fn->unit->rows[i].name), "can_implement"))
			return true;
	return false;
}

/* Also of a function that reaches the device through such an object alone. */
static const struct body *working_body(const struct capture *c, fn_id f)
{
	const struct body *b = &c->slot->bodies[f];
	return b->n || program_is_python(c->program, f) || !has_operator(&c->program->functions[f]) ? b : any_body(c, f);
}

const struct habits *capture_habits(const struct capture *c)
{
	struct habits *h = c->habits;
	const struct program *p = c->program;
	if (h->works)
		return h;
	h->works = arena_array(c->arena, struct work, p->function_count + 1);
	h->with = arena_array(c->arena, u32, p->file_count + 1);
	h->without = arena_array(c->arena, u32, p->file_count + 1);
	h->lent = arena_array(c->arena, u32, p->file_count + 1);
	u32 *launches = arena_array(c->arena, u32, p->file_count + 1), with = 0, without = 0;
	for (fn_id f = 0; f < p->function_count; f++)
		launches[p->functions[f].file] += p->functions[f].f->launches;
	for (fn_id f = 0; f < p->function_count; f++) {
		u32 file = p->functions[f].file;
		h->works[f] = (struct work){.launch = NONE, .operator_run = NONE};
		const struct body *b = capture_is_library(c, f) ? working_body(c, f) : NULL;
		if (!b || !b->n || (!launches[file] && !has_operator(&p->functions[f])))
			continue;
		h->works[f] = work_of(c, b);
		bool is_bare = (h->works[f].launch != NONE || h->works[f].names_legacy) && !h->works[f].has_stream;
		h->with[file] += h->works[f].has_stream;
		h->lent[file] += h->works[f].has_lent;
		h->without[file] += is_bare;
		with += h->works[f].has_stream;
		without += is_bare;
	}
	h->names_streams = with >= without;
	return h;
}
