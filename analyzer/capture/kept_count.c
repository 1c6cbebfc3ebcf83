#include "capture/kept_count.h"

#include "capture/prepared.h"
#include "capture/shape.h"
#include "capture/slice.h"
#include "graph/python.h"
#include "graph/values.h"

struct count {
	fn_id fn;
	u32 row; /* of its body: sets the field */
	struct str cls, field;
};
typedef VEC(struct count) count_list;

/* Cheap, an upper bound: the function takes what an attribute that speaks of graphs keeps. */
static bool takes_kept(const struct fn *fn)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		const struct place *place = row->op == ROW_MOVE && operand_kind(row->dst) == OPD_VAR && operand_kind(row->a) == OPD_PLACE
		                                ? &fn->unit->places[operand_index(row->a)] : NULL;
		for (u32 s = 0; place && s < PLACE_STEPS && place->kinds[s] == STEP_FIELD; s++)
			if (speaks_of_graphs(unit_text(fn->unit, place->names[s])))
				return true;
	}
	return false;
}

/* `len(x)` of a list that the function has made. */
static bool counts_own(const struct capture *c, const struct body *b, u32 row, u32 cell)
{
	struct value v = value_of(capture_values(c, b), row, cell);
	const struct body_row *made = v.kind == VALUE_RESULT ? &b->rows[v.row] : NULL;
	if (!made || made->op != ROW_CALL || made->arg_count != 1 || !str_is(body_row_name(c->program, made), "len") || b->args[made->first_arg] == NONE)
		return false;
	u32 cell_of_list = b->args[made->first_arg];
	struct value list = value_of(capture_values(c, b), v.row, cell_of_list);
	/* A part of what a call gave is nothing that is known, but the function's own. */
	return b->cells[cell_of_list].kind == CELL_LOCAL && list.kind != VALUE_PARAM && list.kind != VALUE_CONSTANT && list.kind != VALUE_PLACE;
}

/* `kept.x[:n].copy_(...)`: so much of the kept buffers is refreshed. */
static bool bounds_copy(const struct capture *c, const struct body *b, u32 holder, struct str name)
{
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *r = &b->rows[row];
		if (r->op != ROW_CALL || !(r->flags & RF_MEMBER) || r->a == NONE || !str_is(body_row_name(c->program, r), "copy_"))
			continue;
		struct slice s = slice_of(c->program, b, r->a);
		if (s.kind == SLICE_PREFIX && b->cells[s.object].parent == holder && slice_names(s.bound, name))
			return true;
	}
	return false;
}

static void find_counts(const struct capture *c, struct arena *a, fn_id fn, count_list *out)
{
	const struct body *b = capture_body(c, fn);
	for (u32 row = 0; row < b->n; row++) {
		struct field_write w;
		if (!field_write_at(b, row, &w) || b->rows[row].a == NONE || b->cells[w.holder].kind != CELL_LOCAL)
			continue;
		struct value kept = value_of(capture_values(c, b), row, w.holder);
		if (kept.kind != VALUE_PLACE || !speaks_of_graphs(body_cell_name(c->program, b, kept.cell)))
			continue;
		struct str name = body_cell_name(c->program, b, b->rows[row].a), cls;
		if (!name.n || !bounds_copy(c, b, w.holder, name) || !counts_own(c, b, row, b->rows[row].a))
			continue;
		const struct unit *u = c->program->functions[b->rows[row].fn].unit;
		operand place = b->rows[row].row->dst;
		if (operand_kind(place) != OPD_PLACE || python_object(c->program, b->rows[row].fn, u->places[operand_index(place)].base, &cls) != RECEIVER_OTHER || !cls.n)
			continue;
		struct count found = {fn, row, cls, intern_get(&c->program->names, w.name)};
		vec_push(a, out, found);
	}
}

static bool runs_kernel(const struct capture *c, const struct body_row *r)
{
	struct python_call call = python_resolve(c->program, r->fn, r->row);
	for (u32 i = 0; i < call.n; i++)
		if (call.at[i].how & HOW_DEVICE)
			return true;
	return false;
}

/* The count that an argument is, as a field of a parameter of its class, whichever way leads there. */
static const struct count *count_given(const struct capture *c, const struct body *b, u32 row, u32 cell, const count_list *counts)
{
	struct value v = value_of(capture_values(c, b), row, cell);
	u32 holder = v.kind == VALUE_PLACE ? b->cells[v.cell].parent : NONE;
	struct str name = holder == NONE ? S("") : body_cell_name(c->program, b, v.cell), cls;
	for (u32 i = 0; i < counts->n && holder != NONE && b->cells[holder].param != NONE; i++)
		if (str_eq(counts->at[i].field, name) && python_object(c->program, b->fn, OPERAND(OPD_VAR, b->cells[holder].param), &cls) == RECEIVER_OTHER &&
		    str_eq(cls, counts->at[i].cls))
			return &counts->at[i];
	return NULL;
}

/* Cheap, an upper bound: the function reads a field of that name from what it was given. */
static bool reads_count(const struct fn *fn, const count_list *counts)
{
	for (u32 i = 0; i < fn->f->row_count; i++) {
		const struct row *row = &fn->unit->rows[fn->f->first_row + i];
		const struct place *place = row->op == ROW_MOVE && operand_kind(row->a) == OPD_PLACE ? &fn->unit->places[operand_index(row->a)] : NULL;
		bool is_given = place && operand_kind(place->base) == OPD_VAR && operand_index(place->base) < fn->f->param_count && place->kinds[0] == STEP_FIELD;
		for (u32 k = 0; is_given && k < counts->n; k++)
			if (str_eq(counts->at[k].field, unit_text(fn->unit, place->names[0])))
				return true;
	}
	return false;
}

static bool find_kernel(const struct capture *c, fn_id fn, const count_list *counts, struct kept_count *out)
{
	const struct reached *r = c->of[fn] == NONE ? NULL : &c->reached.at[c->of[fn]];
	const struct body *b = capture_body(c, fn);
	for (u32 row = 0; row < b->n; row++) {
		const struct body_row *call = &b->rows[row];
		const struct count *count = NULL;
		u32 given = NONE;
		for (u32 i = 0; i < call->arg_count && call->op == ROW_CALL && (!r || capture_has(r, row)) && !count; i++) {
			given = b->args[call->first_arg + i];
			count = given == NONE ? NULL : count_given(c, b, row, given, counts);
		}
		if (!count || !runs_kernel(c, call))
			continue;
		u32 read = capture_values(c, b)->only[given];
		*out = (struct kept_count){count->fn, fn, count->row, row, read < b->n ? read : row, count->field};
		return true;
	}
	return false;
}

static bool is_asked(const struct program *p, fn_id fn) { return program_is_python(p, fn) && !program_is_test(p, fn); }

void find_kept_counts(const struct capture *c, const bool *shows, struct arena *a, kept_count_list *out)
{
	const struct program *p = c->program;
	count_list counts = {0};
	struct kept_count found;
	for (fn_id fn = 0; fn < p->function_count; fn++)
		if (is_asked(p, fn) && takes_kept(&p->functions[fn]))
			find_counts(c, a, fn, &counts);
	for (fn_id fn = 0; fn < p->function_count && counts.n; fn++)
		if (shows[fn] && is_asked(p, fn) && reads_count(&p->functions[fn], &counts) && find_kernel(c, fn, &counts, &found))
			vec_push(a, out, found);
}
