#include "capture/late.h"

#include "capture/below.h"
#include "graph/edges.h"

struct setter {
	fn_id fn, forward;
	u32 name, next; /* next: another method of that name */
};

struct search {
	const struct capture *c;
	struct arena *a;
	struct idmap switches;       /* class and attribute -> forward that branches on it */
	struct idmap by_name;        /* name id of a method -> newest setter */
	VEC(struct setter) setters;
	struct below below;
};

/* The attribute of `self` that an operand is, or NONE. */
static u32 own_attribute(const struct search *s, const struct fn *fn, operand o)
{
	const struct place *place = operand_kind(o) == OPD_PLACE ? &fn->unit->places[operand_index(o)] : NULL;
	if (!place || operand_kind(place->base) != OPD_VAR || operand_index(place->base) || place->kinds[0] != STEP_FIELD || place->kinds[1] != STEP_END)
		return NONE;
	return intern_find(&s->c->program->names, unit_text(fn->unit, place->names[0]));
}

static bool is_looked_at(const struct search *s, fn_id fn)
{
	const struct fn *f = &s->c->program->functions[fn];
	return program_is_python(s->c->program, fn) && !s->c->program->files[f->file].is_test;
}

static void find_switches(struct search *s)
{
	for (u32 at = 0; at < s->c->reached.n; at++) {
		fn_id fn = s->c->reached.at[at].fn;
		const struct fn *f = &s->c->program->functions[fn];
		if (!f->cls || !is_looked_at(s, fn) || !str_is(unit_text(f->unit, f->f->name), "forward"))
			continue;
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
			u32 name = f->unit->rows[i].op == ROW_BRANCH ? own_attribute(s, f, f->unit->rows[i].a) : NONE;
			if (name != NONE)
				idmap_put(s->a, &s->switches, fn_class_key(f, name), fn);
		}
	}
}

/* Methods that set a switch whatever it was, and are no part of making the object or of running it. */
static void find_setters(struct search *s)
{
	for (fn_id fn = 0; fn < s->c->program->function_count && s->switches.n; fn++) {
		const struct fn *f = &s->c->program->functions[fn];
		struct str own = unit_text(f->unit, f->f->name);
		if (!f->cls || f->f->kind != FN_METHOD || !is_looked_at(s, fn) || str_starts(own, "__") || str_starts(own, "forward"))
			continue;
		for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
			const struct row *row = &f->unit->rows[i];
			u32 name = row->op == ROW_MOVE && row->sub == OP_NONE && operand_kind(row->a) == OPD_INT ? own_attribute(s, f, row->dst) : NONE;
			u32 forward = name == NONE ? NONE : idmap_get(&s->switches, fn_class_key(f, name));
			if (forward == NONE)
				continue;
			struct setter found = {fn, forward, name, idmap_get(&s->by_name, f->name)};
			vec_push(s->a, &s->setters, found);
			idmap_put(s->a, &s->by_name, f->name, s->setters.n - 1);
			break;
		}
	}
}

/* The setter that a row calls on another object than `self`, or NULL. */
static const struct setter *setter_called(const struct search *s, const struct fn *f, const struct row *row)
{
	if (row->op != ROW_CALL || !(row->flags & RF_MEMBER) || !row->name || row->a == OPERAND(OPD_VAR, 0))
		return NULL;
	u32 id = intern_find(&s->c->program->names, unit_text(f->unit, row->name));
	u32 at = id == NONE ? NONE : idmap_get(&s->by_name, id);
	return at == NONE ? NULL : &s->setters.at[at];
}

static void look_at(struct search *s, fn_id fn, late_list *out)
{
	const struct fn *f = &s->c->program->functions[fn];
	const struct body *b = NULL;
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct setter *setter = setter_called(s, f, &f->unit->rows[i]);
		if (!setter)
			continue;
		b = b ? b : capture_body(s->c, fn);
		u32 row = 0, capture = NONE;
		while (row < b->n && b->rows[row].row != &f->unit->rows[i])
			row++;
		s->below.left = LATE_FUNCTIONS;
		for (u32 k = 0; k < row && row < b->n && capture == NONE; k++)
			if (row_captures(&s->below, &b->rows[k]) && body_reaches(b, k, row))
				capture = k;
		bool is_again = capture == NONE;
		for (u32 k = row; k < b->n && !is_again; k++)
			is_again = row_captures(&s->below, &b->rows[k]) && body_reaches(b, row, k);
		if (is_again)
			continue;
		struct late_switch found = {fn, capture, row, setter->fn, setter->forward, setter->name};
		vec_push(s->a, out, found);
	}
}

void find_late(const struct capture *c, const bool *asked, struct arena *a, late_list *out)
{
	struct search s = {.c = c, .a = a};
	find_switches(&s);
	find_setters(&s);
	if (!s.setters.n)
		return;
	below_open(&s.below, c, a, LATE_DEPTH, false);
	for (fn_id fn = 0; fn < c->program->function_count; fn++)
		if (asked[fn] && is_looked_at(&s, fn))
			look_at(&s, fn, out);
}
