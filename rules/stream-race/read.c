/* Python: a value is read on one stream while another may still be making it. */
#include "race.h"

/* A row of Python that makes a tensor on the device, on the stream that is current there. */
static bool makes_tensor(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, row);
	if (op)
		return op->gives == GIVES_NEW && op->role == TORCH_COMPUTE;
	/* A module that is called: self.proj(x), its result is read as a tensor. */
	bool is_own = at->a != NONE && at->flags & RF_MEMBER && r->b->cells[at->a].param == 0;
	return at->op == ROW_CALL && is_own && at->arg_count;
}

/* A row that reads tensors on the device: an operation of them. */
static bool reads_tensors(const struct race *r, u32 row)
{
	const struct torch_op *op = torch_at(r->run->capture, r->b, r->reached, row);
	return op && (op->role == TORCH_COMPUTE || op->role == TORCH_MOVE || op->role == TORCH_CONVERT) && op->gives != GIVES_VIEW;
}

/* A value that the row reads, made on another stream, and nothing lets this one wait for it. */
static bool look_at_value(struct race *r, u32 row, u32 cell)
{
	struct value all[VALUES];
	u32 here = r->table.current[row];
	if (cell == NONE || here == NONE || r->b->cells[cell].kind != CELL_LOCAL)
		return false;
	u32 n = values_of(&r->values, row, cell, all);
	for (u32 i = 0; i < n; i++) {
		u32 made = all[i].kind == VALUE_RESULT ? all[i].row : NONE;
		u32 there = made == NONE || made > row ? NONE : r->table.current[made];
		if (there == NONE || there == here || r->clocks.seen[here][there] > made || !makes_tensor(r, made))
			continue;
		struct str name = body_cell_name(r->run->program, r->b, cell);
		struct finding *f = race_report(r, row, "read", false, arena_format(r->run->findings->arena, "reads %s%.*s%s on %s while %s may still be making it: no event orders "
		                                                "the two streams in between", name.n ? "'" : "what is", (int)name.n, name.p, name.n ? "'" : "",
		                                                race_stream_name(r, here), race_stream_name(r, there)));
		struct site site = site_in(r->run->program, r->b, made);
		rule_step(r->run, f, &site, "made here");
		return true;
	}
	return false;
}

bool race_at_read(struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	if ((at->op != ROW_CALL && at->op != ROW_BINARY) || !reads_tensors(r, row))
		return false;
	bool found = look_at_value(r, row, at->a);
	for (u32 i = 0; i < at->arg_count && i < 2 && !found; i++)
		found = look_at_value(r, row, r->b->args[at->first_arg + i]);
	return found;
}
