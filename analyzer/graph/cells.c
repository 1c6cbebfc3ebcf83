/* Cells: one number for each thing that can hold a value in a body. Constants share a cell by what they are; places
 * are cells with a parent, interned by (parent, step), so `a.code` is the same cell wherever it is written. */
#include "graph/cells.h"
#include "graph/link.h"

#include <string.h>

void cells_init(struct cells *c, struct program *p, struct arena *a)
{
	*c = (struct cells){.program = p, .arena = a};
	struct cell constant = {.address_of = NONE, .parent = NONE, .param = NONE, .function = NONE, .lambda = NONE};
	constant.kind = CELL_ZERO;
	c->zero = cells_add(c, constant);
	constant.kind = CELL_NONZERO;
	c->nonzero = cells_add(c, constant);
	constant.kind = CELL_UNKNOWN;
	c->unknown = cells_add(c, constant);
	constant.kind = CELL_OUTER;
	c->elsewhere = cells_add(c, constant);
}

u32 cells_add(struct cells *c, struct cell cell)
{
	vec_push(c->arena, &c->list, cell);
	return c->list.n - 1;
}

static u32 name_id(struct cells *c, struct str name) { return intern_put(&c->program->names, name); }

static u32 interned(struct cells *c, u64 key, struct cell cell)
{
	u32 found = idmap_get(&c->by_key, key);
	if (found != NONE)
		return found;
	found = cells_add(c, cell);
	idmap_put(c->arena, &c->by_key, key, found);
	return found;
}

static u32 named(struct cells *c, enum cell_kind kind, struct str name)
{
	struct cell cell = {.kind = (u8)kind, .name = name_id(c, name), .address_of = NONE, .parent = NONE,
	                    .param = NONE, .function = NONE, .lambda = NONE};
	return interned(c, (u64)1 << 62 | (u64)kind << 40 | cell.name, cell);
}

bool is_success_name(struct str name)
{
	static const char *const ends[] = {"Success", "SUCCESS", "_success", "_OK", "::OK", "kOk", "::Ok", "NoError", "NO_ERROR"};
	return str_ends_any(name, ends, COUNT(ends)) || str_is(name, "OK") || str_is(name, "FALSE") ||
	       str_is(name, "nullopt") || str_ends(name, "::nullopt");
}

/* Other names that begin so are variables of the library itself. */
static bool is_nccl_code(struct str name)
{
	return str_starts(name, "nccl") && (str_ends(name, "Error") || str_starts(name, "ncclInvalid") || str_is(name, "ncclInProgress") || str_is(name, "ncclTimeout"));
}

/* An enumerator or object-like macro rather than a variable: kX, X::kY, ALL_CAPS, cudaErrorX, lib_status_x. */
static bool is_constant_name(struct str name)
{
	struct str last = last_component(name);
	if (!last.n)
		return false;
	if (last.n > 1 && last.p[0] == 'k' && last.p[1] >= 'A' && last.p[1] <= 'Z')
		return true;
	if (last.n == name.n && str_has(last, "_status_")) /* rocblas_status_internal_error */
		return true;
	for (size_t i = 0; i < last.n; i++)
		if (last.p[i] >= 'a' && last.p[i] <= 'z')
			return str_starts(last, "cudaError") || str_starts(last, "hipError") || is_nccl_code(last) ||
			       (last.n != name.n && last.p[0] >= 'A' && last.p[0] <= 'Z');
	return last.n > 1;
}

static u32 search_var(struct frame *f, struct str name)
{
	/* Later declarations hide earlier ones: the facts keep them in order. */
	for (u32 i = f->f->var_count; i-- > 0;)
		if (str_eq(unit_text(f->unit, f->unit->vars[f->f->first_var + i].name), name))
			return i;
	return NONE;
}

static bool is_python(const struct cells *c, const struct frame *f)
{
	return c->program->files[c->program->functions[f->fn].file].language == LANG_PYTHON;
}

static u32 var_cell(struct cells *c, struct frame *f, u32 i)
{
	if (i >= f->f->var_count)
		return c->unknown;
	if (f->vars[i] == NONE) {
		const struct var *v = &f->unit->vars[f->f->first_var + i];
		bool is_param = i < f->f->param_count && !f->user;
		struct cell cell = {.kind = v->flags & NF_STATIC || (is_param && v->flags & NF_REF) ? CELL_OUTER : CELL_LOCAL,
		                    .is_reference = v->flags & NF_REF,
		                    /* A variable of Python holds a reference. */
		                    .is_pointer = is_python(c, f) || str_has(unit_text(f->unit, v->type), "*"),
		                    .is_array = str_has(unit_text(f->unit, v->type), "["),
		                    .name = name_id(c, unit_text(f->unit, v->name)),
		                    .type = link_type(c->program, unit_text(f->unit, v->type), true),
		                    .address_of = NONE, .parent = NONE, .param = is_param ? i : NONE, .function = NONE, .lambda = NONE};
		f->vars[i] = cells_add(c, cell);
	}
	return f->vars[i];
}

static u32 temp_cell(struct cells *c, struct frame *f, u32 i)
{
	if (i >= f->f->temp_count)
		return c->unknown;
	if (f->temps[i] == NONE) {
		struct cell cell = {.kind = CELL_LOCAL, .address_of = NONE, .parent = NONE, .param = NONE, .function = NONE, .lambda = NONE};
		f->temps[i] = cells_add(c, cell);
	}
	return f->temps[i];
}

/* A name that is no variable of its own function: a variable of the user (macros), of the enclosing function
 * (lambdas), a constant, or something global. */
static u32 free_name(struct cells *c, struct frame *f, struct str name)
{
	for (struct frame *user = f->user; user; user = user->user) {
		u32 i = search_var(user, name);
		if (i != NONE)
			return var_cell(c, user, i);
	}
	if (str_is(name, "TRUE"))
		return c->nonzero;
	if (is_success_name(name))
		return named(c, CELL_ZERO, name);
	return named(c, is_constant_name(name) ? CELL_NONZERO : CELL_OUTER, name);
}

static u32 place_cell(struct cells *c, struct frame *f, const struct place *place)
{
	u32 at = cells_of(c, f, place->base);
	bool is_outer = false;
	if (at == NONE)
		return c->unknown;
	for (u32 s = 0; s < PLACE_STEPS && place->kinds[s] != STEP_END; s++) {
		struct str step = unit_text(f->unit, place->names[s]);
		u32 id = name_id(c, step);
		/* *&x is x. */
		if (place->kinds[s] == STEP_DEREF && c->list.at[at].address_of != NONE) {
			at = c->list.at[at].address_of;
			continue;
		}
		const struct cell *base = &c->list.at[at];
		is_outer = is_outer || place->kinds[s] == STEP_DEREF || base->kind != CELL_LOCAL || base->is_pointer;
		struct cell cell = {.kind = is_outer ? CELL_OUTER : CELL_LOCAL, .is_element = place->kinds[s] == STEP_ELEMENT, .name = id, .address_of = NONE, .parent = at,
		                    .param = NONE, .function = NONE, .lambda = NONE};
		at = interned(c, (u64)at << 34 ^ (u64)place->kinds[s] << 31 ^ id, cell);
	}
	return at;
}

u32 cells_of(struct cells *c, struct frame *f, operand o)
{
	u32 i = operand_index(o);
	switch (operand_kind(o)) {
	case OPD_NONE:
		return NONE;
	case OPD_TEMP:
		return temp_cell(c, f, i);
	case OPD_VAR:
		return var_cell(c, f, i);
	case OPD_CAPTURED:
	case OPD_GLOBAL:
		return free_name(c, f, unit_text(f->unit, i));
	case OPD_PLACE:
		if (operand_kind(f->unit->places[i].key) != OPD_NONE)
			idmap_put(c->kept, &c->keys, (u64)f->fn << 32 | o, cells_of(c, f, f->unit->places[i].key));
		return place_cell(c, f, &f->unit->places[i]);
	case OPD_INT:
		return f->unit->ints[i] ? c->nonzero : c->zero;
	case OPD_STRING:
		return c->nonzero;
	case OPD_NULL:
		return c->zero;
	case OPD_FUNCTION: {
		fn_id fn = program_fn(c->program, c->program->functions[f->fn].file, i);
		struct cell cell = {.kind = CELL_FUNCTION, .address_of = NONE, .parent = NONE, .param = NONE, .function = fn, .lambda = NONE};
		return interned(c, (u64)1 << 61 | fn, cell);
	}
	case OPD_THIS:
		return named(c, CELL_OUTER, S("this"));
	case OPD_UNKNOWN:
		break;
	}
	return c->unknown;
}

/* A macro's text calls `clean_up()`: a lambda that its user holds in a variable. The cell of that variable, or NONE. */
static u32 users_lambda(struct cells *c, struct frame *f, struct str name)
{
	for (struct frame *user = f->user; user; user = user->user) {
		u32 i = search_var(user, name);
		if (i == NONE)
			continue;
		u32 cell = var_cell(c, user, i);
		return c->list.at[cell].lambda != NONE ? cell : NONE;
	}
	return NONE;
}

struct str cells_callee(struct cells *c, struct frame *f, const struct row *row, u32 *cell)
{
	struct str name = unit_text(f->unit, row->name);
	*cell = NONE;
	if (row->flags & RF_MEMBER)
		return name;
	/* A callee that is a variable: what it holds. In a macro a parameter may also stand for a plain name. */
	if (operand_kind(row->a) != OPD_NONE)
		*cell = cells_of(c, f, row->a);
	else if (f->f->kind == FN_MACRO && search_var(f, name) != NONE)
		*cell = var_cell(c, f, search_var(f, name));
	else if (f->f->kind == FN_MACRO)
		*cell = users_lambda(c, f, name);
	if (*cell == NONE || f->f->kind != FN_MACRO)
		return name;
	const struct cell *held = &c->list.at[*cell];
	return held->kind == CELL_OUTER || held->kind == CELL_NONZERO ? intern_get(&c->program->names, held->name) : name;
}
