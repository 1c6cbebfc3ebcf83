/* Files as modules: which file or folder an import means, without knowing sys.path. */
#include "graph/python_link.h"

static struct str folder_of(struct str stem)
{
	while (stem.n && stem.p[stem.n - 1] != '/')
		stem.n--;
	return (struct str){stem.p, stem.n ? stem.n - 1 : 0};
}

static struct str last_of(struct str stem)
{
	struct str folder = folder_of(stem);
	size_t from = folder.n ? folder.n + 1 : 0;
	return (struct str){stem.p + from, stem.n - from};
}

static u32 module_put(struct python *y, struct str stem)
{
	u32 id = intern_put(&y->stems, stem);
	while (y->modules.n <= id) {
		struct module m = {.stem = y->modules.n, .file = NONE};
		vec_push(y->arena, &y->modules, m);
	}
	return id;
}

static struct str stem_of(struct str path, bool *is_package)
{
	struct str stem = {path.p, path.n - (str_ends(path, ".pyx") ? 4 : 3)};
	*is_package = str_is(last_of(stem), "__init__");
	return *is_package ? folder_of(stem) : stem;
}

void python_modules(struct python *y)
{
	const struct program *p = y->program;
	intern_init(&y->stems, y->arena);
	module_put(y, S(""));
	y->module_of = arena_array(y->arena, u32, p->file_count + 1);
	for (u32 i = 0; i < p->file_count; i++) {
		y->module_of[i] = NONE;
		struct str path = p->files[i].path;
		bool is_package;
		if (p->files[i].language != LANG_PYTHON)
			continue;
		if (!str_ends(path, ".py") && !str_ends(path, ".pyx")) { /* a notebook, a script, or declarations for Cython: it imports, and nobody can import it by that name */
			y->module_of[i] = module_put(y, path);
			y->modules.at[y->module_of[i]].file = i;
			continue;
		}
		struct str stem = stem_of(path, &is_package);
		u32 id = module_put(y, stem);
		struct module *m = &y->modules.at[id];
		y->module_of[i] = id;
		if (m->file == NONE || is_package) {
			m->file = i;
			m->is_package = is_package;
		}
		for (struct str folder = folder_of(stem); folder.n && intern_find(&y->stems, folder) == NONE; folder = folder_of(folder))
			module_put(y, folder);
	}
	pair_list roots = {0};
	for (u32 i = 1; i < y->modules.n; i++) {
		struct pair pair = {intern_put(&y->program->names, last_of(intern_get(&y->stems, i))), i};
		vec_push(y->arena, &roots, pair);
	}
	lists_pack(y->arena, &y->roots, roots.at, roots.n, p->names.texts.n);
}

u32 module_child(struct python *y, u32 module, struct str name)
{
	struct str stem = intern_get(&y->stems, module);
	struct strbuf text = {0};
	strbuf_add(&text, stem.p, stem.n);
	if (stem.n)
		strbuf_putc(&text, '/');
	strbuf_add(&text, name.p, name.n);
	u32 id = intern_find(&y->stems, strbuf_str(&text));
	strbuf_release(&text);
	return id;
}

static bool is_inside(struct str stem, struct str folder)
{
	return !folder.n || (stem.n > folder.n && stem.p[folder.n] == '/' && str_eq((struct str){stem.p, folder.n}, folder));
}

static bool is_source_root(struct str folder)
{
	struct str last = last_of(folder);
	return !folder.n || str_is(last, "src") || str_is(last, "python") || str_is(last, "lib") || str_is(last, "py");
}

static u32 depth_of(struct str stem)
{
	u32 n = stem.n ? 1 : 0;
	for (size_t i = 0; i < stem.n; i++)
		n += stem.p[i] == '/';
	return n;
}

/* How likely a module is what a file means by the name of its last component; 0: it can't be imported so. */
static u32 likelihood(struct python *y, u32 module, struct str importer, bool goes_on)
{
	const struct module *m = &y->modules.at[module];
	struct str folder = folder_of(intern_get(&y->stems, module));
	u32 root = intern_find(&y->stems, folder);
	bool is_in_package = root != NONE && y->modules.at[root].is_package;
	bool is_here = str_eq(folder, folder_of(importer));
	if (m->file == NONE && !goes_on)
		return 0;
	if (is_in_package)
		return 0; /* its name begins with the package's */
	if (is_here || is_inside(importer, folder))
		return 1000 + depth_of(folder);
	if (m->is_package || is_source_root(folder))
		return 500 - min_u32(depth_of(folder), 400);
	return 0;
}

static u32 top_module(struct python *y, u32 file, struct str top, struct str next)
{
	u32 name = intern_find(&y->program->names, top);
	if (name == NONE || name >= y->roots.keys)
		return NONE;
	u64 key = (u64)file << 32 | name;
	u32 known = next.n ? NONE : idmap_get(&y->imports, key);
	if (known != NONE)
		return known ? known - 1 : NONE;
	u32 best = NONE, best_score = 0;
	struct str importer = intern_get(&y->stems, y->module_of[file]);
	for (u32 i = y->roots.start[name]; i < y->roots.start[name + 1]; i++) {
		u32 m = y->roots.at[i];
		/* A folder that is no package counts only if it holds what is asked for. */
		bool goes_on = next.n && module_child(y, m, next) != NONE;
		u32 score = likelihood(y, m, importer, goes_on);
		score += score && goes_on ? 100 : 0;
		if (score > best_score) {
			best = m;
			best_score = score;
		}
	}
	if (!next.n)
		idmap_put(y->arena, &y->imports, key, best == NONE ? 0 : best + 1);
	return best;
}

static struct str cut_component(struct str *rest)
{
	size_t n = 0;
	while (n < rest->n && rest->p[n] != '.')
		n++;
	struct str first = {rest->p, n};
	n += n < rest->n;
	*rest = (struct str){rest->p + n, rest->n - n};
	return first;
}

u32 module_import(struct python *y, u32 file, struct str dotted, struct str *rest)
{
	u32 module = NONE;
	*rest = dotted;
	if (y->module_of[file] == NONE)
		return NONE;
	if (dotted.n && dotted.p[0] == '.') {
		bool is_package = y->modules.at[y->module_of[file]].is_package && y->modules.at[y->module_of[file]].file == file;
		struct str stem = intern_get(&y->stems, y->module_of[file]);
		for (bool is_first = true; rest->n && rest->p[0] == '.'; is_first = false) {
			stem = is_first && is_package ? stem : folder_of(stem);
			*rest = (struct str){rest->p + 1, rest->n - 1};
		}
		module = intern_find(&y->stems, stem);
	} else {
		struct str top = cut_component(rest), look = *rest, next = cut_component(&look);
		module = top_module(y, file, top, next);
		if (module == NONE)
			*rest = dotted;
	}
	return module;
}

struct str module_name(struct python *y, u32 module)
{
	struct str stem = intern_get(&y->stems, module);
	/* From the outermost package on. */
	size_t from = 0;
	for (struct str folder = folder_of(stem); folder.n; folder = folder_of(folder)) {
		u32 id = intern_find(&y->stems, folder);
		if (id == NONE || !y->modules.at[id].is_package) {
			from = folder.n + 1;
			break;
		}
	}
	char *text = arena_text(y->arena, stem.p + from, stem.n - from);
	for (char *c = text; *c; c++)
		if (*c == '/')
			*c = '.';
	return (struct str){text, stem.n - from};
}
