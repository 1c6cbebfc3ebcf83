#include "capture/blocking.h"

#include "capture/stream.h"

enum { NOT_ASKED, BLOCK, BLOCK_NOT };

/* cudaStreamCreate(&s), cudaStreamCreateWithFlags(&s, 0), cudaStreamCreateWithPriority(&s, cudaStreamDefault, p). */
static bool creates_blocking(const struct program *p, const struct body *b, const struct body_row *r)
{
	u32 flags = r->arg_count > 1 ? b->args[r->first_arg + 1] : NONE;
	if (r->arg_count < 2)
		return r->arg_count == 1;
	struct str name = body_cell_name(p, b, flags);
	return flags != NONE && (b->cells[flags].kind == CELL_ZERO || str_is(name, "cudaStreamDefault") || str_is(name, "hipStreamDefault"));
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
			if (does == DOES_CURRENT_STREAM || does == DOES_POOL_STREAM || does == DOES_PER_THREAD_STREAM || (does == DOES_STREAM_CREATE && !creates_blocking(p, b, &b->rows[row])))
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
