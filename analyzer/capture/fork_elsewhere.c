/* Streams and events by their names, in the other functions of the program. */
#include "capture/fork.h"

#include "graph/link.h"

struct str fork_last_name(const struct fn *fn, operand o)
{
	const struct unit *u = fn->unit;
	u32 i = operand_index(o);
	if (operand_kind(o) == OPD_VAR)
		return unit_text(u, u->vars[fn->f->first_var + i].name);
	if (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_CAPTURED)
		return unit_text(u, i);
	if (operand_kind(o) != OPD_PLACE)
		return S("");
	const struct place *place = &u->places[i];
	struct str name = S("");
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
		if (place->kinds[s] == STEP_FIELD)
			name = unit_text(u, place->names[s]);
	return name;
}

/* The operand of a row that is the stream which records, or waits; NONE: the row does no such thing. */
static operand ordered_stream(const struct fn *fn, const struct row *r, enum fork_op_kind kind)
{
	struct str name = unit_text(fn->unit, r->name);
	const operand *args = fn->unit->args + r->first_arg;
	operand first = r->arg_count > 0 ? args[0] : 0, second = r->arg_count > 1 ? args[1] : 0;
	bool is_member = r->flags & RF_MEMBER;
	if (kind == FORK_RECORD)
		return str_ends(name, "wait_stream") ? first : str_ends(name, "record_event") ? r->a : str_ends(name, "EventRecord") ? second :
		       is_member && (str_is(name, "record") || str_is(name, "synchronize")) ? (first ? first : r->a) : 0;
	return str_ends(name, "wait_stream") || str_ends(name, "wait_event") ? r->a : str_ends(name, "StreamWaitEvent") ? first :
	       is_member && (str_is(name, "wait") || str_is(name, "block")) ? first : 0;
}

bool fork_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && f != here; row++) {
			const struct row *r = &fn->unit->rows[row];
			operand stream = r->op == ROW_CALL ? ordered_stream(fn, r, kind) : 0;
			if (stream && str_eq(fork_last_name(fn, stream), name))
				return true;
		}
	}
	return false;
}

bool fork_event_elsewhere(const struct capture *c, fn_id here, struct str name)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && f != here; row++) {
			const struct row *r = &fn->unit->rows[row];
			struct str call = r->op == ROW_CALL ? unit_text(fn->unit, r->name) : S("");
			bool waits = str_ends(call, "StreamWaitEvent") || str_ends(call, "wait_event") || str_is(call, "wait") || str_is(call, "block");
			bool is_found = waits && r->flags & RF_MEMBER && str_eq(fork_last_name(fn, r->a), name);
			for (u32 i = 0; i < r->arg_count && waits; i++)
				is_found |= str_eq(fork_last_name(fn, fn->unit->args[r->first_arg + i]), name);
			if (is_found)
				return true;
		}
	}
	return false;
}
