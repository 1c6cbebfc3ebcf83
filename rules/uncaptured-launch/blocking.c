/* Streams that are known to be blocking ones or not: a blocking one is in order with the legacy stream. */
#include "uncaptured.h"

bool uncaptured_own_is_blocking(const struct rule_run *run, const struct fn *fn, struct str stream)
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

bool uncaptured_made_is_blocking(const struct rule_run *run, const struct body *b, struct str stream)
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

enum blocking uncaptured_blocking_of(const struct rule_run *run, const struct capture_region *region)
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
