/* Functions whose address is stored, returned or handed on: somebody may call them whom we can't see. */
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

static void store(struct program *p, const struct unit *u, operand o)
{
	const struct lists *l = &p->link->functions;
	if (operand_kind(o) != OPD_GLOBAL)
		return;
	u32 name = intern_find(&p->names, last_component(unit_text(u, operand_index(o))));
	if (name == NONE || name >= l->keys)
		return;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++)
		p->link->is_stored[l->at[i]] = true;
}

void link_stored(struct program *p)
{
	p->link->is_stored = arena_array(p->arena, bool, p->function_count + 1);
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *u = &p->units[file];
		for (u32 r = 0; r < u->n_rows && p->files[file].language != LANG_PYTHON; r++) {
			const struct row *row = &u->rows[r];
			if (row->op == ROW_MOVE || row->op == ROW_RETURN || (row->op == ROW_UNARY && row->sub == OP_ADDR && !row->b))
				store(p, u, row->a);
			if (row->op != ROW_CALL || is_binding(unit_text(u, row->name)))
				continue;
			for (u32 i = 0; i < row->arg_count; i++)
				store(p, u, u->args[row->first_arg + i]);
		}
	}
}

bool program_is_stored(const struct program *p, fn_id fn) { return p->link->is_stored[fn]; }
