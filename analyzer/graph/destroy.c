/* What the end of an object runs: the destructor of its class, then those of its members and bases, written or not. */
#include "graph/destroy.h"

#include "graph/link.h"

enum { DEPTH = 8 };

/* A class is known by the last part of its name; two of one name are told apart by nothing, so neither has parts. */
struct owners {
	struct program *program;
	struct idmap named; /* class id -> id of its qualified name, NONE - 1 if there are several */
	pair_list parts;
};

static u32 owner(struct owners *o, struct str qualified)
{
	u32 cls = link_type(o->program, qualified, true), full = intern_put(&o->program->names, qualified);
	u32 known = idmap_get(&o->named, cls);
	if (known != full)
		idmap_put(o->program->arena, &o->named, cls, known == NONE ? full : NONE - 1);
	return cls;
}

/* By value, or owned by one pointer. */
static bool dies_with_owner(struct str type)
{
	bool is_owned = str_has(type, "unique_ptr<");
	return !str_has(type, "shared_ptr<") && !str_has(type, "static ") && (is_owned || !(str_has(type, "*") || str_has(type, "&")));
}

static void put_part(struct owners *o, struct str cls, struct str type)
{
	struct pair pair = {owner(o, cls), link_type(o->program, type, true)};
	if (pair.key && pair.value)
		vec_push(o->program->arena, &o->parts, pair);
}

/* Packed lists are in the order of their values, and destructors hardly care which of two members goes first. */
void link_parts(struct program *p)
{
	struct owners o = {.program = p};
	for (u32 file = 0; file < p->file_count; file++) {
		const struct unit *u = &p->units[file];
		if (p->files[file].language == LANG_PYTHON)
			continue;
		for (u32 i = 0; i < u->n_fields; i++)
			if (dies_with_owner(unit_text(u, u->fields[i].type)))
				put_part(&o, unit_text(u, u->fields[i].cls), unit_text(u, u->fields[i].type));
		for (u32 i = 0; i < u->n_bases; i++)
			put_part(&o, unit_text(u, u->bases[i].cls), unit_text(u, u->bases[i].base));
	}
	u32 kept = 0;
	for (u32 i = 0; i < o.parts.n; i++)
		if (idmap_get(&o.named, o.parts.at[i].key) != NONE - 1)
			o.parts.at[kept++] = o.parts.at[i];
	lists_pack(p->arena, &p->link->parts, o.parts.at, kept, p->names.texts.n);
}

u32 destructor_name(struct program *p, u32 cls)
{
	struct arena scratch = {0};
	struct str text = intern_get(&p->names, cls);
	u32 name = cls ? intern_find(&p->names, str_of(arena_format(&scratch, "~%.*s", (int)text.n, text.p))) : NONE;
	arena_release(&scratch);
	return name < p->link->functions.keys && p->link->functions.start[name] < p->link->functions.start[name + 1] ? name : NONE;
}

static void collect(struct program *p, u32 cls, u32 depth, struct destroyed *to)
{
	const struct lists *l = &p->link->parts;
	for (u32 i = 0; i < to->n; i++)
		if (to->cls[i] == cls)
			return;
	if (to->n == COUNT(to->cls) || depth > DEPTH)
		return;
	to->cls[to->n++] = cls;
	for (u32 i = cls < l->keys ? l->start[cls] : 0; cls < l->keys && i < l->start[cls + 1]; i++)
		collect(p, l->at[i], depth + 1, to);
}

void destroyed_classes(struct program *p, struct str type, struct destroyed *out)
{
	u32 cls = link_type(p, type, false), kept = 0;
	struct destroyed all = {0};
	if (cls)
		collect(p, cls, 0, &all);
	for (u32 i = 0; i < all.n; i++)
		if (destructor_name(p, all.cls[i]) != NONE)
			out->cls[kept++] = all.cls[i];
	out->n = kept;
}
