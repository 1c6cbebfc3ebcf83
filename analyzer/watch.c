/* The watcher: waits, runs, listens. */
#include "watch.h"

#include "config/config.h"
#include "discover/places.h"
#include "watch/eyes.h"
#include "watch_local.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALM = 150, MOST_CALM = 2000, LOOK = 1000, PATIENCE = 5, GRACE = 2000 }; /* ms; times; ms */

struct watcher {
	struct options *o;
	struct eyes eyes;
	struct watch_order order; /* of the next run */
	pid_t run; /* 0: none */
	int from;  /* what it tells */
	struct strbuf told;
	struct arena arena; /* of the places that are being told */
	struct places places;
	struct hash128 mark; /* of this run, and what it has told so far */
	bool has_seen, is_same, has_spoken;
	bool owes_places; /* and was asked for them */
	bool has_begun, has_places; /* any run */
	u32 files;
	bool is_dirty, is_sure;
	u64 first, last;  /* change that no run has seen */
	u64 looked;       /* when times were last looked at */
	u32 stopped;      /* runs in a row */
	sigset_t outside; /* signals, as they were before we waited */
};

static volatile sig_atomic_t must_stop;

static void on_stop(int number) { must_stop = number; }
static void on_child(int number) { (void)number; } /* it ends the waiting */

static u64 now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (u64)t.tv_sec * 1000 + (u64)t.tv_nsec / 1000000;
}

static const int stops[] = {SIGINT, SIGTERM, SIGHUP};

/* But for those that we were started to ignore. Outside of waiting they are held back, so that none comes between a look and the wait. */
static void hear_signals(struct watcher *w)
{
	sigset_t held;
	struct sigaction old, stop = {.sa_handler = on_stop}, child = {.sa_handler = on_child};
	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	for (u32 i = 0; i < COUNT(stops); i++) {
		sigaddset(&held, stops[i]);
		if (!sigaction(stops[i], NULL, &old) && old.sa_handler == SIG_DFL)
			sigaction(stops[i], &stop, NULL);
	}
	sigaction(SIGCHLD, &child, NULL);
	sigprocmask(SIG_BLOCK, &held, &w->outside);
}

static _Noreturn void become_run(struct watcher *w, pid_t watcher, int to)
{
	struct sigaction now_is;
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (getppid() != watcher)
		_exit(0);
	for (u32 i = 0; i < COUNT(stops); i++)
		if (!sigaction(stops[i], NULL, &now_is) && now_is.sa_handler == on_stop)
			signal(stops[i], SIG_DFL);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &w->outside, NULL);
	if (w->eyes.fd >= 0)
		close(w->eyes.fd);
	w->order.to = to;
	watch_run(&w->order);
}

static void begin(struct watcher *w)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC))
		die("no pipe can be had: %s", strerror(errno));
	fflush(NULL);
	pid_t watcher = getpid(), run = fork();
	if (!run) {
		close(ends[0]);
		become_run(w, watcher, ends[1]);
	}
	if (run < 0)
		die("no process can be started: %s", strerror(errno));
	close(ends[1]);
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	w->run = run;
	w->from = ends[0];
	w->has_begun = true;
	w->owes_places = w->order.wants_places;
	w->order.wants_places = false;
	w->has_seen = w->is_same = w->has_spoken = w->is_dirty = w->is_sure = false;
	w->places = (struct places){.arena = &w->arena};
}

static void note_change(struct watcher *w)
{
	w->last = now();
	w->first = w->is_dirty ? w->first : w->last;
	w->is_dirty = true;
}

static void take_places(struct watcher *w)
{
	struct strbuf why = {0};
	if (!w->owes_places)
		return;
	w->owes_places = false;
	w->has_places = true;
	if (eyes_turn(&w->eyes, &w->places, &why)) {
		w->order.wants_places = true;
		note_change(w);
	}
	if (why.n)
		fprintf(stderr, "caplint: %s\n", why.p);
	strbuf_release(&why);
	arena_release(&w->arena);
	w->places = (struct places){.arena = &w->arena};
}

static void take_sight(struct watcher *w, const char *text)
{
	unsigned long long a, b;
	unsigned files;
	if (sscanf(text, "%16llx%16llx %u", &a, &b, &files) != 3)
		bug("no sight: %s", text);
	w->has_seen = true;
	w->files = files;
	w->mark = (struct hash128){a, b};
	w->order.is_announced |= w->order.is_again && !w->is_same;
	take_places(w);
}

static void take_word(struct watcher *w, const char *word)
{
	struct place place = {.path = str_of(word + 1)};
	place.path.p = arena_text(&w->arena, place.path.p, place.path.n);
	switch (word[0]) {
	case WATCH_FOLDER: place.kind = PLACE_FOLDER; break;
	case WATCH_SOURCE: place.kind = PLACE_SOURCE; break;
	case WATCH_EXTRA: place.kind = PLACE_EXTRA; break;
	case WATCH_SAME: w->is_same = true; return;
	case WATCH_SPOKE:
		w->has_spoken = w->order.has_mark = true;
		w->order.mark = w->mark;
		return;
	default: take_sight(w, word + 1); return;
	}
	vec_push(&w->arena, &w->places.list, place);
}

/* What the run has told by now. */
static void listen(struct watcher *w)
{
	char chunk[64 << 10];
	ssize_t n;
	while ((n = read(w->from, chunk, sizeof chunk)) > 0 || (n < 0 && errno == EINTR))
		if (n > 0)
			strbuf_add(&w->told, chunk, (size_t)n);
	size_t at = 0;
	for (const char *end; at < w->told.n && (end = memchr(w->told.p + at, 0, w->told.n - at)); at = (size_t)(end + 1 - w->told.p))
		take_word(w, w->told.p + at);
	if (at) {
		memmove(w->told.p, w->told.p + at, w->told.n - at);
		w->told.n -= at;
	}
	if (!w->told.n)
		strbuf_release(&w->told);
}

static void forget_run(struct watcher *w)
{
	listen(w);
	close(w->from);
	strbuf_release(&w->told);
	arena_release(&w->arena);
	w->order.wants_places |= w->owes_places;
	w->run = 0;
	w->from = -1;
}

/* Its workers go with it. */
static void stop_run(struct watcher *w)
{
	u64 begun = now();
	int status;
	bool is_asked = false;
	kill(w->run, SIGTERM);
	while (!waitpid(w->run, &status, WNOHANG)) {
		if (!is_asked && now() - begun > GRACE)
			is_asked = !kill(w->run, SIGKILL);
		nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
	}
	forget_run(w);
	if (isatty(STDERR_FILENO))
		fputs("\r\033[K", stderr); /* its line of progress */
}

static void tell_end(const struct watcher *w)
{
	if (!w->o->is_quiet)
		fprintf(stderr, "caplint: watching %u file%s%s; Ctrl-C ends\n", w->files, w->files == 1 ? "" : "s", w->eyes.fd < 0 ? " by their times" : "");
}

/* False if that was the first one and could not begin. */
static bool end_run(struct watcher *w, int status)
{
	forget_run(w);
	w->stopped = 0;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE); /* nobody reads on */
	}
	if (w->has_seen && w->is_same && !w->order.is_announced)
		return true;
	if (WIFSIGNALED(status))
		fprintf(stderr, "caplint: the run ended by signal %d: an error in caplint, or no memory was left\n", WTERMSIG(status));
	if (!w->has_spoken && !w->is_same)
		w->order.has_mark = false; /* it has told of a failure */
	w->order.is_announced = false;
	w->order.is_again |= w->has_spoken;
	if (!w->has_places)
		return false;
	tell_end(w);
	return true;
}

static void take_changes(struct watcher *w)
{
	u32 saw = eyes_see(&w->eyes);
	w->looked = now();
	if (!saw)
		return;
	note_change(w);
	w->is_sure |= saw & SAW_SOURCE;
	w->order.wants_places |= saw & SAW_FOLDER;
}

/* When what has changed is to be looked at. */
static u64 due(const struct watcher *w)
{
	u64 calm = w->last + CALM, most = w->first + MOST_CALM;
	return calm < most ? calm : most;
}

static bool may_stop(const struct watcher *w) { return w->is_sure && !w->has_spoken && w->stopped < PATIENCE; }

/* Milliseconds; -1: for whatever comes. */
static i64 patience(const struct watcher *w)
{
	u64 t = now(), until = UINT64_MAX;
	if (w->is_dirty && (!w->run || may_stop(w)))
		until = due(w);
	if (w->eyes.is_wanted && w->looked + LOOK < until)
		until = w->looked + LOOK;
	return until == UINT64_MAX ? -1 : until > t ? (i64)(until - t) : 0;
}

static void wait_for_news(struct watcher *w)
{
	struct pollfd fds[] = {{.fd = w->eyes.fd, .events = POLLIN}, {.fd = w->run ? w->from : -1, .events = POLLIN}};
	i64 ms = patience(w);
	struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
	if (ppoll(fds, COUNT(fds), ms < 0 ? NULL : &t, &w->outside) < 0)
		return; /* a signal */
	/* Nothing more is told by one that ends, but that is told by its end. */
	if (fds[1].revents)
		listen(w);
	if (fds[0].revents || (w->eyes.is_wanted && now() >= w->looked + LOOK))
		take_changes(w);
}

static bool reap(struct watcher *w)
{
	int status;
	return !w->run || waitpid(w->run, &status, WNOHANG) != w->run || end_run(w, status);
}

static bool is_counted(struct str name) { return place_counts(name) || config_is_name(name); }

int watch(struct options *o)
{
	struct watcher w = {.o = o, .order = {.o = o, .wants_places = true}, .from = -1};
	bool is_good = true;
	if (!eyes_open(&w.eyes, o->polls, is_counted))
		die("--watch needs a system that tells of changes (inotify); with --poll it looks at all files each second");
	hear_signals(&w);
	w.is_dirty = true;
	while (!must_stop && is_good) {
		if (w.is_dirty && (!w.has_begun || now() >= due(&w)) && (!w.run || may_stop(&w))) {
			if (w.run) {
				stop_run(&w);
				w.stopped++;
			}
			begin(&w);
		}
		wait_for_news(&w);
		is_good = reap(&w);
		if (!w.run && is_good && eyes_are_shut(&w.eyes)) {
			fprintf(stderr, "caplint: nothing is left to be watched\n");
			is_good = false;
		}
	}
	if (w.run)
		stop_run(&w);
	eyes_close(&w.eyes);
	return is_good ? 0 : 2;
}
