#include "discover/built.h"

#include "base/hash.h"
#include "discover/built_words.h"
#include "discover/paths.h"

#include <fnmatch.h>
#include <string.h>

enum { LIST_BYTES = 2 << 20, LISTS = 4096, PYTHON_FILES = 400, NAMED = 3 /* sources that a list names one by one, before it is taken to name all */ };

/* Names with a '*': of what lies below a folder, or of anything. */
struct pattern {
	struct str below;
	const char *name;
};

/* The sources of one suffix that the lists of a folder name. */
struct account {
	struct str folder, suffix;
	u32 n;
};

struct build {
	struct arena *a;
	struct str root;
	struct idmap stems;   /* hashes of all names, without what follows their first dot */
	struct idmap sources; /* hashes of the names of the files that are there */
	struct idmap counted; /* (folder, name) */
	VEC(struct pattern) patterns;
	VEC(struct account) accounts;
	struct str folder; /* of the list that is read */
	bool is_python;
};

bool path_is_build_list(struct str path)
{
	static const char *const names[] = {"CMakeLists.txt", "Makefile", "makefile", "GNUmakefile", "meson.build", "BUILD", "BUILD.bazel", "BUCK", "TARGETS", "SConstruct", "SConscript", "wscript",
	                                    "xmake.lua", "premake5.lua", "Cargo.toml", "build.rs", "binding.gyp", "configure.ac"};
	static const char *const ends[] = {".cmake", ".mk", ".mak", ".am", ".bzl", ".gyp", ".gypi", ".pro", ".pri", ".vcxproj", ".sh", ".build"};
	struct str name = path_name(path);
	return str_is_any(name, names, COUNT(names)) || str_ends_any(name, ends, COUNT(ends)) || str_starts(name, "Makefile.") || str_starts(name, "makefile.");
}

static struct str suffix_of(struct str path)
{
	struct str name = path_name(path);
	const char *dot = name.n ? memrchr(name.p, '.', name.n) : NULL;
	return dot ? (struct str){dot, (size_t)(name.p + name.n - dot)} : S("");
}

/* C as well. */
static bool is_source(struct str path) { return path_is_source(path) || str_ends(path, ".c"); }

static void add_pattern(struct build *b, struct str word, struct str name)
{
	size_t before = word.n - name.n;
	if (memchr(word.p, WORD_MADE, before))
		return;
	bool is_anywhere = (b->is_python && name.n > 1) || memchr(word.p, WORD_VARIABLE, before) || memmem(word.p, before, "..", 2);
	char *text = arena_text(b->a, name.p, name.n);
	for (size_t i = 0; i < name.n; i++)
		text[i] = text[i] == WORD_VARIABLE || text[i] == WORD_MADE ? '*' : text[i];
	struct pattern p = {is_anywhere ? S("") : b->folder, text};
	vec_push(b->a, &b->patterns, p);
}

static void count(struct build *b, struct str name)
{
	u64 key = str_hash(name) ^ str_hash(b->folder) * 3;
	if (b->is_python || !is_source(name) || idmap_get(&b->sources, str_hash(name)) == NONE || idmap_get(&b->counted, key) != NONE)
		return;
	idmap_put(b->a, &b->counted, key, 1);
	for (u32 i = 0; i < b->accounts.n; i++)
		if (str_eq(b->accounts.at[i].folder, b->folder) && str_eq(b->accounts.at[i].suffix, suffix_of(name))) {
			b->accounts.at[i].n++;
			return;
		}
	struct str suffix = suffix_of(name);
	struct account account = {b->folder, {arena_text(b->a, suffix.p, suffix.n), suffix.n}, 1};
	vec_push(b->a, &b->accounts, account);
}

static bool is_star(char c) { return c == '*' || c == '?'; }

static void take(void *with, struct str word)
{
	/* They give what a folder holds. */
	static const char *const listing[] = {"aux_source_directory", "AUX_SOURCE_DIRECTORY", "listdir", "walk", "rglob", "iterdir", "scandir"};
	struct build *b = with;
	struct str name = path_name(word);
	bool has_star = false, is_name = false, has_variable = false;
	for (size_t i = 0; i < name.n; i++) {
		has_star |= is_star(name.p[i]);
		has_variable |= name.p[i] == WORD_VARIABLE || name.p[i] == WORD_MADE;
		is_name |= !is_star(name.p[i]) && name.p[i] != '.' && name.p[i] != WORD_VARIABLE && name.p[i] != WORD_MADE;
	}
	/* A star alone is a product, or prose. */
	bool has_folder = false;
	for (size_t i = 0; i + name.n < word.n; i++)
		has_folder |= !is_star(word.p[i]) && word.p[i] != '.' && word.p[i] != '/';
	if (str_ends_any(word, listing, COUNT(listing)))
		add_pattern(b, S("*"), S("*"));
	else if (b->is_python ? (has_star || has_variable) && is_source(name) : (has_star && (is_name || has_folder)) || (has_variable && is_name))
		add_pattern(b, word, name);
	else if (is_name) {
		idmap_put(b->a, &b->stems, str_hash(path_stem(word)), 1);
		count(b, name);
	}
}

static void read_list(struct build *b, struct str path)
{
	struct arena scratch = {0};
	struct strbuf err = {0};
	struct str text;
	b->folder = path_dir(path);
	if (file_read(&scratch, arena_format(&scratch, "%.*s/%.*s", (int)b->root.n, b->root.p, (int)path.n, path.p), LIST_BYTES, &text, &err))
		built_words(text, take, b);
	strbuf_release(&err);
	arena_release(&scratch);
}

/* The lists of the nearest folder around that name any sources name enough of the file's kind. */
static bool is_governed(const struct build *b, struct str path)
{
	for (struct str folder = path_dir(path);; folder = path_dir(folder)) {
		bool is_here = false;
		for (u32 i = 0; i < b->accounts.n; i++) {
			const struct account *account = &b->accounts.at[i];
			if (!str_eq(account->folder, folder))
				continue;
			is_here = true;
			if (account->n >= NAMED && str_eq(account->suffix, suffix_of(path)))
				return true;
		}
		if (is_here || !folder.n)
			return false;
	}
}

static bool is_taken(const struct build *b, struct str path)
{
	char name[WORD_MAX];
	struct str file = path_name(path);
	if (file.n >= sizeof name || idmap_get(&b->stems, str_hash(path_stem(path))) != NONE)
		return true;
	memcpy(name, file.p, file.n);
	name[file.n] = 0;
	for (u32 i = 0; i < b->patterns.n; i++)
		if (path_is_below(path, b->patterns.at[i].below) && !fnmatch(b->patterns.at[i].name, name, 0))
			return true;
	return false;
}

static bool is_python_program(const struct source *s) { return s->language == LANG_PYTHON && str_ends(s->path, ".py"); }

/* Python builds extensions from names that it holds, at run time too. False if there is too much of it to look. */
static bool read_all_python(struct build *b, const struct source *files, u32 n)
{
	u32 count = 0;
	for (u32 i = 0; i < n; i++)
		count += is_python_program(&files[i]);
	b->is_python = true;
	for (u32 i = 0; i < n && count <= PYTHON_FILES; i++)
		if (is_python_program(&files[i]))
			read_list(b, files[i].path);
	return count <= PYTHON_FILES;
}

static u32 mark(const struct build *b, struct source *files, u32 n)
{
	u32 marked = 0;
	for (u32 i = 0; i < n; i++) {
		struct source *s = &files[i];
		s->is_unlisted = is_source(s->path) && !s->is_test && !s->is_vendored && is_governed(b, s->path) && !is_taken(b, s->path);
		marked += s->is_unlisted;
	}
	return marked;
}

void built_mark(struct arena *a, struct str root, const struct listing *listing, struct source *files, u32 n)
{
	struct build b = {.a = a, .root = root};
	for (u32 i = 0; i < n; i++)
		if (is_source(files[i].path))
			idmap_put(a, &b.sources, str_hash(path_name(files[i].path)), 1);
	for (u32 i = 0; i < listing->builds.n && listing->builds.n <= LISTS; i++)
		read_list(&b, listing->builds.at[i]);
	for (u32 i = 0; i < n; i++)
		if (is_python_program(&files[i]) && str_is(path_name(files[i].path), "setup.py"))
			read_list(&b, files[i].path);
	if (!mark(&b, files, n) || (read_all_python(&b, files, n) && mark(&b, files, n)))
		return;
	for (u32 i = 0; i < n; i++)
		files[i].is_unlisted = false;
}
