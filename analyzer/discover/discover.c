/* From paths given to the program's files: find the root, list it, look at each file once. */
#include "discover/built.h"
#include "discover/discover.h"
#include "discover/listing.h"
#include "discover/paths.h"
#include "discover/sniff.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define DEFAULT_MAX_BYTES ((u64)8 << 20)

/* A path given. Its last part is kept as it is, even where it is a link. */
struct given {
	struct str path; /* absolute at first, then relative to the root; "" is the root itself */
	bool is_folder;
};

struct search {
	struct arena *a;
	const struct discover_options *options;
	struct discovery *d;
	struct notices *notices;
	struct str root; /* without a '/' at its end, so "" for "/" */
	struct str here; /* the working folder */
	u64 max_bytes;
	VEC(struct given) given;
	struct listing listing;
	struct intern link_targets; /* absolute paths that a source already stands for through a link */
};

static const char *absolute(const struct search *s, struct str path)
{
	const char *slash = path.n || !s->root.n ? "/" : "";
	return arena_format(s->a, "%.*s%s%.*s", (int)s->root.n, s->root.p, slash, (int)path.n, path.p);
}

static struct str shown(const struct search *s, struct str path)
{
	return path_seen_from(s->a, str_of(absolute(s, path)), s->here);
}

static const char *reason(int error)
{
	return error == ENOENT  ? "no such file or folder"
	       : error == ELOOP ? "is a loop of symbolic links"
	                        : strerror(error);
}

/* What exists but can't be read is taken too, so that it is told of once, where all files are looked at. */
static void take_given(struct search *s, const char *path)
{
	struct stat st;
	struct given g = {0};
	if (stat(path, &st) && lstat(path, &st)) {
		notice_add(s->notices, *path ? str_of(path) : S("''"), true, true, "%s", reason(errno));
		return;
	}
	g.is_folder = S_ISDIR(st.st_mode);
	struct str text = str_of(path), name = path_name(text), dir = path_dir(text);
	if (g.is_folder)
		g.path = path_real(s->a, path);
	if (g.is_folder && !g.path.n) {
		notice_add(s->notices, str_of(path), true, true, "%s", reason(errno));
		return;
	}
	if (!g.is_folder)
		g.path = path_join(s->a, path_real(s->a, dir.n ? arena_text(s->a, dir.p, dir.n) : text.n > name.n ? "/" : "."), name);
	vec_push(s->a, &s->given, g);
}

static struct str folder_of(const struct given *g) { return g->is_folder ? g->path : path_dir(g->path); }

/* The work tree of the first path; outside git the working folder if it holds everything given, as a build machine
 * expects of paths in reports, else the innermost folder that does. */
static bool choose_root(struct search *s)
{
	struct str top = git_top(s->a, folder_of(&s->given.at[0]));
	s->root = top.n ? top : s->here;
	bool is_here = true;
	for (u32 i = 0; i < s->given.n; i++)
		is_here = is_here && path_is_below(folder_of(&s->given.at[i]), s->here);
	if (!top.n && !is_here)
		s->root = folder_of(&s->given.at[0]);
	for (u32 i = 0; i < s->given.n && !top.n; i++)
		while (!path_is_below(folder_of(&s->given.at[i]), s->root))
			s->root = path_dir(s->root);
	if (str_is(s->root, "/"))
		s->root = S("");
	return top.n;
}

static void make_relative(struct search *s)
{
	u32 kept = 0;
	for (u32 i = 0; i < s->given.n; i++) {
		struct given g = s->given.at[i];
		if (!path_is_below(g.path, s->root)) {
			notice_add(s->notices, path_seen_from(s->a, g.path, s->here), true, true,
			           "is not inside %.*s, the repository of the first path", (int)s->root.n, s->root.p);
			continue;
		}
		size_t cut = g.path.n > s->root.n ? s->root.n + 1 : g.path.n;
		g.path = (struct str){g.path.p + cut, g.path.n - cut};
		s->given.at[kept++] = g;
	}
	s->given.n = kept;
}

static bool is_listed_below(const struct search *s, struct str folder)
{
	for (u32 i = 0; i < s->listing.files.n; i++)
		if (path_is_below(s->listing.files.at[i], folder))
			return true;
	return false;
}

static int by_path(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* What was given but git doesn't list (an ignored build folder, say) is added to what it does. */
static void list_files(struct search *s, bool is_git)
{
	struct strbuf err = {0};
	if (is_git && !git_list(s->a, s->root, &s->listing, &err)) {
		notice_add(s->notices, s->root, false, false, "git can't list it, so every file counts: %s", err.p);
		s->listing = (struct listing){0};
		walk_list(s->a, s->root, S(""), true, &s->listing);
	}
	strbuf_release(&err);
	for (u32 i = 0; i < s->given.n; i++) {
		struct given *g = &s->given.at[i];
		if (g->is_folder ? !is_git || !is_listed_below(s, g->path) : !is_git)
			walk_list(s->a, s->root, folder_of(g), g->is_folder, &s->listing);
		if (!g->is_folder)
			vec_push(s->a, &s->listing.files, g->path);
	}
	if (s->listing.files.n)
		qsort(s->listing.files.at, s->listing.files.n, sizeof(struct str), by_path);
	for (u32 i = 0; i < s->listing.closed.n; i++) {
		struct closed_folder *c = &s->listing.closed.at[i];
		notice_add(s->notices, shown(s, c->path), false, false, "folder can't be read: %s", strerror(c->error));
	}
}

/* Inside a repository within `below`, or in a folder of foreign code within it. */
static bool is_vendored(const struct search *s, struct str path, struct str below)
{
	size_t cut = below.n ? below.n + 1 : 0;
	if (path.n > cut && path_is_vendored((struct str){path.p + cut, path.n - cut}))
		return true;
	for (u32 i = 0; i < s->listing.repositories.n; i++) {
		struct str repository = s->listing.repositories.at[i];
		if (path_is_below(path, repository) && repository.n > below.n && path_is_below(repository, below))
			return true;
	}
	return false;
}

static bool is_excluded(const struct search *s, struct str path)
{
	for (u32 i = 0; i < s->options->exclude_count; i++)
		if (glob_matches(&s->options->exclude[i], str_of(absolute(s, path))))
			return true;
	return false;
}

static void grade(const struct search *s, struct source *f)
{
	f->is_vendored = is_vendored(s, f->path, S(""));
	f->is_test = path_is_test(f->path);
	bool is_inside = false;
	for (u32 i = 0; i < s->given.n; i++) {
		const struct given *g = &s->given.at[i];
		if (!g->is_folder) {
			f->is_named |= str_eq(g->path, f->path);
			continue;
		}
		is_inside |= path_is_below(f->path, g->path);
		f->is_reported |= path_is_below(f->path, g->path) && (s->options->report_vendored || !f->is_vendored ||
		                                                      !is_vendored(s, f->path, g->path));
	}
	f->is_reported |= f->is_named;
	if (f->is_reported && (!f->is_named || s->options->force_exclude))
		f->is_reported = !is_excluded(s, f->path);
	f->is_left_out = (is_inside || f->is_named) && !f->is_reported;
}

static bool is_listed(const struct search *s, struct str path)
{
	return bsearch(&path, s->listing.files.at, s->listing.files.n, sizeof path, by_path);
}

/* A link adds a file only if it leads, inside the root, to one that nothing else lists; a link that was named is
 * replaced by its target where that is listed, and kept otherwise. */
static bool follow_link(struct search *s, const struct source *f)
{
	struct str target = path_real(s->a, absolute(s, f->path));
	if (!target.n) {
		if (errno != ENOENT || f->is_named)
			notice_add(s->notices, f->shown, f->is_named, f->is_named, "%s", reason(errno));
		return false;
	}
	bool is_inside = target.n > s->root.n + 1 && path_is_below(target, s->root);
	struct given g = {0};
	if (is_inside)
		g.path = (struct str){target.p + s->root.n + 1, target.n - s->root.n - 1};
	if (is_inside && is_listed(s, g.path)) {
		if (f->is_named)
			vec_push(s->a, &s->given, g);
		return false;
	}
	if (intern_find(&s->link_targets, target) != NONE || (!is_inside && !f->is_named))
		return false;
	intern_put(&s->link_targets, target);
	return true;
}

static u64 nanoseconds(struct timespec t) { return (u64)t.tv_sec * 1000000000u + (u64)t.tv_nsec; }

static void consider(struct search *s, struct source *f)
{
	struct stat st;
	const char *path = absolute(s, f->path);
	if (stat(path, &st)) {
		if (errno != ENOENT || f->is_named)
			notice_add(s->notices, f->shown, f->is_reported, f->is_named, "%s", reason(errno));
		return;
	}
	f->size = (u64)st.st_size;
	f->stamp = (struct file_stamp){(u64)st.st_ino, f->size, nanoseconds(st.st_ctim), nanoseconds(st.st_mtim)};
	if (!S_ISREG(st.st_mode)) {
		if (!S_ISDIR(st.st_mode))
			notice_add(s->notices, f->shown, f->is_reported, f->is_named, "is not a regular file");
	} else if (f->size > s->max_bytes) {
		notice_add(s->notices, f->shown, f->is_reported, f->is_named, "is larger than the limit of %llu bytes",
		           (unsigned long long)s->max_bytes);
	} else if (access(path, R_OK)) {
		notice_add(s->notices, f->shown, f->is_reported, f->is_named, "can't be read: %s", strerror(errno));
	} else {
		f->language = (u8)language_of_path(f->path);
		if (!f->language)
			f->language = (u8)language_by_content(path);
		if (!f->language)
			notice_add(s->notices, f->shown, f->is_named && !s->options->force_exclude, f->is_named, "is in no language that caplint reads");
		vec_push(s->a, &s->d->files, *f);
	}
}

/* Links come first: one that was named names its target. */
static void look_at_files(struct search *s)
{
	for (int is_link = 1; is_link >= 0; is_link--)
		for (u32 i = 0; i < s->listing.files.n; i++) {
			struct stat st;
			struct source f = {.path = s->listing.files.at[i]};
			if (i && str_eq(f.path, s->listing.files.at[i - 1]))
				continue;
			if (!lstat(absolute(s, f.path), &st) && S_ISLNK(st.st_mode) != is_link)
				continue;
			f.shown = shown(s, f.path);
			grade(s, &f);
			if (!is_link || follow_link(s, &f))
				consider(s, &f);
		}
}

/* A folder of which nothing is reported on would read like one that is clean. */
static void tell_of_nothing(const struct search *s)
{
	for (u32 i = 0; i < s->d->files.n; i++)
		if (s->d->files.at[i].is_reported && s->d->files.at[i].language)
			return;
	for (u32 i = 0; i < s->notices->list.n; i++)
		if (s->notices->list.at[i].is_failure)
			return;
	for (u32 i = 0; i < s->given.n; i++)
		if (s->given.at[i].is_folder)
			notice_add(s->notices, shown(s, s->given.at[i].path), false, true, "holds no source file to report on");
}

bool discover(struct arena *a, const struct discover_options *o, struct discovery *d, struct notices *notices,
              struct strbuf *err)
{
	static const char *const dot[] = {"."};
	struct search s = {.a = a, .options = o, .d = d, .notices = notices, .here = path_real(a, ".")};
	u32 count = o->path_count ? o->path_count : 1;
	*d = (struct discovery){0};
	if (!s.here.n) {
		strbuf_addf(err, "the working folder: %s", reason(errno));
		return false;
	}
	s.max_bytes = o->max_file_bytes ? o->max_file_bytes : DEFAULT_MAX_BYTES;
	intern_init(&s.link_targets, a);
	for (u32 i = 0; i < count; i++)
		take_given(&s, o->path_count ? o->paths[i] : dot[0]);
	if (!s.given.n) {
		const struct notice *why = &notices->list.at[notices->list.n - count];
		strbuf_addf(err, "%.*s: %.*s%s", (int)why->path.n, why->path.p, (int)why->text.n, why->text.p,
		            count > 1 ? ", nor is there anything at the other paths given" : "");
		return false;
	}
	bool is_git = choose_root(&s);
	make_relative(&s);
	list_files(&s, is_git);
	look_at_files(&s);
	tell_of_nothing(&s);
	d->root = s.root.n ? s.root : S("/");
	if (d->files.n)
		qsort(d->files.at, d->files.n, sizeof(struct source), by_path); /* path is the first member */
	if (s.listing.builds.n)
		qsort(s.listing.builds.at, s.listing.builds.n, sizeof(struct str), by_path);
	built_mark(a, s.root, &s.listing, d->files.at, d->files.n);
	return true;
}
