/* Python: a pinned buffer is written again while its upload may be reading it. */
#include "race.h"

bool race_is_nonblocking(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	const struct unit *u = r->run->program->functions[at->fn].unit;
	for (u32 i = 0; i < at->row->arg_count; i++)
		if (str_is(unit_text(u, u->arg_names[at->row->first_arg + i]), "non_blocking"))
			return operand_kind(u->args[at->row->first_arg + i]) == OPD_INT && u->ints[operand_index(u->args[at->row->first_arg + i])];
	return false;
}

bool race_is_pinned(const struct race *r, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(r->run->capture, r->b, cell, &writes);
	for (u32 i = 0; i < n; i++) {
		const struct body *made = writes[i].row == NONE ? NULL : capture_body(r->run->capture, writes[i].fn);
		struct value v = made && made->rows[writes[i].row].a != NONE ? value_of(capture_values(r->run->capture, made), writes[i].row, made->rows[writes[i].row].a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
		const struct body_row *call = v.kind == VALUE_RESULT ? &made->rows[v.row] : NULL;
		const struct unit *u = call ? r->run->program->functions[call->fn].unit : NULL;
		for (u32 k = 0; call && k < call->row->arg_count; k++) {
			operand given = u->args[call->row->first_arg + k];
			bool is_no = operand_kind(given) == OPD_NULL || (operand_kind(given) == OPD_INT && !u->ints[operand_index(given)]);
			if (str_is(unit_text(u, u->arg_names[call->row->first_arg + k]), "pin_memory") && !is_no)
				return true;
		}
	}
	return false;
}

/* The attribute that the row starts to copy from without waiting; NONE. */
static u32 uploaded(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	struct str name = at->op == ROW_CALL && at->flags & RF_MEMBER ? body_row_name(r->run->program, at) : S("");
	u32 from = str_is(name, "copy_") && at->arg_count ? r->b->args[at->first_arg] : str_is(name, "to") || str_is(name, "cuda") ? at->a : NONE;
	if (from == NONE || !race_is_nonblocking(r, row))
		return NONE;
	return attribute_of(r->run->capture, r->b, row, slice_of(r->run->program, r->b, from).object);
}

static u32 written_attribute(const struct race *r, u32 row)
{
	const struct body_row *at = &r->b->rows[row];
	struct str name = at->op == ROW_CALL && at->flags & RF_MEMBER ? body_row_name(r->run->program, at) : S("");
	bool is_call = str_is(name, "copy_") || str_is(name, "fill_") || str_is(name, "zero_");
	u32 to = is_call ? at->a : at->op == ROW_MOVE && at->flags & RF_INPLACE ? at->dst : NONE;
	return to == NONE ? NONE : attribute_of(r->run->capture, r->b, row, slice_of(r->run->program, r->b, to).object);
}

void race_at_staging(struct race *r)
{
	for (u32 row = 0; row < r->b->n; row++) {
		u32 cell = uploaded(r, row);
		if (cell == NONE || r->b->cells[cell].parent == NONE || r->b->cells[r->b->cells[cell].parent].param != 0 || !race_is_pinned(r, cell))
			continue;
		for (u32 write = row + 1; write < r->b->n; write++) {
			if (written_attribute(r, write) != cell || !body_reaches(r->b, row, write))
				continue;
			if (race_host_waits(r, row, write))
				break;
			struct str name = body_cell_name(r->run->program, r->b, cell);
			struct finding *f = race_report(r, write, "write", true, arena_format(r->run->findings->arena, "writes '%.*s' while its copy to the device may still be reading it: that was started above and nothing waits for it",
			                           (int)name.n, name.p));
			struct site site = site_in(r->run->program, r->b, row);
			rule_step(r->run, f, &site, "the copy is started here, without waiting");
			break;
		}
	}
}
