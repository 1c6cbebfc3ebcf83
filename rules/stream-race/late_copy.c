/* Python, `with stream(side): f(x.clone())`: the copy is to keep x from what the other stream does to it, and comes too late. */
#include "race.h"

static bool is_used_after(const struct race *r, u32 row, u32 stream, u32 cell)
{
	for (u32 use = row + 1; use < r->b->n; use++) {
		const struct body_row *at = &r->b->rows[use];
		if (r->table.current[use] == stream || at->op != ROW_CALL)
			continue;
		struct str name = body_row_name(r->run->program, at);
		if (str_has(name, "wait"))
			return false;
		for (u32 i = 0; i < at->arg_count; i++)
			if (r->b->args[at->first_arg + i] == cell && !models_torch(r->run->program->models, torch_name(r->run->capture, r->b, use)))
				return true;
	}
	return false;
}

void race_at_late_copy(struct race *r, const struct fork_op *use)
{
	const struct fork_stream *s = &r->table.streams.at[use->stream];
	if (s->source.kind == STREAM_CURRENT || s->cell == NONE)
		return;
	for (u32 row = use->row + 1; row < r->b->n && r->table.current[row] == use->stream; row++) {
		const struct body_row *at = &r->b->rows[row];
		bool is_clone = at->op == ROW_CALL && at->flags & RF_MEMBER && at->a != NONE && !at->arg_count && str_is(body_row_name(r->run->program, at), "clone");
		if (!is_clone || r->b->cells[at->a].kind != CELL_LOCAL || r->b->cells[at->a].parent != NONE)
			continue;
		struct value v = value_of(&r->values, row, at->a);
		bool is_of_block = v.row != NONE && v.row > use->row;
		bool is_given = false;
		for (u32 next = row + 1; next < r->b->n && next < row + 4; next++)
			for (u32 i = 0; i < r->b->rows[next].arg_count && r->b->rows[next].op == ROW_CALL; i++)
				is_given = is_given || r->b->args[r->b->rows[next].first_arg + i] == at->dst;
		if (is_of_block || !is_given || !is_used_after(r, row, use->stream, at->a))
			continue;
		struct str name = body_cell_name(r->run->program, r->b, at->a);
		race_report(r, row, "read", true, arena_format(r->run->findings->arena, "copies '%.*s' on the side stream, while the other stream goes on to use it: what the copy is to be kept from may come first; copy it before the block",
		                                          (int)name.n, name.p));
	}
}
