#include "discover/places.h"

#include "discover/built.h"
#include "discover/listing.h"
#include "discover/paths.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NESTED = 16 };

/* Folders that wait for being read: of which repository, and how deep inside others that one lies. */
struct waiting {
	struct str path;
	struct str top; /* of the repository; empty outside git */
	u32 depth;
};

struct walk {
	struct arena *a;
	struct places *out;
	struct intern taken;   /* folders */
	struct intern ignored; /* folders that git leaves out */
	VEC(struct waiting) waiting;
};

bool place_counts(struct str name)
{
	static const char *const of_git[] = {".gitignore", ".gitmodules"};
	return language_of_path(name) || path_is_build_list(name) || str_is_any(name, of_git, COUNT(of_git));
}

static void add(struct places *out, struct str path, enum place_kind kind)
{
	struct place place = {{arena_text(out->arena, path.p, path.n), path.n}, (u8)kind};
	vec_push(out->arena, &out->list, place);
}

void places_add_extra(struct places *out, const char *path)
{
	struct str text = str_of(path), name = path_name(text), dir = path_dir(text);
	struct str folder = path_real(out->arena, dir.n ? arena_text(out->arena, dir.p, dir.n) : text.n > name.n ? "/" : ".");
	if (folder.n)
		add(out, path_join(out->arena, folder, name), PLACE_EXTRA);
}

static bool take(struct walk *w, struct str folder)
{
	u32 before = w->taken.texts.n;
	bool is_new = intern_put(&w->taken, folder) >= before;
	if (is_new)
		add(w->out, folder, PLACE_FOLDER);
	return is_new;
}

/* The index, what is checked out, and what this clone alone leaves out. */
static void add_git_files(struct walk *w, struct str top, struct strbuf *err)
{
	static const char *const words[] = {"rev-parse", "--absolute-git-dir", "--git-path", "info/exclude", NULL};
	struct strbuf said = {0};
	if (git_run(w->a, top, words, &said, err)) {
		struct str rest = strbuf_str(&said), dir = str_take_line(&rest), exclude = str_take_line(&rest);
		if (exclude.n && exclude.p[0] != '/')
			exclude = path_join(w->a, top, exclude);
		places_add_extra(w->out, arena_format(w->a, "%.*s/index", (int)dir.n, dir.p));
		places_add_extra(w->out, arena_format(w->a, "%.*s/HEAD", (int)dir.n, dir.p));
		places_add_extra(w->out, arena_text(w->a, exclude.p, exclude.n));
	}
	strbuf_release(&said);
}

static void add_ignored(struct walk *w, struct str top, struct strbuf *err)
{
	static const char *const words[] = {"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory", NULL};
	struct strbuf names = {0};
	bool is_listed = git_run(w->a, top, words, &names, err);
	for (size_t at = 0; is_listed && at < names.n;) {
		struct str entry = str_of(names.p + at);
		at += entry.n + 1;
		if (!str_ends(entry, "/"))
			continue;
		intern_put(&w->ignored, path_join(w->a, top, (struct str){arena_text(w->a, entry.p, entry.n - 1), entry.n - 1}));
	}
	strbuf_release(&names);
}

/* Folders in this one: all that may hold files, as git and walk.c list them. */
static void read_folder(struct walk *w, const struct waiting *from)
{
	const char *path = arena_text(w->a, from->path.p, from->path.n);
	DIR *d = opendir(path);
	for (const struct dirent *entry; d && (entry = readdir(d));) {
		struct str name = str_of(entry->d_name);
		struct stat st;
		if (str_is(name, ".") || str_is(name, "..") || str_is(name, ".git") || (!from->top.n && name.p[0] == '.'))
			continue;
		if (entry->d_type == DT_UNKNOWN ? fstatat(dirfd(d), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISDIR(st.st_mode) : entry->d_type != DT_DIR)
			continue;
		struct waiting next = {path_join(w->a, from->path, (struct str){arena_text(w->a, name.p, name.n), name.n}), from->top, from->depth};
		if (str_is(from->path, "/"))
			next.path = str_of(arena_format(w->a, "/%s", entry->d_name));
		if (!from->top.n || intern_find(&w->ignored, next.path) == NONE)
			vec_push(w->a, &w->waiting, next);
	}
	if (d)
		closedir(d);
}

static void walk(struct walk *w)
{
	struct strbuf err = {0};
	while (w->waiting.n) {
		struct waiting next = w->waiting.at[--w->waiting.n];
		if (!take(w, next.path))
			continue;
		bool is_top = next.top.n && !access(arena_format(w->a, "%.*s/.git", (int)next.path.n, next.path.p), F_OK);
		if (is_top && !str_eq(next.top, next.path))
			next.depth++;
		if (is_top && next.depth > MOST_NESTED)
			continue;
		if (is_top) {
			next.top = next.path;
			add_git_files(w, next.top, &err);
			add_ignored(w, next.top, &err);
		}
		read_folder(w, &next);
	}
	strbuf_release(&err);
}

static void begin_at(struct walk *w, struct str path, bool is_git)
{
	struct waiting first = {path, is_git ? path : S(""), 0};
	vec_push(w->a, &w->waiting, first);
	walk(w);
}

/* The file itself, and where a link leads. */
static void add_named(struct walk *w, const char *path)
{
	struct str real = path_real(w->a, path);
	places_add_extra(w->out, path);
	if (real.n)
		places_add_extra(w->out, arena_text(w->a, real.p, real.n));
}

void places_list(struct places *out, struct arena *a, const struct discover_options *o, const struct discovery *d)
{
	struct walk w = {.a = a, .out = out};
	struct stat st;
	*out = (struct places){.arena = a};
	intern_init(&w.taken, a);
	intern_init(&w.ignored, a);
	bool is_git = git_top(a, d->root).n == d->root.n;
	if (is_git)
		begin_at(&w, d->root, true);
	take(&w, d->root);
	for (u32 i = 0; i < o->path_count; i++)
		if (stat(o->paths[i], &st) || !S_ISDIR(st.st_mode))
			add_named(&w, o->paths[i]);
		else
			begin_at(&w, path_real(a, o->paths[i]), false);
	struct str last = S("");
	for (u32 i = 0; i < d->files.n; i++) {
		struct str path = path_join(a, d->root.n > 1 ? d->root : S(""), d->files.at[i].path), dir;
		if (d->root.n == 1)
			path = str_of(arena_format(a, "/%.*s", (int)d->files.at[i].path.n, d->files.at[i].path.p));
		dir = path_dir(path);
		add(out, path, PLACE_SOURCE);
		if (!str_eq(dir, last) && dir.n)
			take(&w, dir);
		last = dir;
	}
}
