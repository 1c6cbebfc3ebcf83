/* A tensor that is made on a copy stream and kept for the stream that computes: when it is given up, the copy stream may have its memory at once. */
#include "side.h"

static bool is_own(const struct body *b, u32 cell) { return cell != NONE && b->cells[cell].parent != NONE && b->cells[b->cells[cell].parent].param == 0; }

/* x.to(self.device, non_blocking=True) */
static bool is_upload(const struct side *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	const struct unit *u = s->run->program->functions[r->fn].unit;
	u32 to = str_is(body_row_name(s->run->program, r), "to") && r->arg_count ? s->b->args[r->first_arg] : NONE;
	bool is_async = false;
	for (u32 i = 0; i < r->row->arg_count; i++)
		is_async = is_async || str_is(unit_text(u, u->arg_names[r->row->first_arg + i]), "non_blocking");
	return is_async && to != NONE && str_has(body_cell_name(s->run->program, s->b, to), "device") && !str_has(body_cell_name(s->run->program, s->b, to), "offload");
}

/* The operation of the block that made what the row keeps; NONE. */
static u32 made_in_block(struct side *s, u32 row)
{
	struct value v = value_of(&s->values, row, s->b->rows[row].a);
	const struct torch_op *op = v.kind == VALUE_RESULT && s->b->rows[v.row].op == ROW_CALL ? torch_at(s->run->capture, s->b, s->reached, v.row) : NULL;
	bool is_new = op && (op->gives == GIVES_NEW || op->gives == GIVES_PLACED || op->gives == GIVES_MAYBE) && op->role != TORCH_COMPUTE;
	if (!is_new || s->table.current[v.row] != s->table.current[row])
		return NONE;
	u8 home = tensor_at(s->run->capture, s->b, s->reached, v.row + 1, s->b->rows[v.row].dst).home;
	return home == HOME_DEVICE || is_upload(s, v.row) ? v.row : NONE;
}

/* Some function of the file tells the allocator of other streams. */
static bool is_recorded_in_file(const struct program *p, u32 file)
{
	const struct unit *u = &p->units[file];
	for (u32 i = 0; i < u->n_rows; i++)
		if (u->rows[i].op == ROW_CALL && str_ends(unit_text(u, u->rows[i].name), "record_stream"))
			return true;
	return false;
}

static bool waits_here(const struct side *s, u32 stream)
{
	for (u32 i = 0; i < s->table.ops.n; i++)
		if (s->table.ops.at[i].stream == stream && (s->table.ops.at[i].kind == FORK_WAIT || s->table.ops.at[i].kind == FORK_SYNC))
			return true;
	return false;
}

bool side_kept(struct side *s, u32 row)
{
	const struct body_row *r = &s->b->rows[row];
	u32 stream = r->op == ROW_MOVE && r->dst != NONE && r->a != NONE ? s->table.current[row] : NONE;
	const struct fn *fn = &s->run->program->functions[s->b->fn];
	if (stream == NONE || !fn->cls || s->table.streams.at[stream].source.kind != STREAM_MEMBER || s->table.streams.at[stream].cell == NONE || str_ends(fn_name(fn), "__init__"))
		return false;
	u32 kept = s->b->cells[r->dst].is_element ? s->b->cells[r->dst].parent : r->dst;
	u32 made = is_own(s->b, kept) ? made_in_block(s, row) : NONE;
	struct str on = s->table.streams.at[stream].name;
	if (made == NONE || waits_here(s, stream) || fork_elsewhere(s->run->capture, s->b->fn, on, FORK_WAIT) || !fork_elsewhere(s->run->capture, s->b->fn, on, FORK_RECORD) ||
	    is_recorded_in_file(s->run->program, fn->file))
		return false;
	struct site site = site_in(s->run->program, s->b, made), at = site_in(s->run->program, s->b, row);
	struct str name = body_cell_name(s->run->program, s->b, kept);
	struct finding *f = rule_report(s->run, SEVERITY_WARNING, &site,
	                                arena_format(s->run->findings->arena, "kept in '%.*s', made on '%.*s' and used on the stream that waits for it, of which the allocator is not told: once it is given up, the next tensor of "
	                                             "'%.*s', which waits for nobody, may take its memory while it is still read", (int)name.n, name.p, (int)on.n, on.p, (int)on.n, on.p));
	rule_step(s->run, f, &at, "kept here");
	return true;
}
