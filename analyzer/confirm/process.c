/* One child in a process group of its own, two pipes, and a clock: programs that hang on a device never end by themselves. */
#include "confirm/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20 };

static i64 now_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (i64)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The environment with the folder put first in LD_LIBRARY_PATH. */
static char **environment(struct arena *a, const char *library_path)
{
	static const char name[] = "LD_LIBRARY_PATH=";
	size_t n = 0, kept = 0;
	while (environ[n])
		n++;
	char **out = arena_array(a, char *, n + 2);
	const char *before = getenv("LD_LIBRARY_PATH");
	for (size_t i = 0; i < n; i++)
		if (!library_path || !str_starts(str_of(environ[i]), name))
			out[kept++] = environ[i];
	if (library_path)
		out[kept] = arena_format(a, "%s%s%s%s", name, library_path, before ? ":" : "", before ? before : "");
	return out;
}

static bool start(const char *const *argv, const char *library_path, int out, int err, pid_t *pid)
{
	struct arena a = {0};
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	int error = posix_spawnp(pid, argv[0], &actions, &attributes, (char *const *)(uintptr_t)argv, environment(&a, library_path));
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	arena_release(&a);
	errno = error;
	return !error;
}

/* What is there to read; false at the end. */
static bool drain(int fd, struct strbuf *to)
{
	char chunk[16 << 10];
	ssize_t n = read(fd, chunk, sizeof chunk);
	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	if (to->n < MOST_OUTPUT)
		strbuf_add(to, chunk, (size_t)n);
	return n > 0;
}

/* Until both pipes are closed or the time is up; false in the second case. */
static bool listen_to(int out_fd, int err_fd, i64 end, struct strbuf *out, struct strbuf *err)
{
	struct pollfd fds[2] = {{.fd = out_fd, .events = POLLIN}, {.fd = err_fd, .events = POLLIN}};
	struct strbuf *const texts[2] = {out, err};
	while (fds[0].fd >= 0 || fds[1].fd >= 0) {
		i64 left = end - now_ms();
		if (left <= 0)
			return false;
		if (poll(fds, 2, (int)left) < 0 && errno != EINTR)
			return false;
		for (u32 i = 0; i < 2; i++)
			if (fds[i].fd >= 0 && fds[i].revents && !drain(fds[i].fd, texts[i]))
				fds[i].fd = -1;
	}
	return true;
}

struct process_result process_run(const char *const *argv, const char *library_path, u32 seconds, struct strbuf *out, struct strbuf *err)
{
	int outs[2], errs[2], status = 0;
	pid_t pid;
	if (pipe2(outs, O_CLOEXEC) || pipe2(errs, O_CLOEXEC))
		die("no pipe can be had: %s", strerror(errno));
	bool is_started = start(argv, library_path, outs[1], errs[1], &pid);
	if (!is_started)
		strbuf_addf(err, "'%s' can't be started: %s", argv[0], strerror(errno));
	close(outs[1]);
	close(errs[1]);
	struct process_result result = {.status = -1};
	if (is_started) {
		result.is_late = !listen_to(outs[0], errs[0], now_ms() + (i64)seconds * 1000, out, err);
		if (result.is_late)
			kill(-pid, SIGKILL);
		while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
			;
		result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
	}
	close(outs[0]);
	close(errs[0]);
	return result;
}

const char *process_find(struct arena *a, const char *name)
{
	const char *path = getenv("PATH");
	for (const char *p = path ? path : ""; *p;) {
		size_t n = strcspn(p, ":");
		const char *file = arena_format(a, "%.*s/%s", (int)n, p, name);
		if (n && !access(file, X_OK))
			return file;
		p += n + (p[n] == ':');
	}
	return NULL;
}
