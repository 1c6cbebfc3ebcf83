#include "capture/blocking.h"

#include "capture/lifetime.h"
#include "capture/local.h"
#include "capture/stream.h"

enum { NOT_ASKED, BLOCK, BLOCK_NOT };

enum blocking blocking_of_creation(const struct program *p, const struct body *b, const struct body_row *r)
{
	u32 flags = r->arg_count > 1 ? b->args[r->first_arg + 1] : NONE;
	for (u32 i = 0; i < r->arg_count; i++)
		if (str_has(body_cell_name(p, b, b->args[r->first_arg + i]), "NonBlocking"))
			return NON_BLOCKING;
	if (r->arg_count < 2)
		return r->arg_count ? BLOCKING : BLOCKING_UNKNOWN;
	struct str name = body_cell_name(p, b, flags);
	bool is_default = flags != NONE && (b->cells[flags].kind == CELL_ZERO || str_is(name, "cudaStreamDefault") || str_is(name, "hipStreamDefault"));
	return is_default ? BLOCKING : BLOCKING_UNKNOWN;
}

static bool all_block(const struct capture *c)
{
	const struct program *p = c->program;
	bool is_any = false;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct source *s = &p->files[p->functions[f].file];
		const struct body *b = s->is_test || s->is_vendored || program_is_python(p, f) || p->functions[f].f->kind == FN_MACRO ? NULL : &c->slot->bodies[f];
		for (u32 row = 0; b && row < b->n; row++) {
			const struct capture_api *api = b->rows[row].op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
			u8 does = api ? api->does : (u8)DOES_NOTHING;
			if (does == DOES_CURRENT_STREAM || does == DOES_POOL_STREAM || does == DOES_PER_THREAD_STREAM || (does == DOES_STREAM_CREATE && blocking_of_creation(p, b, &b->rows[row]) != BLOCKING))
				return false;
			is_any |= does == DOES_STREAM_CREATE;
		}
	}
	return is_any;
}

bool capture_streams_block(const struct capture *c)
{
	u8 *known = c->streams_block;
	if (*known == NOT_ASKED)
		*known = all_block(c) ? BLOCK : BLOCK_NOT;
	return *known == BLOCK;
}

/* False where the body puts anything but a blocking stream of its making into the variable; null is none. *is_made: it makes one. */
static bool fills_with_blocking(const struct capture *c, const struct body *b, struct str stream, bool *is_made)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		const struct capture_api *api = r->op == ROW_CALL ? capture_api_at(c, b, row) : NULL;
		for (u32 i = 0; i < r->arg_count; i++) {
			u32 at = b->args[r->first_arg + i], of = at == NONE ? NONE : b->cells[at].address_of;
			if (of == NONE || !str_eq(body_cell_name(c->program, b, of), stream))
				continue;
			if (!api || api->does != DOES_STREAM_CREATE || blocking_of_creation(c->program, b, r) != BLOCKING)
				return false;
			*is_made = true;
		}
		bool is_other = r->op == ROW_MOVE && r->dst != NONE && r->a != NONE && b->cells[r->a].kind != CELL_ZERO;
		if (is_other && str_eq(body_cell_name(c->program, b, r->dst), stream))
			return false;
	}
	return true;
}

bool class_stream_blocks(const struct capture *c, const struct fn *fn, struct str stream)
{
	bool is_made = false;
	if (!fn->cls || !str_eq(stream_in_class(fn), stream))
		return false;
	for (fn_id f = 0; f < c->program->function_count; f++)
		if (c->program->functions[f].cls == fn->cls && !fills_with_blocking(c, any_body(c, f), stream, &is_made))
			return false;
	return is_made;
}

bool own_stream_blocks(const struct capture *c, const struct body *b, struct str stream)
{
	bool is_made = false;
	return fills_with_blocking(c, b, stream, &is_made) && is_made;
}

enum blocking blocking_of_region(const struct capture *c, const struct capture_region *region)
{
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
	return s.kind == STREAM_MADE && s.row != NONE ? blocking_of_creation(c->program, b, &b->rows[s.row]) : BLOCKING_UNKNOWN;
}
