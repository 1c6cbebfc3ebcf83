/* Calls of a body: their arguments as cells, which of several overloads is meant, what runs in place of them and what with them. */
#include "graph/builder.h"
#include "graph/destroy.h"
#include "graph/link.h"
#include "graph/overload.h"
#include "graph/python.h"

/* The operand is all that was given beyond the parameters: __VA_ARGS__, or a pack. */
static bool is_rest(const struct frame *f, operand o)
{
	u32 last = f->f->param_count - 1;
	return f->user && f->f->param_count && operand_kind(o) == OPD_VAR && operand_index(o) == last &&
	       f->unit->vars[f->f->first_var + last].flags & NF_VARIADIC;
}

static u32 *row_args(struct builder *b, struct frame *f, const struct row *row, u32 *n)
{
	VEC(u32) args = {0};
	for (u32 i = 0; i < row->arg_count; i++) {
		operand o = f->unit->args[row->first_arg + i];
		bool has_rest = is_rest(f, o);
		for (u32 k = 0; has_rest && k < f->rest_count; k++)
			vec_push(b->arena, &args, f->rest[k]);
		if (!has_rest) {
			u32 cell = cells_of(&b->cells, f, o);
			vec_push(b->arena, &args, cell);
		}
	}
	*n = args.n;
	return args.at;
}

/* All fields of that name in the program have one type: that, else 0. */
static u32 field_type(const struct program *p, const struct cell *c)
{
	const struct lists *l = &p->link->fields;
	bool is_field = c->name && c->parent != NONE && c->name < l->keys;
	u32 first = is_field ? l->start[c->name] : 0, end = is_field ? l->start[c->name + 1] : 0;
	for (u32 i = first; i < end; i++)
		if (l->at[i] != l->at[first])
			return 0;
	return end > first ? l->at[first] : 0;
}

u32 body_cell_type(const struct program *p, const struct body *b, u32 cell)
{
	return b->cells[cell].type ? b->cells[cell].type : field_type(p, &b->cells[cell]);
}

/* What a variable or a field is declared as, if that is a type of its own. */
static u32 declared_type(const struct builder *b, u32 cell)
{
	u32 type = cell == NONE ? 0 : b->cells.list.at[cell].type;
	if (cell != NONE && !type)
		type = field_type(b->program, &b->cells.list.at[cell]);
	return type && !str_is(intern_get(&b->program->names, type), "auto") ? type : 0;
}

/* The type of a cell: of the variable, or of the call just before that made it. */
static u32 type_of(struct builder *b, u32 cell)
{
	enum { NEAR = 64 };
	u32 type = declared_type(b, cell);
	for (u32 i = b->rows.n; !type && cell != NONE && i-- > 0 && i + NEAR > b->rows.n;) {
		const struct body_row *r = &b->rows.at[i];
		if (r->dst != cell)
			continue;
		if (r->op != ROW_MOVE)
			return overload_result_type(b->program, r);
		cell = r->a;
		type = declared_type(b, cell);
	}
	return type;
}

static void choose_overload(struct builder *b, struct call_target *t, const u32 *args, u32 n)
{
	u32 *types = arena_array(b->arena, u32, n + 1);
	for (u32 i = 0; i < n; i++)
		types[i] = type_of(b, args[i]);
	overload_choose(b->program, t, types, n);
}

void builder_destroys(struct builder *b, struct frame *f, const struct row *row, u32 dst, bool can_throw)
{
	struct destroyed all = {0};
	struct str type = unit_text(f->unit, row->name);
	u32 own = link_type(b->program, type, false);
	destroyed_classes(b->program, type, &all);
	for (u32 i = 0; i < all.n; i++) {
		if (all.cls[i] == own)
			continue;
		struct call_target t = program_destructor(b->program, f->fn, row, all.cls[i]);
		u32 at = builder_row(b, f, row, ROW_DESTROY);
		b->rows.at[at].dst = dst;
		b->rows.at[at].callee = t.n > TARGETS ? (struct call_target){0} : t;
		if (can_throw)
			builder_fix(b, at, FIX_UNWIND, f, row->unwind);
	}
}

void builder_emit_deferred(struct builder *b)
{
	struct deferred d = b->deferred;
	b->deferred.of = NULL;
	for (u32 i = d.first; i < d.end && d.of; i++)
		builder_emit_row(b, d.of, i);
}

void builder_emit_call(struct builder *b, struct frame *f, const struct row *row, u32 unit_row)
{
	u32 callee_cell, n;
	struct str name = cells_callee(&b->cells, f, row, &callee_cell);
	u32 *args = row_args(b, f, row, &n);
	u32 dst = cells_of(&b->cells, f, row->dst);
	if (row->op == ROW_DESTROY && unfold_guard(b, f, row, unit_row, dst))
		return;
	if (row->flags & RF_CONSTRUCT && row->op == ROW_CALL && unfold_holds_guard(b, args, n, dst)) {
		builder_row(b, f, row, ROW_NOP);
		return;
	}
	struct call_target t;
	if (row->flags & RF_GIVEN && unfold_held(b, callee_cell) == NONE) {
		builder_row(b, f, row, ROW_NOP);
		return;
	}
	fn_id held = unfold_held(b, callee_cell);
	if (held != NONE) {
		fn_id *copy = arena_new(b->program->arena, fn_id); /* the cells die with the builder */
		*copy = held;
		t = (struct call_target){.at = copy, .n = 1, .is_complete = true};
	} else {
		t = program_resolve(b->program, f->fn, row, name);
	}
	if (t.n > 1 && row->op == ROW_CALL && !unfold_has_user(b, t.at[0]))
		choose_overload(b, &t, args, n);
	if (t.n > (program_is_python(b->program, f->fn) ? (u32)PYTHON_TARGETS : t.of_class ? CLASS_TARGETS : TARGETS))
		t = (struct call_target){0};
	if (row->op == ROW_CALL && unfold_call(b, f, row, unit_row, t, args, n, dst))
		return;
	builder_emit_deferred(b);
	if (row->op == ROW_CALL && unfold_is_all(b, t))
		t = (struct call_target){0}; /* past a limit, or inside itself: it could do anything */
	bool runs_lambda = row->flags & RF_CALLED_HERE || (row->op == ROW_CALL && !(row->flags & RF_CONSTRUCT) && unfold_takes_lambda(b, args, n));
	if (runs_lambda)
		unfold_lambdas(b, f, row, unit_row, args, n, FN_LAMBDA);
	u32 at = builder_row(b, f, row, (enum row_op)row->op);
	struct body_row *r = &b->rows.at[at];
	r->callee = t;
	r->dst = dst;
	r->a = cells_of(&b->cells, f, row->a);
	r->first_arg = b->args.n;
	r->arg_count = n;
	for (u32 i = 0; i < n; i++)
		vec_push(b->arena, &b->args, args[i]);
	builder_fix(b, at, FIX_UNWIND, f, row->unwind);
	if (row->op == ROW_DESTROY)
		builder_destroys(b, f, row, dst, true);
	/* A statement that was given: what the unseen macro was given besides is looked at first. */
	if (row->flags & RF_CALLED_HERE)
		unfold_lambdas(b, f, row, unit_row, args, n, FN_MACRO);
}
