/* Threads that a constructor's initialiser list starts. What is written there stands in the facts as moves to the members, whatever they are. */
#include "graph/candidates.h"
#include "graph/link.h"
#include "graph/thread.h"

/* this.worker_, and no part of it */
static bool is_member(const struct unit *u, operand to)
{
	const struct place *place = operand_kind(to) == OPD_PLACE ? &u->places[operand_index(to)] : NULL;
	return place && operand_kind(place->base) == OPD_THIS && place->kinds[0] == STEP_FIELD && place->kinds[1] == STEP_END;
}

/* worker_(&Loader::run, this): the first of a list, made by the rows before. */
static const struct row *first_of_list(const struct unit *u, const struct row *of)
{
	for (const struct row *r = of; r-- > u->rows && r->begin >= of->begin && r->end <= of->end;) {
		const struct place *place = r->op == ROW_MOVE && operand_kind(r->dst) == OPD_PLACE ? &u->places[operand_index(r->dst)] : NULL;
		if (place && place->base == of->a && place->kinds[0] == STEP_ELEMENT && place->names[0] && str_is(unit_text(u, place->names[0]), "0"))
			return r;
	}
	return NULL;
}

fn_id program_member_thread(struct program *p, fn_id in, const struct row *row)
{
	const struct fn *fn = &p->functions[in];
	if (!(fn->f->flags & NF_CTOR) || row->op != ROW_MOVE || !is_member(fn->unit, row->dst))
		return NONE;
	u32 cls = object_class(p, in, row->dst);
	if (!cls || !starts_thread(intern_get(&p->names, cls)))
		return NONE;
	const struct row *given = operand_kind(row->a) == OPD_TEMP ? first_of_list(fn->unit, row) : row;
	return given ? program_function_value(p, in, given, given->a) : NONE;
}
