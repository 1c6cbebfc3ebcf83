/* Which file configures a run. */
#include "config/config.h"

#include "discover/discover.h"
#include "discover/paths.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of a path given, absolute; that of the nearest thing above it that exists. */
static struct str folder_of(struct arena *a, const char *path)
{
	char room[PATH_MAX];
	struct stat st;
	const char *at = arena_format(a, "%s", path);
	while (!realpath(at, room)) {
		struct str dir = path_dir(str_of(at));
		if (!dir.n)
			return realpath(at[0] == '/' ? "/" : ".", room) ? str_of(arena_format(a, "%s", room)) : S("");
		at = arena_text(a, dir.p, dir.n);
	}
	struct str full = str_of(arena_format(a, "%s", room));
	return !stat(room, &st) && S_ISDIR(st.st_mode) ? full : path_dir(full);
}

static bool exists(struct arena *a, struct str folder, const char *name)
{
	return !access(arena_format(a, "%.*s/%s", (int)folder.n, folder.p, name), F_OK);
}

/* A line that begins our table, for what could not be read. */
static bool has_header(struct str text)
{
	while (text.n) {
		struct str line = str_take_line(&text);
		while (str_starts(line, " ") || str_starts(line, "\t") || str_starts(line, "["))
			line = (struct str){line.p + 1, line.n - 1};
		if (str_starts(line, "tool.caplint"))
			return true;
	}
	return false;
}

/* A pyproject.toml is ours if it has the table; a cheap look first, since most have not. A mistake can hide the table: who reads
 * the file tells of it. */
static bool speaks_of_us(const char *path)
{
	struct arena scratch = {0};
	struct strbuf err = {0};
	struct str text;
	bool is_ours = file_read(&scratch, path, CONFIG_BYTES, &text, &err) && memmem(text.p, text.n, "caplint", 7);
	if (is_ours) {
		struct toml_faults faults = {.arena = &scratch};
		is_ours = toml_get(toml_get(toml_read(&scratch, text, &faults), "tool"), "caplint") || (faults.list.n && has_header(text));
	}
	strbuf_release(&err);
	arena_release(&scratch);
	return is_ours;
}

static const char *const names[] = {".caplint.toml", "caplint.toml", "pyproject.toml"};

bool config_is_name(struct str name) { return str_is_any(name, names, COUNT(names)); }

static const char *file_in(struct arena *a, struct str folder)
{
	for (u32 i = 0; i < COUNT(names); i++) {
		const char *path = arena_format(a, "%.*s/%s", (int)folder.n, folder.p, names[i]);
		struct stat st;
		bool leads_somewhere = !stat(path, &st);
		/* A link that leads nowhere was meant: who reads it says what is wrong. */
		if (leads_somewhere ? !S_ISDIR(st.st_mode) && (i < 2 || speaks_of_us(path)) : i < 2 && !lstat(path, &st))
			return path;
	}
	return NULL;
}

const char *config_find(struct arena *a, const char *const *paths, u32 n)
{
	char room[PATH_MAX];
	struct str here = getcwd(room, sizeof room) ? str_of(arena_format(a, "%s", room)) : S("");
	struct str shared = n ? folder_of(a, paths[0]) : here;
	for (u32 i = 1; i < n; i++) {
		struct str folder = folder_of(a, paths[i]);
		while (shared.n && !path_is_below(folder, shared))
			shared = path_dir(shared);
	}
	struct str top = shared;
	while (top.n && !exists(a, top, ".git"))
		top = path_dir(top);
	if (!top.n)
		top = path_is_below(shared, here) ? here : shared;
	for (struct str folder = shared;; folder = path_dir(folder)) {
		const char *found = file_in(a, folder);
		if (found) {
			struct str seen = path_seen_from(a, str_of(found), here);
			return arena_text(a, seen.p, seen.n);
		}
		if (folder.n <= top.n)
			return NULL;
	}
}
