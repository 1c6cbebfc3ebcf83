/* git, run without a shell and without anything that the repository's own configuration could start. */
#include "discover/built.h"
#include "discover/listing.h"
#include "discover/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_NESTED = 16, MOST_REASON = 300 };

/* Hooks run with variables that name one repository; they would follow us into every other. */
static char **environment(struct arena *a)
{
	static const char *const dropped[] = {"GIT_DIR=", "GIT_WORK_TREE=", "GIT_INDEX_FILE=", "GIT_PREFIX=",
		"GIT_COMMON_DIR=", "GIT_OBJECT_DIRECTORY=", "GIT_NAMESPACE=", "GIT_LITERAL_PATHSPECS=", "LC_ALL=", "GIT_OPTIONAL_LOCKS="};
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	char **out = arena_array(a, char *, n + 3);
	out[kept++] = arena_format(a, "LC_ALL=C");
	out[kept++] = arena_format(a, "GIT_OPTIONAL_LOCKS=0");
	for (size_t i = 0; i < n; i++) {
		bool is_dropped = false;
		for (size_t k = 0; k < COUNT(dropped); k++)
			is_dropped |= str_starts(str_of(environ[i]), dropped[k]);
		if (!is_dropped)
			out[kept++] = environ[i];
	}
	return out;
}

static void read_to_end(int fd, struct strbuf *out)
{
	char chunk[64 << 10];
	ssize_t n;
	while ((n = read(fd, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			strbuf_add(out, chunk, (size_t)n);
}

static int spawn(struct arena *a, char **argv, int out, int err, pid_t *pid)
{
	posix_spawn_file_actions_t actions;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
	int error = posix_spawnp(pid, argv[0], &actions, NULL, argv, environment(a));
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static void first_line(int fd, struct strbuf *err)
{
	char room[MOST_REASON];
	ssize_t n = pread(fd, room, sizeof room, 0);
	const char *end = n > 0 ? memchr(room, '\n', (size_t)n) : NULL;
	size_t length = end ? (size_t)(end - room) : n > 0 ? (size_t)n : 0;
	if (length)
		strbuf_add(err, room, length);
	else
		strbuf_puts(err, "git failed and says nothing");
}

bool git_run(struct arena *a, struct str dir, const char *const *words, struct strbuf *out, struct strbuf *err)
{
	enum { MOST_WORDS = 24 };
	static const char *const first[] = {"git", "-C", NULL, "-c", "core.fsmonitor=false", "-c", "core.quotePath=false"};
	int pipe_ends[2], said = memfd_create("git", MFD_CLOEXEC), status = 1;
	pid_t pid;
	if (said < 0 || pipe2(pipe_ends, O_CLOEXEC))
		die("no pipe can be had: %s", strerror(errno));
	char *argv[COUNT(first) + MOST_WORDS + 1] = {0};
	for (size_t i = 0; i < COUNT(first); i++)
		argv[i] = first[i] ? arena_format(a, "%s", first[i]) : arena_text(a, dir.p, dir.n);
	for (size_t i = 0; words[i]; i++) {
		if (i == MOST_WORDS)
			bug("more than %d words for git", MOST_WORDS);
		argv[COUNT(first) + i] = arena_format(a, "%s", words[i]);
	}
	int error = spawn(a, argv, pipe_ends[1], said, &pid);
	close(pipe_ends[1]);
	if (error) {
		strbuf_addf(err, "git can't be run: %s", strerror(error));
	} else {
		read_to_end(pipe_ends[0], out);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		if (status)
			first_line(said, err);
	}
	close(pipe_ends[0]);
	close(said);
	return !status;
}

static bool has_git(struct arena *a, struct str dir)
{
	return !access(arena_format(a, "%.*s/.git", (int)dir.n, dir.p), F_OK);
}

struct str git_top(struct arena *a, struct str dir)
{
	while (dir.n && !has_git(a, dir))
		dir = path_dir(dir);
	return dir;
}

static bool list_repository(struct arena *a, struct str root, struct str prefix, u32 depth, struct listing *out,
                            struct strbuf *err);

/* A repository that is not checked out holds nothing; one that git refuses to list is left out likewise. */
static void list_nested(struct arena *a, struct str root, struct str path, u32 depth, struct listing *out)
{
	struct strbuf ignored = {0};
	vec_push(a, &out->repositories, path);
	if (depth < MOST_NESTED && has_git(a, path_join(a, root, path)))
		list_repository(a, root, path, depth + 1, out, &ignored);
	strbuf_release(&ignored);
}

/* "MODE OBJECT STAGE\tPATH" of what is tracked, or plain "PATH" of what isn't, where a final '/' is a clone. */
static void take_entry(struct arena *a, struct str root, struct str prefix, u32 depth, struct str entry, bool is_tracked,
                       struct listing *out)
{
	const char *tab = is_tracked ? memchr(entry.p, '\t', entry.n) : NULL;
	bool is_repository = is_tracked ? str_starts(entry, "160000 ") : str_ends(entry, "/");
	struct str path = entry;
	if (is_tracked && !tab)
		return;
	if (tab)
		path = (struct str){tab + 1, entry.n - (size_t)(tab + 1 - entry.p)};
	bool is_build = !is_repository && path_is_build_list(path);
	if (!is_repository && !is_build && !language_of_path(path))
		return;
	if (str_ends(path, "/"))
		path.n--;
	path = path_join(a, prefix, (struct str){arena_text(a, path.p, path.n), path.n});
	if (is_repository)
		list_nested(a, root, path, depth, out);
	else if (is_build)
		vec_push(a, &out->builds, path);
	else
		vec_push(a, &out->files, path);
}

static bool list_repository(struct arena *a, struct str root, struct str prefix, u32 depth, struct listing *out,
                            struct strbuf *err)
{
	struct str dir = prefix.n ? path_join(a, root, prefix) : root;
	bool is_ok = true;
	for (int is_tracked = 1; is_ok && is_tracked >= 0; is_tracked--) {
		struct strbuf names = {0};
		const char *const words[] = {"ls-files", "-z", is_tracked ? "--stage" : "--others", is_tracked ? "--cached" : "--exclude-standard", NULL};
		is_ok = git_run(a, dir, words, &names, err);
		for (size_t at = 0; is_ok && at < names.n;) {
			struct str entry = str_of(names.p + at);
			take_entry(a, root, prefix, depth, entry, is_tracked, out);
			at += entry.n + 1;
		}
		strbuf_release(&names);
	}
	return is_ok;
}

bool git_list(struct arena *a, struct str root, struct listing *out, struct strbuf *err)
{
	return list_repository(a, root, S(""), 0, out, err);
}
