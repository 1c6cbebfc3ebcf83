/* What an object is declared as: a variable, a member, a global. */
#include "graph/candidates.h"
#include "graph/element_class.h"
#include "graph/link.h"

/* The class of a member of the class, or of its bases; 0 if none shows. */
static u32 member_class(const struct program *p, u32 cls, struct str field)
{
	u32 id = cls ? intern_find(&p->names, field) : NONE;
	const struct lists *l = &p->link->bases;
	u32 seen[ANCESTORS] = {cls}, n = 1;
	for (u32 at = 0; at < n && id != NONE; at++) {
		u32 type = idmap_get(&p->link->members, (u64)seen[at] << 32 | id);
		if (type != NONE)
			return type;
		for (u32 i = seen[at] < l->keys ? l->start[seen[at]] : 0; seen[at] < l->keys && i < l->start[seen[at] + 1] && n < ANCESTORS; i++)
			seen[n++] = l->at[i];
	}
	return 0;
}

/* The class of a variable outside of functions: as the file declares it, else as the program's only one of the name. */
static u32 global_class(const struct program *p, u32 file, struct str name)
{
	u32 id = intern_find(&p->names, last_component(name)), own = id == NONE ? NONE : idmap_get(&p->link->globals, ((u64)file + 1) << 32 | id);
	u32 any = own == NONE && id != NONE ? idmap_get(&p->link->globals, id) : own;
	return any == NONE ? 0 : any;
}

static u32 declared_class(struct program *p, fn_id in, operand object)
{
	const struct fn *f = &p->functions[in];
	const struct unit *u = f->unit;
	u32 i = operand_index(object);
	switch (operand_kind(object)) {
	case OPD_THIS:
		return f->cls;
	case OPD_VAR:
		return link_type(p, unit_text(u, u->vars[f->f->first_var + i].type), false);
	case OPD_PLACE: {
		const struct place *place = &u->places[i];
		u32 field = 0;
		for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++)
			if (place->kinds[s] == STEP_FIELD)
				field = place->names[s];
		if (!field)
			return declared_class(p, in, place->base);
		bool is_own = operand_kind(place->base) == OPD_THIS && place->kinds[0] == STEP_FIELD && place->kinds[1] != STEP_FIELD && place->kinds[2] != STEP_FIELD;
		u32 id = intern_find(&p->names, unit_text(u, field)), own = is_own ? member_class(p, f->cls, unit_text(u, field)) : 0;
		const struct lists *l = &p->link->fields;
		if (own)
			return own;
		if (id == NONE || id >= l->keys || l->start[id + 1] - l->start[id] != 1)
			return 0;
		return l->at[l->start[id]];
	}
	case OPD_GLOBAL: { /* Of a method that is defined apart from its class it may be a member; else it is the file's, or one that all files share. */
		u32 member = member_class(p, f->cls, unit_text(u, i));
		return member ? member : global_class(p, f->file, unit_text(u, i));
	}
	case OPD_NONE: case OPD_TEMP: case OPD_CAPTURED: case OPD_INT: case OPD_STRING: case OPD_NULL:
	case OPD_FUNCTION: case OPD_UNKNOWN:
		break;
	}
	return 0;
}

u32 object_class(struct program *p, fn_id in, operand object)
{
	u32 declared = declared_class(p, in, object);
	bool may_be_taken = operand_kind(object) == OPD_VAR || operand_kind(object) == OPD_TEMP || operand_kind(object) == OPD_PLACE;
	/* A class of the program's stands; `vector`, `iterator` and nothing at all don't. */
	if (!may_be_taken || idmap_get(&p->link->classes, declared) != NONE)
		return declared;
	u32 taken = link_type(p, object_written_type(p, in, object), false);
	return idmap_get(&p->link->classes, taken) != NONE ? taken : declared;
}

struct str object_type(const struct program *p, fn_id in, operand object)
{
	const struct fn *f = &p->functions[in];
	if (operand_kind(object) == OPD_VAR)
		return unit_text(f->unit, f->unit->vars[f->f->first_var + operand_index(object)].type);
	const struct function *file = &f->unit->functions[0];
	for (u32 i = 0; operand_kind(object) == OPD_GLOBAL && i < file->var_count; i++) {
		const struct var *v = &f->unit->vars[file->first_var + i];
		if (str_eq(unit_text(f->unit, v->name), unit_text(f->unit, operand_index(object))))
			return unit_text(f->unit, v->type);
	}
	return S("");
}
