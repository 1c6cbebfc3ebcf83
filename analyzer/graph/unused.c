/* Functions that nobody in the program runs: see program_is_unused(). */
#include "discover/paths.h"
#include "graph/link.h"

struct mentions {
	bool *by_name;  /* name id -> a row of the program has that name */
	bool *by_place; /* function -> an operand is that function itself */
	u32 binders[2]; /* two files whose functions the program gives to another language, NONE where there is no such: those are what it is for */
};

static void mention(const struct program *p, struct mentions *m, const struct unit *u, u32 text)
{
	u32 name = intern_find(&p->names, last_component(unit_text(u, text)));
	if (name != NONE)
		m->by_name[name] = true;
}

static void mention_operand(const struct program *p, struct mentions *m, u32 file, operand o)
{
	const struct unit *u = &p->units[file];
	if (operand_kind(o) == OPD_GLOBAL)
		mention(p, m, u, operand_index(o));
	else if (operand_kind(o) == OPD_FUNCTION)
		m->by_place[program_fn(p, file, operand_index(o))] = true;
}

static void mention_rows(const struct program *p, struct mentions *m, u32 file)
{
	const struct unit *u = &p->units[file];
	for (u32 i = 0; i < u->n_rows; i++) {
		const struct row *r = &u->rows[i];
		if (r->name)
			mention(p, m, u, r->name);
		mention_operand(p, m, file, r->a);
		mention_operand(p, m, file, r->b);
		for (u32 k = 0; k < r->arg_count; k++)
			mention_operand(p, m, file, u->args[r->first_arg + k]);
	}
}

static const struct mentions *mentions_of(struct program *p)
{
	if (p->link->mentions)
		return p->link->mentions;
	struct mentions *m = arena_new(p->arena, struct mentions);
	m->by_name = arena_array(p->arena, bool, p->names.texts.n + 1);
	m->by_place = arena_array(p->arena, bool, p->function_count + 1);
	for (u32 file = 0; file < p->file_count; file++)
		mention_rows(p, m, file);
	m->binders[0] = m->binders[1] = NONE;
	for (fn_id fn = 0; fn < p->function_count && m->binders[1] == NONE; fn++)
		if (program_is_bound(p, fn) && p->functions[fn].file != m->binders[0])
			m->binders[m->binders[0] != NONE] = p->functions[fn].file;
	p->link->mentions = m;
	return m;
}

/* A header of its own name stands in a folder of headers for others. */
static bool has_public_header(const struct program *p, u32 file)
{
	struct str stem = path_stem(p->files[file].path);
	for (u32 i = 0; i < p->file_count; i++)
		if (path_is_public(p->files[i].path) && str_eq(path_stem(p->files[i].path), stem))
			return true;
	return false;
}

bool program_is_for_others(const struct program *p, fn_id fn)
{
	return program_is_bound(p, fn) || program_is_stored(p, fn) || path_is_public(p->files[p->functions[fn].file].path);
}

bool program_is_unused(struct program *p, fn_id fn)
{
	static const char *const sources[] = {".cu", ".cpp", ".cc", ".cxx", ".c", ".hip"};
	const struct fn *f = &p->functions[fn];
	const struct source *s = &p->files[f->file];
	if (f->f->kind != FN_FUNCTION || f->cls || s->language == LANG_PYTHON || !str_ends_any(s->path, sources, COUNT(sources)) || program_is_bound(p, fn) || program_is_stored(p, fn))
		return false;
	const struct mentions *m = mentions_of(p);
	if (m->by_place[fn] || m->by_name[f->name] || str_is(unit_text(f->unit, f->f->name), "main"))
		return false;
	/* A file by itself may be a part of something. */
	bool binds = m->binders[1] != NONE || (m->binders[0] != NONE && m->binders[0] != f->file);
	return f->f->flags & NF_STATIC || (binds && !has_public_header(p, f->file));
}
