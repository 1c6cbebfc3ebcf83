#include "discover/compdb.h"
#include "discover/args.h"
#include "discover/paths.h"

#if HAS_JANSSON
#include <jansson.h>
#endif
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_NAME "compile_commands.json"
#define MOST_BYTES ((u64)256 << 20)

struct load {
	struct arena *a;
	const struct discovery *d;
	struct notices *notices;
	struct compdb *out;
	struct str folder; /* that holds the file, absolute */
	bool is_given;
	u32 bad_count, first_bad;
};

static bool is_file(const char *path)
{
	struct stat st;
	return !stat(path, &st) && S_ISREG(st.st_mode);
}

static struct str search(struct arena *a, struct str dir)
{
	static const char *const places[] = {"", "build/"};
	for (;; dir = path_dir(dir)) {
		for (size_t i = 0; i < COUNT(places); i++) {
			const char *path = arena_format(a, "%.*s/%s" FILE_NAME, (int)dir.n, dir.p, places[i]);
			if (is_file(path))
				return str_of(path);
		}
		if (!dir.n)
			return S("");
	}
}

static struct str given_path(struct arena *a, const char *given)
{
	struct stat st;
	bool is_folder = !stat(given, &st) && S_ISDIR(st.st_mode);
	return str_of(is_folder ? arena_format(a, "%s/" FILE_NAME, given) : given);
}

#if HAS_JANSSON
static struct str absolute(const struct load *l, struct str dir, const char *path)
{
	return path[0] == '/' ? str_of(path) : path_join(l->a, dir, str_of(path));
}

static int by_path(const void *key, const void *source)
{
	return str_cmp(*(const struct str *)key, ((const struct source *)source)->path);
}

/* The index among the program's files, or NONE. */
static u32 file_of(const struct load *l, struct str path)
{
	struct str root = l->d->root, found = path_real(l->a, path.p);
	size_t cut = str_is(root, "/") ? 1 : root.n + 1;
	if (!found.n || found.n <= cut || !path_is_below(found, cut == 1 ? S("") : root))
		return NONE;
	found = (struct str){found.p + cut, found.n - cut};
	const struct source *s = l->d->files.n ? bsearch(&found, l->d->files.at, l->d->files.n, sizeof *s, by_path) : NULL;
	return s ? (u32)(s - l->d->files.at) : NONE;
}

/* False if the entry has neither form of command. */
static bool take_words(struct load *l, const json_t *entry, struct arg_list *words)
{
	const json_t *arguments = json_object_get(entry, "arguments");
	const char *command = json_string_value(json_object_get(entry, "command"));
	size_t n = json_array_size(arguments);
	for (size_t i = 0; i < n; i++) {
		const char *word = json_string_value(json_array_get(arguments, i));
		if (!word)
			return false;
		struct str copy = str_of(arena_format(l->a, "%s", word));
		vec_push(l->a, &words->list, copy);
	}
	if (!n && command)
		args_split(l->a, str_of(command), words);
	return n || command;
}

static bool take_entry(struct load *l, const json_t *entry)
{
	const char *file = json_string_value(json_object_get(entry, "file"));
	const char *directory = json_string_value(json_object_get(entry, "directory"));
	struct arg_list words = {0};
	struct strbuf err = {0};
	if (!file)
		return false;
	struct str dir = directory ? absolute(l, l->folder, directory) : l->folder;
	dir = (struct str){arena_text(l->a, dir.p, dir.n), dir.n};
	u32 index = file_of(l, absolute(l, dir, file));
	if (index == NONE || l->out->of_file[index])
		return true;
	if (!take_words(l, entry, &words))
		return false;
	struct compile_command *command = arena_new(l->a, struct compile_command);
	args_translate(l->a, dir, &words, command, &err);
	if (err.n)
		notice_add(l->notices, l->d->files.at[index].shown, false, false, "%s", err.p);
	strbuf_release(&err);
	l->out->of_file[index] = command;
	l->out->command_count++;
	return true;
}

static void take_entries(struct load *l, const json_t *all)
{
	size_t n = json_array_size(all);
	for (size_t i = 0; i < n; i++)
		if (!take_entry(l, json_array_get(all, i)) && !l->bad_count++)
			l->first_bad = (u32)i + 1;
	if (l->bad_count)
		notice_add(l->notices, l->out->path, false, l->is_given,
		           "entry %u lacks a file or a command; %u such entries are left out", l->first_bad, l->bad_count);
}

static void read_file(struct load *l)
{
	struct str bytes, path = l->out->path;
	struct strbuf err = {0};
	json_error_t error;
	if (!file_read(l->a, path.p, MOST_BYTES, &bytes, &err)) {
		notice_add(l->notices, path, true, l->is_given, "compile commands: %s", err.p);
		strbuf_release(&err);
		return;
	}
	json_t *all = json_loadb(bytes.p, bytes.n, 0, &error);
	if (!all)
		notice_add(l->notices, path, true, l->is_given, "line %d, column %d: %s", error.line, error.column, error.text);
	else if (!json_is_array(all))
		notice_add(l->notices, path, true, l->is_given, "is not a list of compile commands");
	else
		take_entries(l, all);
	json_decref(all);
}

const char *compdb_describe(void) { return "jansson " JANSSON_VERSION; }
#else
/* Who didn't ask for it gets the same run as without the file. */
static void read_file(struct load *l)
{
	if (l->is_given)
		notice_add(l->notices, l->out->path, true, true, "can't be read: this caplint was built without jansson");
	else
		notice_add(l->notices, l->out->path, false, false, "is not used: this caplint was built without jansson");
}

const char *compdb_describe(void) { return "no jansson: compile_commands.json is not read"; }
#endif

void compdb_load(struct arena *a, const struct discovery *d, const char *given, struct notices *notices,
                 struct compdb *out)
{
	struct load l = {.a = a, .d = d, .notices = notices, .out = out, .is_given = given};
	*out = (struct compdb){.of_file = arena_array(a, const struct compile_command *, d->files.n)};
	out->path = given ? given_path(a, given) : search(a, str_is(d->root, "/") ? S("") : d->root);
	if (!out->path.n)
		return;
	struct str folder = path_dir(path_real(a, out->path.p));
	l.folder = (struct str){arena_text(a, folder.p, folder.n), folder.n};
	read_file(&l);
}
