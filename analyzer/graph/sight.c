#include "graph/sight.h"

#include "discover/paths.h"
#include "graph/word_index.h"

void sight_open(struct program *p, struct sight *s)
{
	*s = (struct sight){.has_main = arena_array(p->arena, bool, p->file_count + 1), .pastes = arena_array(p->arena, bool, p->file_count + 1)};
	for (fn_id f = 0; f < p->function_count; f++)
		s->has_main[p->functions[f].file] |= str_is(unit_text(p->functions[f].unit, p->functions[f].f->name), "main");
}

static void add(struct program *p, pair_list *to, u32 name, u32 file)
{
	struct pair pair = {name, file};
	if (!to->n || to->at[to->n - 1].key != name || to->at[to->n - 1].value != file)
		vec_push(p->arena, to, pair);
}

void sight_name(struct program *p, struct sight *s, u32 name, const struct fn *by)
{
	if (by->name != name)
		add(p, &s->named, name, by->file);
}

void sight_declare(struct program *p, struct sight *s, u32 name, u32 file) { add(p, &s->declared, name, file); }

void sight_close(struct program *p, struct sight *s)
{
	lists_pack(p->arena, &s->namers, s->named.at, s->named.n, p->names.texts.n);
	lists_pack(p->arena, &s->declarers, s->declared.at, s->declared.n, p->names.texts.n);
}

/* What a file includes may call what it defines, by a macro or from a template; and a third may include both. */
static bool sees(const struct program *p, u32 file, u32 other)
{
	bool is_seen = file == other || program_includes(p, file, other) || program_includes(p, other, file);
	for (u32 i = 0; i < p->file_count && !is_seen; i++)
		is_seen = p->units[i].n_includes && program_includes(p, i, other) && program_includes(p, i, file);
	return is_seen;
}

static bool any_sees(const struct program *p, const struct lists *files, u32 name, u32 file)
{
	for (u32 i = files->start[name]; i < files->start[name + 1]; i++)
		if (sees(p, files->at[i], file))
			return true;
	return false;
}

static bool is_pasted_in_sight(const struct program *p, const struct sight *s, u32 file)
{
	for (u32 i = 0; i < p->file_count; i++)
		if (s->pastes[i] && sees(p, i, file))
			return true;
	return false;
}

bool sight_may_be_included(const struct program *p, u32 file)
{
	const struct lists *l = &p->link->includes;
	struct str name = path_name(p->files[file].path), folder = path_dir(p->files[file].path);
	for (u32 i = 0; i < p->file_count; i++) {
		if (p->words && p->words[i].n && path_is_below(p->files[i].path, folder))
			return true;
		for (u32 k = l->start[i]; k < l->start[i + 1]; k++) {
			struct str included = p->files[l->at[k]].path;
			if (l->at[k] == file || (str_eq(path_name(included), name) && !str_eq(path_dir(included), path_dir(p->files[i].path))))
				return true;
		}
	}
	return false;
}

static bool is_defined_elsewhere(const struct program *p, const struct fn *fn)
{
	const struct lists *l = &p->link->functions;
	for (u32 i = l->start[fn->name]; i < l->start[fn->name + 1]; i++)
		if (p->functions[l->at[i]].file != fn->file)
			return true;
	return false;
}

bool sight_is_hidden(const struct program *p, const struct sight *s, fn_id f, bool is_pasted)
{
	const struct fn *fn = &p->functions[f];
	struct str path = p->files[fn->file].path;
	bool is_own = path_is_source(path) && (fn->f->flags & NF_STATIC || s->has_main[fn->file]), is_static = fn->f->flags & NF_STATIC;
	if (fn->f->kind != FN_FUNCTION || any_sees(p, &s->namers, fn->name, fn->file) || (is_pasted && is_pasted_in_sight(p, s, fn->file)))
		return false;
	if (is_own)
		return is_static ? !any_sees(p, &s->declarers, fn->name, fn->file) : s->declarers.start[fn->name] == s->declarers.start[fn->name + 1];
	bool is_named = s->namers.start[fn->name] < s->namers.start[fn->name + 1];
	return !path_is_source(path) && is_named && is_defined_elsewhere(p, fn) && !path_is_public(path) && !sight_may_be_included(p, fn->file);
}
