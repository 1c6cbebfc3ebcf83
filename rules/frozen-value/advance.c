/* Python: `self.k[self.pos] = k; self.pos += 1` in captured code: no replay runs the sum, so all of them go to the place of the capture. */
#include "frozen.h"

/* self.NAME += 1, self.NAME = self.NAME + 1 */
bool frozen_advances(const struct rule_run *run, const struct body *b, u32 row, u32 *cell)
{
	const struct body_row *r = &b->rows[row];
	struct value v = r->op == ROW_MOVE && r->a != NONE && !(r->flags & RF_INPLACE) && cell_is_own(b, r->dst) ? value_of(capture_values(run->capture, b), row, r->a) : (struct value){VALUE_UNKNOWN, NONE, NONE};
	const struct body_row *sum = v.kind == VALUE_OPERATION ? &b->rows[v.row] : NULL;
	if (sum && sum->op == ROW_BINARY && (sum->sub == OP_ADD || sum->sub == OP_SUB) && sum->a == r->dst) {
		*cell = r->dst;
		return true;
	}
	bool is_sum = (r->op == ROW_MOVE && r->flags & RF_INPLACE && (r->sub == OP_ADD || r->sub == OP_SUB)) || (r->op == ROW_BINARY && (r->sub == OP_ADD || r->sub == OP_SUB) && r->dst == r->a);
	*cell = is_sum ? r->dst : NONE;
	u32 by = r->op == ROW_BINARY ? r->b : r->a;
	return *cell != NONE && cell_is_own(b, *cell) && by != NONE && (b->cells[by].kind == CELL_NONZERO || b->cells[by].kind == CELL_LOCAL);
}

/* Every method that binds it gives it a number that is written there. */
bool frozen_is_number(const struct rule_run *run, const struct body *b, u32 cell)
{
	const struct attribute_write *writes;
	u32 n = attribute_writes(run->capture, b, cell, &writes), numbers = 0;
	for (u32 i = 0; i < n; i++) {
		const struct body *w = writes[i].row == NONE ? NULL : capture_body(run->capture, writes[i].fn);
		const struct body_row *r = w ? &w->rows[writes[i].row] : NULL;
		if (!r || r->op != ROW_MOVE || r->flags & RF_INPLACE)
			continue;
		if (operand_kind(r->row->a) == OPD_INT)
			numbers++;
		else if (tensor_at(run->capture, w, NONE, writes[i].row, r->a).is_tensor)
			return false;
	}
	return numbers;
}

/* ":self.NAME" and the like. */
static bool names_field(struct str key, struct str name)
{
	for (size_t i = 1; i + name.n <= key.n; i++) {
		char behind = i + name.n < key.n ? key.p[i + name.n] : ']';
		bool ends = !(behind == '_' || (behind >= '0' && behind <= '9') || (behind >= 'a' && behind <= 'z') || (behind >= 'A' && behind <= 'Z'));
		if (key.p[i - 1] == '.' && ends && str_eq((struct str){key.p + i, name.n}, name))
			return true;
	}
	return false;
}

static bool is_keyed_by(const struct unit *u, operand o, struct str name)
{
	const struct place *place = operand_kind(o) == OPD_PLACE ? &u->places[operand_index(o)] : NULL;
	if (!place)
		return false;
	for (u32 i = 0; i < PLACE_STEPS && place->kinds[i] != STEP_END; i++)
		if (place->kinds[i] == STEP_ELEMENT && names_field(unit_text(u, place->names[i]), name))
			return true;
	const struct place *key = operand_kind(place->key) == OPD_PLACE ? &u->places[operand_index(place->key)] : NULL;
	for (u32 i = 0; key && i < PLACE_STEPS && key->kinds[i] != STEP_END; i++)
		if (key->kinds[i] == STEP_FIELD && str_eq(unit_text(u, key->names[i]), name))
			return true;
	return false;
}

/* The operand is a part of a tensor that the number picks; what it picks of a list is an object of the host. */
static bool picks_of_tensor(const struct rule_run *run, const struct body *b, u32 row, u32 cell, operand o, struct str name)
{
	const struct unit *u = run->program->functions[b->rows[row].fn].unit;
	if (cell == NONE || !is_keyed_by(u, o, name))
		return false;
	u32 object = slice_of(run->program, b, cell).object;
	while (object != NONE && b->cells[object].is_element)
		object = b->cells[object].parent;
	return object != NONE && tensor_at(run->capture, b, NONE, row, object).is_tensor;
}

/* A captured row of the body works at the number: writes a part of a tensor that it picks, or reads one in a layer; what an allocator hands out so stays where the capture had it. */
static u32 works_at(const struct rule_run *run, const struct reached *r, u32 cell)
{
	struct str name = body_cell_name(run->program, r->body, cell);
	bool is_layer = python_is_module(run->program, r->fn);
	for (u32 row = 0; row < r->body->n; row++) {
		const struct body_row *at = &r->body->rows[row];
		const struct unit *u = run->program->functions[at->fn].unit;
		if (!capture_has(r, row) || !at->row)
			continue;
		bool is_index = at->op == ROW_MOVE && picks_of_tensor(run, r->body, row, at->dst, at->row->dst, name);
		bool is_read = picks_of_tensor(run, r->body, row, at->a, at->row->a, name) || picks_of_tensor(run, r->body, row, at->b, at->row->b, name);
		for (u32 i = 0; i < at->row->arg_count && i < at->arg_count && !is_read; i++)
			is_read = picks_of_tensor(run, r->body, row, r->body->args[at->first_arg + i], u->args[at->row->first_arg + i], name);
		if (is_index || (is_read && is_layer))
			return row;
	}
	return NONE;
}

void frozen_advance(struct rule_run *run, u32 at)
{
	const struct reached *r = &run->capture->reached.at[at];
	if (!reached_is_code(run->capture, r) || r->by_name || !run->program->functions[r->fn].cls)
		return;
	for (u32 row = 0; row < r->body->n; row++) {
		u32 cell;
		if (!capture_has(r, row) || !frozen_advances(run, r->body, row, &cell) || !frozen_is_number(run, r->body, cell))
			continue;
		u32 use = works_at(run, r, cell);
		if (use == NONE)
			continue;
		struct site site = site_in(run->program, r->body, row), used = site_in(run->program, r->body, use);
		struct str name = body_cell_name(run->program, r->body, cell);
		struct finding *f = rule_report(run, SEVERITY_WARNING, &site,
		                                arena_format(run->findings->arena, "'%.*s' is advanced on the host %s, and what is captured works at the place that it names: no replay advances it; keep it on the device",
		                                             (int)name.n, name.p, rule_capture(run, at)));
		rule_way(run, f, at);
		rule_step(run, f, &used, "used here, while captured");
		finding_param(run->findings, f, "form", S("argument"));
		return;
	}
}
