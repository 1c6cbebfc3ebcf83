/* Constants that variables hold before a call: `bool ok = false; if (cudaX() != cudaSuccess) goto out; ok = true; out: ...`.
 * Each new fact starts with what is known on every path to its call. Only variables that decide something are followed, and only
 * where every write to them is seen. */
#include "flow/slot_local.h"

static bool is_named_local(const struct walk *w, u32 cell)
{
	return cell < w->body->cell_count && w->body->cells[cell].kind == CELL_LOCAL && w->body->cells[cell].name && w->body->cells[cell].parent == NONE;
}

bool value_is_followed(const struct walk *w, u32 cell) { return is_named_local(w, cell) && w->is_followed[cell]; }

/* Some row decides on the cell, hands it on, or makes another one of it. */
static void mark_deciding(struct walk *w)
{
	for (u32 i = 0; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		bool compares = r->op == ROW_BINARY && (value_class_of(w, r->a) == CLASS_ZERO || value_class_of(w, r->b) == CLASS_ZERO ||
		                r->sub == OP_EQ || r->sub == OP_NE || r->sub == OP_BITOR || r->sub == OP_BITAND);
		bool asks = compares || r->op == ROW_BRANCH || r->op == ROW_RETURN || r->op == ROW_MOVE || (r->op == ROW_UNARY && r->sub == OP_NOT);
		if (asks && is_named_local(w, r->a))
			w->is_followed[r->a] = true;
		if (compares && is_named_local(w, r->b))
			w->is_followed[r->b] = true;
		for (u32 n = 0; r->op == ROW_CALL && n < r->arg_count; n++)
			if (is_named_local(w, w->body->args[r->first_arg + n]))
				w->is_followed[w->body->args[r->first_arg + n]] = true;
	}
}

/* Its address, or a reference to it, is kept: it can be written by another name. */
static void unmark_aliased(struct walk *w)
{
	for (u32 i = 0; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		u32 kept = NONE;
		if (r->op == ROW_MOVE && r->a < w->body->cell_count)
			kept = w->body->cells[r->a].address_of;
		if (r->op == ROW_MOVE && is_named_local(w, r->dst) && w->body->cells[r->dst].is_reference) {
			kept = r->a;
			w->is_followed[r->dst] = false;
		}
		if (is_named_local(w, kept))
			w->is_followed[kept] = false;
	}
}

/* A lambda that is not unfolded here runs who knows when. */
static void unmark_captured(struct walk *w, fn_id lambda)
{
	const struct fn *fn = &w->program->functions[lambda];
	for (u32 u = 0; u < w->body->use_count; u++)
		if (w->body->uses[u].fn == lambda)
			return;
	for (u32 i = fn->f->first_row; i < fn->f->first_row + fn->f->row_count; i++) {
		operand to = fn->unit->rows[i].op == ROW_UNARY ? fn->unit->rows[i].a : fn->unit->rows[i].dst;
		if (operand_kind(to) != OPD_CAPTURED)
			continue;
		u32 name = intern_find(&w->program->names, unit_text(fn->unit, operand_index(to)));
		for (u32 cell = 0; name != NONE && cell < w->body->cell_count; cell++)
			if (w->body->cells[cell].name == name)
				w->is_followed[cell] = false;
	}
}

/* Whether the call can write its n-th argument, given as it is. */
static bool may_write(const struct walk *w, const struct body_row *r, u32 n)
{
	struct str name = body_row_name(w->program, r);
	if (r->callee.call || r->callee.check || sounds_like_log(name))
		return false;
	for (u32 i = 0; i < r->callee.n; i++) {
		const struct fn *fn = &w->program->functions[r->callee.at[i]];
		u32 param = fn->f->first_var + min_u32(n, fn->f->param_count - 1);
		if (fn->f->param_count && fn->unit->vars[param].flags & (NF_REF | NF_VARIADIC))
			return true;
	}
	return !r->callee.n;
}

static void count_ask(struct walk *w, u32 cell)
{
	if (cell != NONE && w->asks[cell] < UINT16_MAX)
		w->asks[cell]++;
}

static void mark_rewritten(struct walk *w)
{
	for (u32 i = 0; i < w->body->n; i++) {
		const struct body_row *r = &w->body->rows[i];
		if (r->op == ROW_BINARY || r->op == ROW_BRANCH || (r->op == ROW_UNARY && r->sub == OP_NOT))
			count_ask(w, r->a);
		if (r->op == ROW_BINARY)
			count_ask(w, r->b);
		bool counts = r->op == ROW_UNARY && (r->sub == OP_PRE_INC || r->sub == OP_POST_INC || r->sub == OP_PRE_DEC || r->sub == OP_POST_DEC);
		if (r->dst != NONE)
			w->is_rewritten[r->dst] = true;
		if (counts && r->a != NONE)
			w->is_rewritten[r->a] = true;
		for (u32 n = 0; n < r->arg_count; n++) {
			u32 arg = w->body->args[r->first_arg + n], pointee = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
			count_ask(w, arg);
			if (pointee != NONE || (r->op == ROW_CALL && arg != NONE && may_write(w, r, n)))
				w->is_rewritten[pointee != NONE ? pointee : arg] = true;
		}
	}
}

void value_follow(struct walk *w)
{
	w->is_followed = arena_array(w->arena, bool, w->body->cell_count + 1);
	w->asks = arena_array(w->arena, u16, w->body->cell_count + 1);
	w->is_rewritten = arena_array(w->arena, bool, w->body->cell_count + 1);
	mark_rewritten(w);
	mark_deciding(w);
	unmark_aliased(w);
	for (u32 cell = 0; cell < w->body->cell_count; cell++)
		if (w->body->cells[cell].kind == CELL_FUNCTION && w->body->cells[cell].function != NONE)
			unmark_captured(w, w->body->cells[cell].function);
}

struct fact *value_fact(struct walk *w, struct state *s, u32 producer)
{
	struct fact *f = state_add(&w->scratch, s, producer);
	const struct fact *constants = state_find(s, CONSTANTS);
	if (constants)
		f->premises = constants->premises;
	for (u32 i = 0; constants && i < constants->relations; i++)
		fact_relate(f, constants->rel[i].cell, (enum value_class)constants->rel[i].fwd, CLASS_ANY);
	return f;
}

static bool is_constant(const struct relation *r) { return r && !r->back && !r->clears; }

void value_unknown(struct walk *w, struct state *s, u32 cell)
{
	const struct fact *constants = state_find(s, CONSTANTS);
	premise_forget(s, cell);
	/* The answer of a callee, or what is set after a failure, is no constant that the variable held before. */
	if (!value_is_followed(w, cell) || !constants || !fact_relation((struct fact *)(uintptr_t)constants, cell))
		return;
	for (u32 i = 0; i < s->n; i++)
		if (is_constant(fact_relation(&s->at[i], cell)))
			fact_forget(&s->at[i], cell);
}

void value_handed(struct walk *w, struct state *s, u32 row)
{
	const struct body_row *r = &w->body->rows[row];
	for (u32 n = 0; n < r->arg_count; n++) {
		u32 arg = w->body->args[r->first_arg + n];
		u32 pointee = arg < w->body->cell_count ? w->body->cells[arg].address_of : NONE;
		if (pointee != NONE || may_write(w, r, n))
			value_unknown(w, s, pointee != NONE ? pointee : arg);
	}
}

void value_count(struct state *s, u32 cell, bool is_up)
{
	premise_forget(s, cell);
	for (u32 i = 0; i < s->n; i++) {
		struct fact *f = &s->at[i];
		const struct relation *r = fact_relation(f, cell);
		/* What the good path counts as well is no count of failures. */
		bool is_first = !r && f->bits & FACT_FAILED && !(f->bits & FACT_SHARED);
		if (f->producer == CONSTANTS ? is_up && r : is_up && (is_constant(r) || is_first))
			fact_relate(f, cell, CLASS_NONZERO, CLASS_ANY);
		else if (is_constant(r))
			fact_forget(f, cell);
	}
}
