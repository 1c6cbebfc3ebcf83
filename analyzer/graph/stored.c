/* Functions whose address is stored, returned or handed on: somebody may call them whom we can't see. Those that are handed to a
 * binding are called from outside the program. */
#include "graph/link.h"

/* Registering a function with a binding makes it an entry, whose callers are known to be outside the program. */
static bool is_binding(struct str callee)
{
	static const char *const names[] = {"def", "impl", "def_static", "def_readonly", "def_property"};
	static const char *const parts[] = {"EXPORT", "REGISTER", "BIND", "LIBRARY", "export", "Export", "register", "Register"};
	struct str last = last_component(callee);
	for (u32 i = 0; i < COUNT(names); i++)
		if (str_is(last, names[i]))
			return true;
	for (u32 i = 0; i < COUNT(parts); i++)
		if (str_has(last, parts[i]))
			return true;
	return false;
}

/* &f, made for the call that follows. */
static bool goes_to_binding(const struct unit *u, u32 address)
{
	enum { NEAR = 16 };
	for (u32 r = address + 1; r < u->n_rows && r < address + NEAR; r++)
		for (u32 i = 0; u->rows[r].op == ROW_CALL && i < u->rows[r].arg_count; i++)
			if (u->args[u->rows[r].first_arg + i] == u->rows[address].dst)
				return is_binding(unit_text(u, u->rows[r].name));
	return false;
}

/* An element of a local variable: its calls are resolved (see add_table). */
static bool is_local_table(const struct unit *u, operand to)
{
	const struct place *place = operand_kind(to) == OPD_PLACE ? &u->places[operand_index(to)] : NULL;
	return place && operand_kind(place->base) == OPD_VAR && place->kinds[0] == STEP_ELEMENT && place->kinds[1] == STEP_END;
}

/* Sets the flag of every function that the operand names. */
static void mark(const struct program *p, const struct unit *u, operand o, bool *flags)
{
	const struct lists *l = &p->link->functions;
	if (operand_kind(o) != OPD_GLOBAL)
		return;
	u32 name = intern_find(&p->names, last_component(unit_text(u, operand_index(o))));
	if (name == NONE || name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++)
		flags[l->at[i]] = true;
}

/* The arguments of a binding are often `&f`, made by the row before. */
static operand named(const struct unit *u, u32 row, operand o)
{
	for (u32 back = 1; back <= 4 && back <= row && operand_kind(o) == OPD_TEMP; back++)
		if (u->rows[row - back].op == ROW_UNARY && u->rows[row - back].sub == OP_ADDR && u->rows[row - back].dst == o)
			return u->rows[row - back].a;
	return o;
}

void link_stored(struct program *p)
{
	bool *is_stored = p->link->is_stored = arena_array(p->arena, bool, p->function_count + 1);
	bool *is_bound = p->link->is_bound = arena_array(p->arena, bool, p->function_count + 1);
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *u = &p->units[file];
		for (u32 r = 0; r < u->n_rows && p->files[file].language != LANG_PYTHON; r++) {
			const struct row *row = &u->rows[r];
			bool is_address = row->op == ROW_UNARY && row->sub == OP_ADDR && !row->b;
			if ((row->op == ROW_MOVE && !is_local_table(u, row->dst)) || row->op == ROW_RETURN || (is_address && !goes_to_binding(u, r)))
				mark(p, u, row->a, is_stored);
			if (row->op != ROW_CALL)
				continue;
			bool binds = is_binding(unit_text(u, row->name));
			for (u32 i = 0; i < row->arg_count; i++) {
				operand given = u->args[row->first_arg + i];
				mark(p, u, binds ? named(u, r, given) : given, binds ? is_bound : is_stored);
			}
		}
	}
}

bool program_is_stored(const struct program *p, fn_id fn) { return p->link->is_stored[fn]; }

bool program_is_bound(const struct program *p, fn_id fn) { return p->link->is_bound[fn]; }
