/* What a row of Python puts into a list or dict that lives longer than one turn of the loop around it. */
#include "reused.h"

/* The list or dict is not made anew in the same loop. */
static bool is_of_before(const struct rule_run *run, const struct body *b, u32 row, u32 list)
{
	struct value v = value_of(capture_values(run->capture, b), row, list);
	u32 made = v.row != NONE ? v.row : b->cells[list].parent == NONE ? b->cells[list].first_write : NONE;
	return made == NONE || made == row || !body_reaches(b, row, made);
}

/* kept[key] = x, where kept is a list or dict that the function begins (`kept = {}`, `kept = defaultdict(list)`): into a tensor that would be a copy. */
static bool is_container(const struct rule_run *run, const struct body *b, u32 cell)
{
	static const char *const makers[] = {"dict", "list", "defaultdict", "OrderedDict"};
	u32 first = b->cells[cell].first_write;
	if (b->cells[cell].param != NONE || first == NONE)
		return false;
	const struct body_row *r = &b->rows[first];
	if (r->op == ROW_MOVE && operand_kind(r->row->a) == OPD_UNKNOWN)
		return true;
	struct value v = r->op == ROW_MOVE ? value_of(capture_values(run->capture, b), first, r->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
	return v.kind == VALUE_RESULT && str_is_any(body_row_name(run->program, &b->rows[v.row]), makers, COUNT(makers));
}

u32 reused_collected_at(const struct rule_run *run, const struct body *b, u32 row)
{
	const struct body_row *r = &b->rows[row];
	if (!body_reaches(b, row, row))
		return NONE;
	if (r->op == ROW_CALL && r->flags & RF_MEMBER && r->a != NONE && r->arg_count == 1 && str_is(body_row_name(run->program, r), "append"))
		return is_of_before(run, b, row, r->a) ? b->args[r->first_arg] : NONE;
	bool is_element = r->op == ROW_MOVE && r->dst != NONE && b->cells[r->dst].is_element && b->cells[r->dst].parent != NONE && !(r->flags & RF_INITIALISER);
	if (!is_element || b->cells[b->cells[r->dst].parent].parent != NONE)
		return NONE;
	bool is_comprehension = !b->cells[b->cells[r->dst].parent].name && !(r->flags & RF_INPLACE);
	return (is_comprehension || is_container(run, b, b->cells[r->dst].parent)) && is_of_before(run, b, row, b->cells[r->dst].parent) ? r->a : NONE;
}

u32 reused_made_by(const struct rule_run *run, const struct body *b, u32 row, u32 cell)
{
	for (u32 depth = 0; depth < 4 && cell != NONE; depth++) {
		struct value v = value_of(capture_values(run->capture, b), row, cell);
		if (v.kind == VALUE_RESULT)
			return b->rows[v.row].op == ROW_CALL ? v.row : NONE;
		if (v.cell == NONE || !b->cells[v.cell].is_element || b->cells[v.cell].parent == NONE)
			return NONE;
		cell = b->cells[v.cell].parent;
	}
	return NONE;
}
