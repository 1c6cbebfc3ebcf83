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

/* The call records on a stream of that name, or lets it wait. */
static bool orders_stream(const struct fn *fn, const struct row *r, struct str name, enum fork_op_kind kind)
{
	operand stream = ordered_stream(fn, r, kind);
	return stream && str_eq(fork_last_name(fn, stream), name);
}

/* The operand is that, or a variable that is given it in the function: `done = self.copied; done.synchronize()`. */
static bool is_named(const struct fn *fn, operand o, struct str name)
{
	if (str_eq(fork_last_name(fn, o), name))
		return true;
	for (u32 i = fn->f->first_row; operand_kind(o) == OPD_VAR && i < fn->f->first_row + fn->f->row_count; i++) {
		const struct row *r = &fn->unit->rows[i];
		if (r->op == ROW_MOVE && r->dst == o && str_eq(fork_last_name(fn, r->a), name))
			return true;
	}
	return false;
}

/* The call lets a stream (FORK_WAIT) or the host (FORK_SYNC) wait for an event of that name. */
static bool waits_for_event(const struct fn *fn, const struct row *r, struct str name, enum fork_op_kind kind)
{
	struct str call = unit_text(fn->unit, r->name);
	bool of_stream = str_ends(call, "StreamWaitEvent") || str_ends(call, "wait_event") || str_is(call, "wait") || str_is(call, "block");
	bool of_host = str_ends(call, "EventSynchronize") || str_is(call, "synchronize");
	if (kind == FORK_SYNC ? !of_host : !of_stream)
		return false;
	bool is_found = r->flags & RF_MEMBER && is_named(fn, r->a, name);
	for (u32 i = 0; i < r->arg_count; i++)
		is_found |= is_named(fn, fn->unit->args[r->first_arg + i], name);
	return is_found;
}

typedef bool asked_call(const struct fn *fn, const struct row *r, struct str name, enum fork_op_kind kind);

static bool some_call_elsewhere(const struct capture *c, fn_id here, asked_call *is_it, struct str name, enum fork_op_kind kind)
{
	const struct program *p = c->program;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		for (u32 row = fn->f->first_row; row < fn->f->first_row + fn->f->row_count && f != here; row++)
			if (fn->unit->rows[row].op == ROW_CALL && is_it(fn, &fn->unit->rows[row], name, kind))
				return true;
	}
	return false;
}

bool fork_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind) { return some_call_elsewhere(c, here, orders_stream, name, kind); }

bool fork_event_elsewhere(const struct capture *c, fn_id here, struct str name, enum fork_op_kind kind) { return some_call_elsewhere(c, here, waits_for_event, name, kind); }
