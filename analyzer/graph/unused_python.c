/* Python that nobody runs. */
#include "graph/unused.h"

#include "discover/paths.h"

enum { SHORT = 3, LONG = 12 }; /* names of so few letters are everywhere; a public name tells something from here on */

/* ---- a file that can't be imported ---- */

static bool is_in_function(const struct unit *u, u32 at)
{
	for (u32 i = 0; i < u->n_functions; i++)
		if (u->functions[i].kind != FN_FILE && u->functions[i].begin <= at && at < u->functions[i].end)
			return true;
	return false;
}

/* `try: import x`: whoever writes so goes on without it. */
static bool catches(const struct unit *u)
{
	const struct function *file = u->n_functions ? &u->functions[0] : NULL;
	for (u32 i = 0; file && i < file->row_count; i++)
		if (u->rows[file->first_row + i].op == ROW_CATCH)
			return true;
	return false;
}

/* The project's setup.py, in a folder around the file, makes extensions, and names none of that name. */
static bool is_built_no_more(const struct program *p, u32 file, struct str module)
{
	bool makes = false;
	for (u32 i = 0; i < p->file_count; i++) {
		const struct unit *u = &p->units[i];
		if (p->files[i].language != LANG_PYTHON || !str_is(path_name(p->files[i].path), "setup.py") || !u->n_functions)
			continue;
		if (unit_holds(u, module))
			return false;
		makes = makes || (unit_holds(u, S("xtension")) && path_is_below(p->files[file].path, path_dir(p->files[i].path)));
	}
	return makes;
}

/* `import pkg_ops` in the package pkg, without which it goes no further: an extension of its own, which the project builds no more. */
static bool can_not_be_imported(const struct program *p, u32 file)
{
	const struct unit *u = &p->units[file];
	struct str package = path_name(path_dir(p->files[file].path));
	for (u32 i = 0; package.n > SHORT && i < u->n_includes; i++) {
		struct str module = unit_text(u, u->includes[i].path);
		bool is_own = module.n > package.n && str_eq((struct str){module.p, package.n}, package) && module.p[package.n] == '_' && !memchr(module.p, '.', module.n);
		if (is_own && str_eq(module, unit_text(u, u->includes[i].local)) && !is_in_function(u, u->includes[i].at) && !catches(u) && is_built_no_more(p, file, module))
			return true;
	}
	return false;
}

/* ---- a function that nothing names ---- */

static bool is_text(const struct unit *u, u32 text, struct str name) { return text && str_eq(unit_text(u, text), name); }

static bool is_operand(const struct unit *u, operand o, struct str name)
{
	const struct place *place = operand_kind(o) == OPD_PLACE ? &u->places[operand_index(o)] : NULL;
	for (u32 i = 0; place && i < PLACE_STEPS && place->kinds[i] != STEP_END; i++)
		if (is_text(u, place->names[i], name))
			return true;
	o = place ? place->base : o;
	return (operand_kind(o) == OPD_GLOBAL || operand_kind(o) == OPD_STRING) && is_text(u, operand_index(o), name);
}

/* As a word of the code, not of its comments and docstrings: but where it is defined; a decorator may have made it known. */
static bool names(const struct unit *u, struct str name)
{
	if (!u->n_functions || !unit_holds(u, name))
		return false;
	for (u32 i = 0; i < u->n_rows; i++) {
		const struct row *row = &u->rows[i];
		bool is_own = row->op == ROW_DEFINE && is_text(u, row->name, name);
		if (is_own ? row->arg_count != 0 : is_text(u, row->name, name) || is_operand(u, row->dst, name) || is_operand(u, row->a, name) || is_operand(u, row->b, name))
			return true;
	}
	for (u32 i = 0; i < u->n_args; i++)
		if (is_operand(u, u->args[i], name))
			return true;
	for (u32 i = 0; i < u->n_includes; i++)
		if (str_eq(str_behind(unit_text(u, u->includes[i].path), '.'), name))
			return true;
	return false;
}

static bool is_named(const struct program *p, struct str name)
{
	for (u32 i = 0; i < p->file_count; i++)
		if (names(&p->units[i], name))
			return true;
	return false;
}

/* Only classes of the program are bases: no framework calls it. */
static bool is_of_program(const struct program *p, const struct fn *fn)
{
	for (u32 i = 0; i < fn->unit->n_bases; i++) {
		if (!str_eq(unit_text(fn->unit, fn->unit->bases[i].cls), intern_get(&p->names, fn->cls)))
			continue;
		u32 base = intern_find(&p->names, str_behind(unit_text(fn->unit, fn->unit->bases[i].base), '.'));
		bool is_known = false;
		for (fn_id f = 0; base != NONE && f < p->function_count && !is_known; f++)
			is_known = p->functions[f].cls == base && program_is_python(p, f);
		if (!is_known)
			return false;
	}
	return true;
}

/* The class is used by another file, and no package hands it on. */
static bool is_internal(const struct program *p, const struct fn *fn)
{
	struct str cls = intern_get(&p->names, fn->cls);
	bool is_used = false;
	for (u32 i = 0; i < p->file_count; i++) {
		bool holds = i != fn->file && p->files[i].language == LANG_PYTHON && p->units[i].n_functions && unit_holds(&p->units[i], cls);
		if (holds && str_is(path_name(p->files[i].path), "__init__.py"))
			return false;
		is_used = is_used || (holds && !p->files[i].is_test);
	}
	return is_used;
}

bool python_is_unused(const struct program *p, fn_id f)
{
	const struct fn *fn = &p->functions[f];
	while (fn->f->parent != NONE)
		fn = &p->functions[program_fn(p, fn->file, fn->f->parent)];
	if (!program_is_python(p, f) || p->files[fn->file].is_test)
		return false;
	if (can_not_be_imported(p, fn->file))
		return true;
	struct str name = unit_text(fn->unit, fn->f->name);
	bool is_private = name.n > SHORT && name.p[0] == '_' && name.p[1] != '_';
	bool is_method = fn->f->kind == FN_METHOD && fn->cls && name.n >= LONG && name.p[0] != '_';
	if ((fn->f->kind != FN_FUNCTION && fn->f->kind != FN_METHOD) || !(is_private || is_method) || is_named(p, name))
		return false;
	return (fn->f->kind == FN_FUNCTION || is_of_program(p, fn)) && (is_private || is_internal(p, fn));
}
