#include "graph/unused_class.h"

#include "discover/paths.h"
#include "graph/link.h"
#include "graph/word_index.h"

#include <string.h>

enum { SHORT_CLASS = 3 }; /* a name of so few letters stands in others */

/* The class that is asked about. */
struct asked_class {
	const struct program *p;
	const struct fn *method;
	struct str name; /* without its namespaces */
};

static bool names(const struct asked_class *c, const struct unit *u, u32 text)
{
	struct str all = unit_text(u, text);
	return memmem(all.p, all.n, c->name.p, c->name.n);
}

static bool is_own(const struct asked_class *c, const struct unit *u, u32 cls) { return str_eq(last_component(unit_text(u, cls)), c->name); }

/* Its members' declarations stand there. */
static bool declares(const struct asked_class *c, u32 file)
{
	const struct unit *u = &c->p->units[file];
	for (u32 i = 0; i < u->n_prototypes; i++) {
		struct str full = unit_text(u, u->prototypes[i].qualified), last = last_component(full);
		if (full.n > last.n + 2 && str_eq(last_component((struct str){full.p, full.n - last.n - 2}), c->name))
			return true;
	}
	return false;
}

static bool operand_names(const struct asked_class *c, const struct unit *u, operand o)
{
	return (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_STRING) && names(c, u, operand_index(o));
}

static bool function_names(const struct asked_class *c, const struct unit *u, const struct function *f)
{
	if (is_own(c, u, f->cls) && f->cls)
		return false;
	if (names(c, u, f->result))
		return true;
	for (u32 i = f->first_var; i < f->first_var + f->var_count; i++)
		if (names(c, u, u->vars[i].type))
			return true;
	for (u32 i = f->first_row; i < f->first_row + f->row_count; i++) {
		const struct row *r = &u->rows[i];
		if (names(c, u, r->name) || operand_names(c, u, r->a) || operand_names(c, u, r->b))
			return true;
		for (u32 k = 0; k < r->arg_count; k++)
			if (operand_names(c, u, u->args[r->first_arg + k]))
				return true;
	}
	return false;
}

/* Something that is no part of the class names it, in the file that declares or defines it. */
static bool is_named_beside(const struct asked_class *c, const struct unit *u)
{
	bool is_named = false;
	for (u32 i = 0; i < u->n_fields && !is_named; i++)
		is_named = names(c, u, u->fields[i].type) && !(u->fields[i].cls && is_own(c, u, u->fields[i].cls));
	for (u32 i = 0; i < u->n_bases && !is_named; i++)
		is_named = names(c, u, u->bases[i].base);
	for (u32 i = 0; i < u->n_aliases && !is_named; i++)
		is_named = names(c, u, u->aliases[i].target) || names(c, u, u->aliases[i].name);
	for (u32 i = 0; i < u->n_prototypes && !is_named; i++)
		is_named = names(c, u, u->prototypes[i].result) && !names(c, u, u->prototypes[i].qualified);
	for (u32 i = 0; i < u->n_functions && !is_named; i++)
		is_named = function_names(c, u, &u->functions[i]);
	return is_named;
}

/* Files that were not parsed are asked for the names of functions, and so for that of a class whose constructor is there. */
static bool may_be_named_unread(const struct asked_class *c)
{
	const struct lists *l = &c->p->link->functions;
	u32 cls = c->method->cls;
	bool is_asked = cls < l->keys && l->start[cls] < l->start[cls + 1];
	for (u32 file = 0; c->p->words && file < c->p->file_count; file++)
		if (c->p->words[file].n && (!is_asked || hashes_hold(c->p->words[file].at, c->p->words[file].n, str_hash(c->name))))
			return true;
	return false;
}

/* The file, and those that declare what it defines. */
static bool is_home(const struct asked_class *c, u32 file) { return file == c->method->file || (program_includes(c->p, c->method->file, file) && declares(c, file)); }

/* Or a file that it includes does. */
static bool sees(const struct program *p, u32 file, u32 other) { return file == other || program_includes(p, file, other); }

/* What the file calls so is another class, since it sees that one alone. */
static bool means_other(const struct asked_class *c, u32 file)
{
	bool has_other = false;
	for (u32 i = 0; i < c->p->file_count; i++) {
		if (!sees(c->p, file, i) || !(i == c->method->file || declares(c, i)))
			continue;
		if (is_home(c, i))
			return false;
		has_other = true;
	}
	return has_other;
}

/* A header declares it that other sources include as well: it is one of a program's classes, and no example by itself. */
static bool is_beside_others(const struct asked_class *c)
{
	const struct program *p = c->p;
	for (u32 home = 0; home < p->file_count; home++)
		for (u32 file = 0; home != c->method->file && is_home(c, home) && file < p->file_count; file++)
			if (file != c->method->file && path_is_source(p->files[file].path) && !p->files[file].is_test && program_includes(p, file, home))
				return true;
	return false;
}

bool class_is_unnamed(const struct program *p, fn_id method)
{
	const struct fn *fn = &p->functions[method];
	if (!fn->cls || fn->f->flags & NF_TEMPLATE || path_is_public(p->files[fn->file].path))
		return false;
	struct asked_class c = {p, fn, intern_get(&p->names, fn->cls)};
	bool is_named = c.name.n <= SHORT_CLASS || may_be_named_unread(&c) || !is_beside_others(&c);
	for (u32 file = 0; file < p->file_count && !is_named; file++) {
		if (!p->units[file].n_functions || !unit_holds(&p->units[file], c.name))
			continue;
		is_named = is_home(&c, file) ? path_is_public(p->files[file].path) || is_named_beside(&c, &p->units[file]) : !means_other(&c, file);
	}
	return !is_named;
}
