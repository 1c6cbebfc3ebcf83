#include "capture/below.h"

#include "capture/hazard.h"

void below_open(struct below *s, const struct capture *c, struct arena *a, u32 depth, bool is_sure)
{
	*s = (struct below){.c = c, .a = a, .depth = depth, .is_sure = is_sure};
	s->opens = arena_array(a, bool, c->program->function_count + 1);
	for (u32 i = 0; i < c->regions.n; i++)
		s->opens[c->regions.at[i].fn] |= c->regions.at[i].grade == GRADE_CODE && c->regions.at[i].row != NONE;
}

static bool is_false(const struct unit *u, operand value) { return operand_kind(value) == OPD_NULL || (operand_kind(value) == OPD_INT && !u->ints[operand_index(value)]); }

/* A parameter of the function, or of one around it, that is false by default. */
static bool is_option(const struct program *p, fn_id fn, struct str name)
{
	for (u32 at = fn; name.n;) {
		const struct fn *f = &p->functions[at];
		for (u32 i = 0; i < f->f->param_count; i++) {
			const struct var *var = &f->unit->vars[f->f->first_var + i];
			if (str_eq(unit_text(f->unit, var->name), name))
				return is_false(f->unit, var->value);
		}
		if (f->f->parent == NONE)
			return false;
		at = program_fn(p, f->file, f->f->parent);
	}
	return false;
}

static void note_option(struct below *s, struct str name)
{
	for (u32 i = 0; i < s->n_options; i++)
		if (str_eq(s->options[i], name))
			return;
	if (s->n_options < OPTIONS)
		s->options[s->n_options++] = name;
}

static bool is_optional(struct below *s, const struct body *b, u32 row)
{
	const struct dominators *d = capture_dominators(s->c, b, false);
	for (u32 to = s->skips_options ? d->branch[row] : NONE; to != NONE; to = next_branch(d, to)) {
		const struct body_row *branch = &b->rows[d->entry[to]];
		bool is_asked = branch->op == ROW_BRANCH && branch->target == to && branch->a != NONE && b->cells[branch->a].parent == NONE && b->cells[branch->a].first_write == NONE;
		struct str name = is_asked ? body_cell_name(s->c->program, b, branch->a) : S("");
		if (s->n_options < OPTIONS && is_option(s->c->program, b->fn, name)) {
			note_option(s, name);
			return true;
		}
	}
	return false;
}

bool gives_option(const struct below *s, const struct body_row *r)
{
	const struct fn *f = &s->c->program->functions[r->fn];
	const struct unit *u = f->unit;
	for (u32 i = 0; i < r->row->arg_count && r->op == ROW_CALL; i++) {
		struct str name = unit_text(u, u->arg_names[r->row->first_arg + i]);
		operand given = u->args[r->row->first_arg + i];
		struct str variable = operand_kind(given) == OPD_VAR ? unit_text(u, u->vars[f->f->first_var + operand_index(given)].name) : S("");
		bool is_handed_on = operand_kind(given) == OPD_CAPTURED || is_option(s->c->program, r->fn, variable);
		for (u32 k = 0; k < s->n_options && name.n; k++)
			if (str_eq(s->options[k], name) && !is_handed_on && !is_false(u, given))
				return true;
	}
	return false;
}

/* The function itself opens one, and not just if it is asked to. */
static bool opens_here(struct below *s, fn_id fn)
{
	if (!s->opens[fn] || !s->skips_options)
		return s->opens[fn];
	const struct body *b = capture_body(s->c, fn);
	for (u32 i = 0; i < s->c->regions.n; i++) {
		const struct capture_region *region = &s->c->regions.at[i];
		if (region->fn == fn && region->grade == GRADE_CODE && region->row != NONE && !is_optional(s, b, region->row))
			return true;
	}
	return false;
}

enum { YES = 1u << 30 };

static bool is_below(struct below *s, fn_id fn, u32 depth);

/* Some function that the row runs opens one; that function stands at `depth`. */
static bool row_is_below(struct below *s, const struct body_row *r, u32 depth)
{
	bool is_followed = r->op == ROW_CALL && r->callee.n <= CLASS_TARGETS && !(s->is_sure && r->callee.by_name);
	for (u32 i = 0; i < r->callee.n && is_followed; i++)
		if (is_below(s, r->callee.at[i], depth))
			return true;
	return false;
}

static bool is_below(struct below *s, fn_id fn, u32 depth)
{
	u32 known = idmap_get(&s->answers, fn);
	/* A no holds for what is asked as deep down or deeper. */
	if (known != NONE && (known == YES || known <= depth))
		return known == YES;
	if (depth > s->depth || !s->left)
		return false;
	s->left--;
	idmap_put(s->a, &s->answers, fn, depth); /* a cycle adds nothing */
	bool does = opens_here(s, fn);
	const struct body *b = does ? NULL : capture_body(s->c, fn);
	for (u32 row = 0; b && row < b->n && !does; row++)
		does = (row_is_below(s, &b->rows[row], depth + 1) || (b->rows[row].callee.n && gives_option(s, &b->rows[row]))) && !is_optional(s, b, row);
	if (does)
		idmap_put(s->a, &s->answers, fn, YES);
	return does;
}

bool captures_below(struct below *s, fn_id fn) { return is_below(s, fn, 0); }

bool row_captures(struct below *s, const struct body_row *r) { return row_is_below(s, r, 0); }
