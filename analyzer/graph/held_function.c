/* Functions that are kept in fields: where they are put, and what a call through a field may run. */
#include "graph/held_function.h"

#include "graph/candidates.h"

/* ---- what is put into fields ---- */

/* The last field of a place, whatever stands behind it: this.ops[i] is `ops`. 0 if it has none. */
static u32 last_field(const struct unit *u, operand o)
{
	u32 field = 0;
	if (operand_kind(o) != OPD_PLACE)
		return operand_kind(o) == OPD_GLOBAL ? operand_index(o) : 0;
	const struct place *place = &u->places[operand_index(o)];
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
		if (place->kinds[s] == STEP_FIELD)
			field = place->names[s];
	return field || operand_kind(place->base) != OPD_GLOBAL ? field : operand_index(place->base);
}

static void put(struct program *p, u32 file, u32 field, operand value, pair_list *out)
{
	struct pair pair = {field, program_fn(p, file, operand_index(value))};
	if (operand_kind(value) == OPD_FUNCTION)
		vec_push(p->arena, out, pair);
}

static bool is_filling(struct str method)
{
	static const char *const names[] = {"push_back", "emplace_back", "push_front", "emplace_front", "push", "emplace", "insert", "try_emplace", "insert_or_assign"};
	return str_is_any(method, names, COUNT(names));
}

/* A setter's parameter: by the name of the function, or of the class that is constructed, and the place of the argument. */
static u64 setter_key(u32 name, u32 argument) { return (u64)name << 8 | argument; }

enum { ARGUMENTS = 16 };

void held_setters(struct program *p, u32 file)
{
	const struct unit *u = &p->units[file];
	for (u32 i = 0; i < u->n_functions && p->files[file].language != LANG_PYTHON; i++) {
		const struct function *f = &u->functions[i];
		const struct fn *fn = &p->functions[program_fn(p, file, i)];
		if (f->kind != FN_METHOD || !fn->cls || !f->param_count)
			continue;
		for (u32 r = f->first_row; r < f->first_row + f->row_count; r++) {
			const struct row *row = &u->rows[r];
			u32 field = row->op == ROW_MOVE && operand_kind(row->dst) == OPD_PLACE ? last_field(u, row->dst) : 0, from = operand_index(row->a);
			if (!field || operand_kind(row->a) != OPD_VAR || from >= f->param_count || from >= ARGUMENTS)
				continue;
			u64 key = setter_key(f->flags & NF_CTOR ? fn->cls : fn->name, from);
			u32 id = intern_put(&p->names, unit_text(u, field)), known = idmap_get(&p->link->setters, key);
			idmap_put(p->arena, &p->link->setters, key, known == NONE || known == id ? id : 0);
		}
	}
}

/* push_back(f), Guard(f), set_step(f) */
static void put_arguments(struct program *p, u32 file, const struct row *row, pair_list *out)
{
	const struct unit *u = &p->units[file];
	struct str called = last_component(unit_text(u, row->name));
	u32 field = row->flags & RF_MEMBER && is_filling(called) ? last_field(u, row->a) : 0, name = intern_find(&p->names, called);
	for (u32 i = 0; i < row->arg_count; i++) {
		operand value = u->args[row->first_arg + i];
		if (operand_kind(value) != OPD_FUNCTION)
			continue;
		u32 kept = field ? intern_put(&p->names, unit_text(u, field)) : name != NONE && i < ARGUMENTS ? idmap_get(&p->link->setters, setter_key(name, i)) : NONE;
		if (kept != NONE && kept)
			put(p, file, kept, value, out);
	}
}

void held_functions(struct program *p, u32 file, pair_list *out)
{
	const struct unit *u = &p->units[file];
	for (u32 r = 0; r < u->n_rows && p->files[file].language != LANG_PYTHON; r++) {
		const struct row *row = &u->rows[r];
		if (row->op == ROW_CALL)
			put_arguments(p, file, row, out);
		u32 field = row->op == ROW_MOVE && operand_kind(row->dst) == OPD_PLACE && operand_kind(row->a) == OPD_FUNCTION ? last_field(u, row->dst) : 0;
		if (field)
			put(p, file, intern_put(&p->names, unit_text(u, field)), row->a, out);
	}
}

/* ---- what is called through them ---- */

enum { STEPS_BACK = 4 };

static u32 field_of(const struct fn *f, operand o, u32 steps)
{
	if (steps >= STEPS_BACK)
		return 0;
	if (operand_kind(o) == OPD_PLACE || operand_kind(o) == OPD_GLOBAL)
		return last_field(f->unit, o);
	for (u32 r = f->f->first_row; r < f->f->first_row + f->f->row_count && (operand_kind(o) == OPD_VAR || operand_kind(o) == OPD_TEMP); r++) {
		const struct row *row = &f->unit->rows[r];
		if (row->dst != o)
			continue;
		bool is_taken = row->op == ROW_ITER || row->op == ROW_MOVE || (row->op == ROW_CALL && row->flags & RF_MEMBER);
		return is_taken ? field_of(f, row->a, steps + 1) : 0;
	}
	return 0;
}

bool held_by_one_class(const struct program *p, u32 field)
{
	u32 owner = idmap_get(&p->link->owners, field);
	return owner != NONE && owner;
}

void held_candidates(struct program *p, fn_id in, operand callee, struct candidates *c, bool *in_class)
{
	const struct fn *f = &p->functions[in];
	u32 field = field_of(f, callee, 0), id = field ? intern_find(&p->names, unit_text(f->unit, field)) : NONE;
	if (id == NONE)
		return;
	candidates_assigned(p, id, c);
	*in_class = c->n && held_by_one_class(p, id);
}
