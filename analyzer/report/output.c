/* Output that reports its failures. */
#include "report/output.h"

#include "discover/discover.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(struct strbuf *err, const char *name)
{
	strbuf_addf(err, "can't write '%s': %s", name, strerror(errno));
	return false;
}

/* The file itself where the path is a link, so that the link stays; one that leads to nothing yet is followed a step. */
static const char *resolve(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL), target[PATH_MAX];
	ssize_t n = real ? -1 : readlink(path, target, sizeof target - 1);
	if (n > 0) {
		const char *slash = strrchr(path, '/');
		target[n] = 0;
		return arena_format(a, "%.*s%s", *target == '/' || !slash ? 0 : (int)(slash + 1 - path), path, target);
	}
	const char *resolved = arena_text(a, real ? real : path, strlen(real ? real : path));
	free(real);
	return resolved;
}

/* Temporary files that are there now. Who is told to stop takes them away first; what an output has replaced before stays. */
static const char *volatile pending[2 * MAX_OUTPUTS];
static pid_t owner; /* workers have our handlers and not our files */

static void on_stop(int signal_number)
{
	for (u32 i = 0; i < COUNT(pending) && getpid() == owner; i++)
		if (pending[i])
			unlink(pending[i]);
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

static void watch(const char *temporary)
{
	static const int stops[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
	struct sigaction now, action = {.sa_handler = on_stop};
	for (u32 i = 0; i < COUNT(stops); i++)
		if (!sigaction(stops[i], NULL, &now) && now.sa_handler == SIG_DFL)
			sigaction(stops[i], &action, NULL);
	owner = getpid();
	for (u32 i = 0; i < COUNT(pending); i++)
		if (!pending[i]) {
			pending[i] = temporary;
			return;
		}
}

static void forget(const char *temporary)
{
	for (u32 i = 0; i < COUNT(pending) && temporary; i++)
		if (pending[i] == temporary)
			pending[i] = NULL;
}

static bool open_temporary(struct output *o, const char *path, mode_t mode, struct strbuf *err)
{
	const char *target = resolve(&o->arena, path);
	char *temporary = arena_format(&o->arena, "%s.XXXXXX", target);
	int fd = mkstemp(temporary);
	if (fd < 0)
		return fail(err, path);
	watch(temporary);
	o->target = str_of(target);
	o->temporary = str_of(temporary);
	if (fchmod(fd, mode) || !(o->stream = fdopen(fd, "wb"))) {
		fail(err, path);
		close(fd);
		unlink(temporary);
		forget(temporary);
		return false;
	}
	return true;
}

static mode_t mode_for_new_files(void)
{
	mode_t mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

bool output_open(struct output *o, const char *path, struct strbuf *err)
{
	*o = (struct output){.stream = stdout, .name = path ? path : "standard output"};
	if (signal(SIGPIPE, SIG_DFL) == on_stop)
		signal(SIGPIPE, on_stop);
	signal(SIGXFSZ, SIG_IGN); /* a limit on files is told like a full disk */
	if (!path)
		return true;
	struct stat info;
	bool exists = !stat(path, &info);
	bool is_opened;
	if (exists && language_of_path(str_of(path))) {
		/* `--html a.cu`: the name of the page was left out. */
		strbuf_addf(err, "can't write '%s': it is a source file, and would be lost", path);
		is_opened = false;
	} else if (exists && !S_ISREG(info.st_mode)) {
		o->stream = fopen(path, "wb");
		is_opened = o->stream || fail(err, path);
	} else {
		is_opened = open_temporary(o, path, exists ? info.st_mode & 07777 : mode_for_new_files(), err);
	}
	if (!is_opened)
		arena_release(&o->arena);
	return is_opened;
}

bool output_close(struct output *o, struct strbuf *err)
{
	bool had_error = ferror(o->stream);
	errno = 0;
	bool is_written = !fflush(o->stream) && !had_error;
	if (!is_written && errno == EPIPE)
		raise(SIGPIPE);
	/* An earlier write failed, and what it said may be gone: a file that is thrown away can be asked again. */
	if (!is_written && !errno && (o->reason || !o->temporary.n || write(fileno(o->stream), "", 1) >= 0))
		errno = o->reason ? o->reason : EIO;
	int reason = errno;
	if (fclose(o->stream) && is_written) {
		is_written = false;
		reason = errno;
	}
	if (is_written && o->target.n && rename(o->temporary.p, o->target.p)) {
		is_written = false;
		reason = errno;
	}
	if (!is_written && o->temporary.n)
		unlink(o->temporary.p);
	forget(o->temporary.p);
	errno = reason;
	if (!is_written)
		fail(err, o->name);
	arena_release(&o->arena);
	return is_written;
}

/* Leaves what is there as it was: for a job that failed before it was done. */
static void output_discard(struct output *o)
{
	fclose(o->stream);
	if (o->temporary.n)
		unlink(o->temporary.p);
	forget(o->temporary.p);
	arena_release(&o->arena);
}

bool outputs_open(struct output *o, const struct output_wish *wishes, u32 n, struct strbuf *err)
{
	for (u32 i = 0; i < n; i++) {
		if (!output_open(&o[i], wishes[i].path, err)) {
			outputs_discard(o, i);
			return false;
		}
		o[i].format = wishes[i].format;
	}
	return true;
}

bool outputs_close(struct output *o, u32 n, struct strbuf *err)
{
	bool is_written = true;
	for (u32 i = 0; i < n; i++) {
		struct strbuf why = {0};
		if (!output_close(&o[i], &why)) {
			strbuf_addf(err, "%s%s", is_written ? "" : "; ", why.p);
			is_written = false;
		}
		strbuf_release(&why);
	}
	return is_written;
}

void outputs_discard(struct output *o, u32 n)
{
	for (u32 i = 0; i < n; i++)
		output_discard(&o[i]);
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);
	return value && *value;
}

bool color_wanted(enum color_choice choice, FILE *stream)
{
	if (choice != COLOR_AUTO)
		return choice == COLOR_ALWAYS;
	if (is_set("NO_COLOR"))
		return false;
	if (is_set("CLICOLOR_FORCE") || is_set("FORCE_COLOR"))
		return true;
	const char *term = getenv("TERM");
	return isatty(fileno(stream)) && term && strcmp(term, "dumb");
}
