/* By variable and temp of a function: the rows that set it, and those that put something into it. */
#include "graph/python_link.h"

static bool adds_element(struct str name)
{
	return str_is(name, "append") || str_is(name, "add") || str_is(name, "insert") || str_is(name, "appendleft") ||
	       str_is(name, "setdefault") || str_is(name, "extend") || str_is(name, "update");
}

static void element_write(struct writes *w, operand base, u32 i)
{
	u32 *head = operand_kind(base) == OPD_VAR    ? &w->element_var[operand_index(base)]
	            : operand_kind(base) == OPD_TEMP ? &w->element_temp[operand_index(base)]
	                                             : NULL;
	if (!head)
		return;
	w->element_next[i] = *head;
	*head = i + 1;
}

struct writes *writes_of(struct python *y, fn_id fn)
{
	if (y->writes[fn])
		return y->writes[fn];
	const struct function *f = y->program->functions[fn].f;
	const struct unit *u = unit_of(y, fn);
	struct writes *w = y->writes[fn] = arena_new(y->arena, struct writes);
	w->var_head = arena_array(y->arena, u32, 2 * (f->var_count + f->temp_count + f->row_count) + 1);
	w->temp_head = w->var_head + f->var_count;
	w->element_var = w->temp_head + f->temp_count;
	w->element_temp = w->element_var + f->var_count;
	w->next = w->element_temp + f->temp_count;
	w->element_next = w->next + f->row_count;
	for (u32 i = 0; i < f->row_count; i++) {
		const struct row *row = &u->rows[f->first_row + i];
		enum operand_kind kind = operand_kind(row->dst);
		if (kind == OPD_VAR || kind == OPD_TEMP) {
			u32 *head = kind == OPD_VAR ? &w->var_head[operand_index(row->dst)] : &w->temp_head[operand_index(row->dst)];
			w->next[i] = *head;
			*head = i + 1;
		}
		if (kind == OPD_PLACE && row->op == ROW_MOVE) {
			const struct place *place = &u->places[operand_index(row->dst)];
			if (place->kinds[0] == STEP_ELEMENT && place->kinds[1] == STEP_END)
				element_write(w, place->base, i);
		} else if (row->op == ROW_CALL && row->flags & RF_MEMBER && row->arg_count && adds_element(unit_text(u, row->name))) {
			element_write(w, row->a, i);
		}
	}
	return w;
}
