/* Attributes of Python classes: an index of every `self.x = v`, made at the first question. */
#include "capture/local.h"

#include <stdlib.h>

enum { WRITES = 256 };

struct attributes {
	bool is_made;
	struct lists by_key; /* dense key -> index in writes */
	struct idmap keys;   /* file, class, name -> dense key */
	VEC(struct attribute_write) writes;
};

/* Classes of one name in two files are two. */
/* The attribute that a row as written sets on `self`, or 0. */
static u32 written(const struct program *p, const struct fn *fn, const struct row *row)
{
	if (row->op != ROW_MOVE || row->sub != OP_NONE || operand_kind(row->dst) != OPD_PLACE || row->flags & RF_INPLACE)
		return 0;
	const struct place *place = &fn->unit->places[operand_index(row->dst)];
	bool is_self = operand_kind(place->base) == OPD_VAR && operand_index(place->base) == 0;
	if (!is_self || place->kinds[0] != STEP_FIELD || place->kinds[1] != STEP_END)
		return 0;
	u32 id = intern_find(&p->names, unit_text(fn->unit, place->names[0]));
	return id == NONE ? 0 : id;
}

static void make(const struct capture *c, struct attributes *all)
{
	const struct program *p = c->program;
	struct arena scratch = {0};
	pair_list pairs = {0};
	u32 keys = 0;
	all->is_made = true;
	for (fn_id f = 0; f < p->function_count; f++) {
		const struct fn *fn = &p->functions[f];
		if (!fn->cls || p->files[fn->file].language != LANG_PYTHON)
			continue;
		for (u32 i = 0; i < fn->f->row_count; i++) {
			u32 name = written(p, fn, &fn->unit->rows[fn->f->first_row + i]);
			if (!name)
				continue;
			u32 key = idmap_get(&all->keys, fn_class_key(fn, name));
			if (key == NONE) {
				key = keys++;
				idmap_put(c->arena, &all->keys, fn_class_key(fn, name), key);
			}
			struct pair pair = {key, all->writes.n};
			struct attribute_write w = {f, i};
			vec_push(c->arena, &all->writes, w);
			vec_push(&scratch, &pairs, pair);
		}
	}
	lists_pack(c->arena, &all->by_key, pairs.at, pairs.n, keys);
	arena_release(&scratch);
}

/* Rows of the unit to rows of the body: lambdas that run in place shift them. */
static u32 body_row(const struct capture *c, struct attribute_write w)
{
	const struct body *b = capture_body(c, w.fn);
	const struct fn *fn = &c->program->functions[w.fn];
	const struct row *row = &fn->unit->rows[fn->f->first_row + w.row];
	for (u32 i = w.row; i < b->n; i++)
		if (b->rows[i].row == row)
			return i;
	return NONE;
}

u32 attribute_writes(const struct capture *c, const struct body *b, u32 cell, const struct attribute_write **out)
{
	const struct fn *fn = &c->program->functions[b->fn];
	const struct cell *of = &b->cells[cell];
	if (of->parent == NONE || b->cells[of->parent].param != 0 || !fn->cls || c->program->files[fn->file].language != LANG_PYTHON)
		return 0;
	if (!c->attributes->is_made)
		make(c, c->attributes);
	u32 key = idmap_get(&c->attributes->keys, fn_class_key(fn, of->name));
	if (key == NONE)
		return 0;
	const struct lists *l = &c->attributes->by_key;
	u32 n = l->start[key + 1] - l->start[key];
	if (n > WRITES)
		return 0;
	struct attribute_write *found = arena_array(c->arena, struct attribute_write, n);
	for (u32 i = 0; i < n; i++) {
		found[i] = c->attributes->writes.at[l->at[l->start[key] + i]];
		found[i].row = body_row(c, found[i]);
	}
	*out = found;
	return n;
}

struct attributes *attributes_new(struct arena *a) { return arena_new(a, struct attributes); }
