/* Which definition of a macro is meant. */
#include "graph/candidates.h"
#include "graph/link.h"

/* More than hand back what it was given. */
static bool does_anything(const struct fn *f)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++) {
		const struct row *r = &f->unit->rows[i];
		bool hands_back = r->op == ROW_RETURN && r->flags & RF_MACRO_VALUE;
		if (!hands_back && r->op != ROW_NOP && r->op != ROW_JUMP && r->op != ROW_EXIT)
			return true;
	}
	return false;
}

/* Host code is meant, so definitions for devices are not; nor is the form of a switched-off macro, which does nothing. */
static bool drop_idle_macros(const struct program *p, struct candidates *c)
{
	u32 kept = 0, all = c->n;
	for (u32 i = 0; i < c->n; i++) {
		const struct fn *f = &p->functions[c->at[i]];
		if (!(f->f->flags & NF_DEVICE) && does_anything(f))
			c->at[kept++] = c->at[i];
	}
	c->n = kept ? kept : c->n;
	return c->n < all;
}

static bool reads_slot(const struct program *p, const struct fn *f)
{
	for (u32 i = f->f->first_row; i < f->f->first_row + f->f->row_count; i++)
		if (f->unit->rows[i].op == ROW_CALL && call_reads_slot(models_call(p->models, unit_text(f->unit, f->unit->rows[i].name))))
			return true;
	return false;
}

/* A check of launches that all builds have, and that waits instead while somebody debugs, checks. */
static void drop_debug_forms(const struct program *p, struct candidates *c)
{
	u32 kept = 0;
	bool is_checked = false;
	for (u32 i = 0; i < c->n && c->n > 1; i++)
		is_checked |= !(p->functions[c->at[i]].f->flags & NF_DEBUG) && reads_slot(p, &p->functions[c->at[i]]);
	for (u32 i = 0; i < c->n && is_checked; i++)
		if (!(p->functions[c->at[i]].f->flags & NF_DEBUG))
			c->at[kept++] = c->at[i];
	c->n = kept ? kept : c->n;
}

static bool is_undone(const struct unit *u, const struct function *f, struct str name, u32 at)
{
	for (u32 i = 0; i < u->n_undefs; i++) {
		const struct undef *d = &u->undefs[i];
		if (d->arm <= f->begin && f->begin < d->at && d->at <= at && str_eq(unit_text(u, d->name), name))
			return true;
	}
	return false;
}

/* #define STEP ..., uses, #undef STEP, #define STEP ...: of the file's own definitions those that hold at a place in it. O(candidates * #undef lines). */
static void drop_others_turn(const struct program *p, u32 file, struct str name, u32 at, struct candidates *c)
{
	u32 kept = 0;
	for (u32 i = 0; i < c->n; i++) {
		const struct fn *f = &p->functions[c->at[i]];
		if (f->file == file && (f->f->begin > at || is_undone(f->unit, f->f, name, at)))
			continue;
		c->at[kept++] = c->at[i];
	}
	c->n = kept ? kept : c->n;
}

struct call_target program_macro(struct program *p, u32 file, struct str name, u32 at)
{
	struct candidates c = {0};
	u32 id = intern_find(&p->names, name);
	const struct lists *l = &p->link->macros;
	if (id == NONE || id >= l->keys)
		return (struct call_target){0};
	u32 near = 0, files = 0, last_file = NONE;
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++) {
		near = max_u32(near, candidates_nearness(p, file, l->at[i]));
		files += p->functions[l->at[i]].file != last_file;
		last_file = p->functions[l->at[i]].file;
	}
	/* Out of sight in several files: which one is meant can't be known. */
	if (!near && files > 1)
		return (struct call_target){0};
	for (u32 i = l->start[id]; i < l->start[id + 1]; i++)
		if (candidates_nearness(p, file, l->at[i]) == near)
			candidates_add(&c, l->at[i]);
	if (at != NONE && c.n > 1)
		drop_others_turn(p, file, name, at, &c);
	bool has_idle_forms = drop_idle_macros(p, &c);
	drop_debug_forms(p, &c);
	struct call_target t = candidates_finish(p, file, &c, true);
	t.has_idle_forms = has_idle_forms;
	return t;
}

bool macro_is_port(const struct program *p, const struct call_target *macro, struct str wanted)
{
	if (macro->n != 1 || !str_starts(wanted, "cu") || !models_call(p->models, wanted))
		return false;
	const struct fn *f = &p->functions[macro->at[0]];
	bool is_renamed = false;
	for (u32 i = 0; i < f->f->row_count; i++) {
		const struct row *r = &f->unit->rows[f->f->first_row + i];
		if (r->op != ROW_CALL)
			continue;
		if (is_renamed || !str_starts(unit_text(f->unit, r->name), "hip"))
			return false;
		is_renamed = true;
	}
	return is_renamed;
}
