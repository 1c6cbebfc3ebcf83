/* Functions whose address is stored, returned or handed on: somebody may call them whom we can't see. Those that are handed to a
 * binding are called from outside the program. */
#include "graph/link.h"
#include "graph/qualifier.h"
#include "graph/thread.h"

#include <string.h>

/* Registering a function with a binding makes it an entry, whose callers are known to be outside the program. */
static bool is_binding(struct str callee)
{
	static const char *const names[] = {"def", "impl", "def_static", "def_readonly", "def_property"};
	static const char *const parts[] = {"EXPORT", "REGISTER", "BIND", "LIBRARY", "export", "Export", "register", "Register"};
	struct str last = last_component(callee);
	return str_is_any(last, names, COUNT(names)) || str_has_any(last, parts, COUNT(parts));
}

/* Rows of one binding: an operator with thirty arguments has a py::arg for each, and a value for some. */
enum { BINDING_ROWS = 160 };

/* The one is written inside of the other. */
static bool is_inside(const struct row *r, const struct row *of) { return r->begin >= of->begin && r->end <= of->end; }

/* &f or WRAP(f), made for the call that follows. */
static bool goes_to_binding(const struct unit *u, u32 made)
{
	for (u32 r = made + 1; u->rows[made].dst && r < u->n_rows && r < made + BINDING_ROWS; r++)
		for (u32 i = 0; u->rows[r].op == ROW_CALL && is_inside(&u->rows[made], &u->rows[r]) && i < u->rows[r].arg_count; i++)
			if (u->args[u->rows[r].first_arg + i] == u->rows[made].dst)
				return is_binding(unit_text(u, u->rows[r].name));
	return false;
}

/* TORCH_FN(f), TORCH_SELECTIVE_NAME("f"): a macro around what a binding is given. */
static bool is_wrapper(const struct row *r) { return r->op == ROW_CALL && r->flags & RF_MACRO_LIKE && r->arg_count == 1; }

/* An element of a local variable: its calls are resolved (see add_table). */
static bool is_local_table(const struct unit *u, operand to)
{
	const struct place *place = operand_kind(to) == OPD_PLACE ? &u->places[operand_index(to)] : NULL;
	return place && operand_kind(place->base) == OPD_VAR && place->kinds[0] == STEP_ELEMENT && place->kinds[1] == STEP_END;
}

/* Sets the flag of every function that the operand names: those of the file itself, if there are any, else all of the name. */
static void mark(const struct program *p, const struct unit *u, operand o, bool *flags)
{
	const struct lists *l = &p->link->functions;
	if (operand_kind(o) != OPD_GLOBAL)
		return;
	struct str text = unit_text(u, operand_index(o));
	u32 name = intern_find(&p->names, last_component(text));
	if (name == NONE || name >= l->keys)
		return;
	struct qualifier whose = qualifier_of(p, text);
	bool is_own = false;
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++)
		is_own |= p->functions[l->at[i]].unit == u && !p->functions[l->at[i]].cls && !qualifier_excludes(p, &whose, &p->functions[l->at[i]]);
	for (u32 i = l->start[name]; i < l->start[name + 1]; i++)
		if (!qualifier_excludes(p, &whose, &p->functions[l->at[i]]) && (!is_own || p->functions[l->at[i]].unit == u))
			flags[l->at[i]] = true;
}

/* The arguments of a binding are often `&f` or a macro around f, made by the rows before. */
static operand named(const struct unit *u, u32 row, operand o)
{
	for (u32 back = 1; back <= BINDING_ROWS && back <= row && operand_kind(o) == OPD_TEMP; back++) {
		const struct row *r = &u->rows[row - back];
		if (back > 4 && !is_inside(r, &u->rows[row]))
			return o;
		if (r->dst != o)
			continue;
		if (r->op == ROW_UNARY && r->sub == OP_ADDR)
			return r->a;
		return is_wrapper(r) ? u->args[r->first_arg] : o;
	}
	return o;
}

/* The text is its name, or the end of it behind a `::`. */
static bool is_named(const struct fn *fn, struct str text)
{
	struct str name = fn_name(fn);
	size_t before = name.n - text.n;
	return name.n >= text.n && str_eq((struct str){name.p + before, text.n}, text) && (!before || name.p[before - 1] == ':');
}

fn_id program_function_value(const struct program *p, fn_id in, const struct row *row, operand value)
{
	const struct fn *fn = &p->functions[in];
	const struct lists *l = &p->link->functions;
	operand o = named(fn->unit, (u32)(row - fn->unit->rows), value);
	if (operand_kind(o) == OPD_FUNCTION)
		return program_fn(p, fn->file, operand_index(o));
	if (operand_kind(o) != OPD_GLOBAL)
		return NONE;
	struct str text = unit_text(fn->unit, operand_index(o));
	u32 id = intern_find(&p->names, last_component(text)), found = NONE, n = 0;
	for (u32 i = id == NONE || id >= l->keys ? 0 : l->start[id]; id != NONE && id < l->keys && i < l->start[id + 1]; i++) {
		const struct fn *other = &p->functions[l->at[i]];
		if (!is_named(other, text))
			continue;
		if (other->file == fn->file)
			return l->at[i];
		found = l->at[i];
		n++;
	}
	return n == 1 ? found : NONE;
}

/* "ns::name(Tensor x) -> Tensor", "name": the name. Empty if the argument is no string, nor the first name of an exporting macro. */
static struct str exported_name(const struct unit *u, u32 r)
{
	const struct row *row = &u->rows[r];
	operand first = row->arg_count ? named(u, r, u->args[row->first_arg]) : OPERAND(OPD_NONE, 0);
	bool is_macro = row->flags & RF_MACRO_LIKE && operand_kind(first) == OPD_GLOBAL;
	if (operand_kind(first) != OPD_STRING && !is_macro)
		return S("");
	struct str name = unit_text(u, operand_index(first));
	const char *open = memchr(name.p, '(', name.n);
	return last_component((struct str){name.p, open ? (size_t)(open - name.p) : name.n});
}

static void export(struct program *p, const struct unit *u, u32 r, struct arena *scratch, pair_list *pairs)
{
	const struct row *row = &u->rows[r];
	const struct lists *l = &p->link->functions;
	struct str name = exported_name(u, r);
	for (u32 i = 1; i < row->arg_count && name.n; i++) {
		operand given = named(u, r, u->args[row->first_arg + i]);
		u32 id = operand_kind(given) == OPD_GLOBAL ? intern_find(&p->names, last_component(unit_text(u, operand_index(given)))) : NONE;
		if (id == NONE || id >= l->keys)
			continue;
		u32 key = intern_put(&p->names, name);
		for (u32 k = l->start[id]; k < l->start[id + 1]; k++) {
			struct pair pair = {key, l->at[k]};
			vec_push(scratch, pairs, pair);
		}
	}
}

u32 program_exported(const struct program *p, struct str name, const fn_id **first)
{
	const struct lists *l = &p->link->exported;
	u32 id = intern_find(&p->names, name);
	if (id == NONE || id >= l->keys)
		return 0;
	*first = l->at + l->start[id];
	return l->start[id + 1] - l->start[id];
}

/* The variable or field that the object of a member call is: the last name. Empty if it has none. */
static struct str object_name(const struct fn *fn, operand object)
{
	const struct unit *u = fn->unit;
	u32 i = operand_index(object), field = 0;
	if (operand_kind(object) == OPD_VAR)
		return unit_text(u, u->vars[fn->f->first_var + i].name);
	if (operand_kind(object) != OPD_PLACE)
		return operand_kind(object) == OPD_GLOBAL ? unit_text(u, i) : S("");
	for (u32 s = 0; s < PLACE_STEPS && u->places[i].kinds[s] != STEP_END; s++)
		if (u->places[i].kinds[s] == STEP_FIELD)
			field = u->places[i].names[s];
	return field ? unit_text(u, field) : object_name(fn, u->places[i].base); /* which is no place */
}

/* Its arguments are what a thread runs, and nobody catches what that throws. */
static bool is_thread_of(const struct fn *fn, const struct row *call)
{
	struct str name = unit_text(fn->unit, call->name);
	return starts_thread(name) || (call->flags & RF_MEMBER && adds_thread(name, object_name(fn, call->a)));
}

static void store_of(struct program *p, const struct fn *fn, struct arena *scratch, pair_list *exports)
{
	const struct unit *u = fn->unit;
	for (u32 r = fn->f->first_row; r < fn->f->first_row + fn->f->row_count; r++) {
		const struct row *row = &u->rows[r];
		bool is_address = row->op == ROW_UNARY && row->sub == OP_ADDR && !row->b;
		if ((row->op == ROW_MOVE && !is_local_table(u, row->dst)) || row->op == ROW_RETURN || (is_address && !goes_to_binding(u, r)))
			mark(p, u, row->a, p->link->is_stored);
		fn_id begun = program_member_thread(p, program_fn(p, fn->file, fn->index), row);
		if (begun != NONE)
			p->link->is_thread[begun] = true;
		if (row->op != ROW_CALL)
			continue;
		bool binds = is_binding(unit_text(u, row->name)), starts = is_thread_of(fn, row);
		if (binds)
			export(p, u, r, scratch, exports);
		for (u32 i = 0; i < row->arg_count; i++) {
			operand given = u->args[row->first_arg + i];
			if (starts)
				mark(p, u, named(u, r, given), p->link->is_thread);
			mark(p, u, binds ? named(u, r, given) : given, binds || (is_wrapper(row) && goes_to_binding(u, r)) ? p->link->is_bound : p->link->is_stored);
		}
	}
}

void link_stored(struct program *p)
{
	struct arena scratch = {0};
	pair_list exports = {0};
	p->link->is_stored = arena_array(p->arena, bool, p->function_count + 1);
	p->link->is_thread = arena_array(p->arena, bool, p->function_count + 1);
	p->link->is_bound = arena_array(p->arena, bool, p->function_count + 1);
	for (fn_id f = 0; f < p->function_count; f++)
		if (!program_is_python(p, f))
			store_of(p, &p->functions[f], &scratch, &exports);
	lists_pack(p->arena, &p->link->exported, exports.at, exports.n, p->names.texts.n);
	arena_release(&scratch);
}

bool program_is_stored(const struct program *p, fn_id fn) { return p->link->is_stored[fn]; }

bool program_is_thread(const struct program *p, fn_id fn) { return p->link->is_thread[fn]; }

bool program_is_bound(const struct program *p, fn_id fn) { return p->link->is_bound[fn]; }
