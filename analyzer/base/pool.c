/* The parent's side of a pool: hand out, collect, replace. */
#include "base/worker.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_WORKERS = 256, MOST_SAID = 200, CHUNK = 64 << 10 };
#define MOST_BYTES ((u64)1 << 30) /* a longer answer is a damaged one */

struct worker {
	pid_t pid; /* 0: none */
	int socket;
	int said; /* what it printed on stderr; -1: nobody listens */
	u32 task; /* NONE: idle */
	struct strbuf in;
};

struct pool {
	const struct pool_job *job;
	struct worker workers[MOST_WORKERS];
	u32 worker_count, next_task;
};

u32 pool_cpus(void)
{
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) ? 1 : (u32)CPU_COUNT(&set);
}

/* In the child: what belongs to the parent is let go, so that each socket has one owner a side. */
static _Noreturn void become_worker(const struct pool *pool, const struct worker *self, int socket, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	for (u32 i = 0; i < pool->worker_count; i++)
		if (pool->workers[i].pid)
			close(pool->workers[i].socket);
	if (self->said >= 0)
		dup2(self->said, STDERR_FILENO);
	worker_serve(pool->job, socket);
}

static bool worker_start(struct pool *pool, struct worker *w)
{
	int ends[2];
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends))
		return false;
	*w = (struct worker){.socket = ends[0], .said = -1, .task = NONE};
	if (!IS_SANITIZED)
		w->said = memfd_create("stderr", MFD_CLOEXEC);
	fflush(NULL);
	pid_t parent = getpid(), pid = fork();
	if (pid == 0) {
		close(ends[0]);
		become_worker(pool, w, ends[1], parent);
	}
	int reason = errno;
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		if (w->said >= 0)
			close(w->said);
		errno = reason;
		return false;
	}
	w->pid = pid;
	return true;
}

/* Waits for the process to end and forgets it; its wait status, or 0 if somebody else reaped it. */
static int worker_reap(struct worker *w)
{
	int status = 0;
	while (waitpid(w->pid, &status, 0) < 0)
		if (errno != EINTR)
			break;
	close(w->socket);
	if (w->said >= 0)
		close(w->said);
	strbuf_release(&w->in);
	w->pid = 0;
	return status;
}

/* The first line that the worker printed during its task: a bug() or a library's last words. */
static struct str last_words(const struct worker *w, char *room)
{
	ssize_t n = w->said >= 0 ? pread(w->said, room, MOST_SAID, 0) : 0;
	struct str words = {room, n > 0 ? (size_t)n : 0};
	const char *line_end = words.n ? memchr(room, '\n', words.n) : NULL;
	if (line_end)
		words.n = (size_t)(line_end - room);
	return words;
}

static const char *death(struct arena *a, const struct pool_job *job, int status, struct str words)
{
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF)
		return arena_format(a, "used more than %u s of CPU", job->cpu_seconds);
	if (WIFEXITED(status) && WEXITSTATUS(status) == WORKER_OUT_OF_MEMORY)
		return arena_format(a, "used more than %llu MiB of memory", (unsigned long long)(job->memory_bytes >> 20));
	const char *colon = words.n ? ": " : "";
	if (WIFSIGNALED(status))
		return arena_format(a, "crashed (signal %d)%s%.*s", WTERMSIG(status), colon, (int)words.n, words.p);
	return arena_format(a, "gave up (status %d)%s%.*s", WEXITSTATUS(status), colon, (int)words.n, words.p);
}

static void worker_bury(struct pool *pool, struct worker *w)
{
	const struct pool_job *job = pool->job;
	char room[MOST_SAID];
	struct str words = last_words(w, room);
	u32 task = w->task;
	int status = worker_reap(w);
	if (task == NONE)
		return;
	struct pool_result result = {.is_dead = true, .text = str_of(death(job->arena, job, status, words))};
	job->done(job->context, task, &result);
}

static void worker_feed(struct pool *pool, struct worker *w)
{
	if (w->said >= 0 && (ftruncate(w->said, 0) || lseek(w->said, 0, SEEK_SET)))
		bug("memfd can't be rewound");
	w->task = pool->next_task++;
	if (!worker_send(w->socket, &w->task, sizeof w->task))
		worker_bury(pool, w); /* it died while idle; charging the task ends a loop of such deaths */
}

static void worker_deliver(struct pool *pool, struct worker *w)
{
	struct worker_answer answer;
	if (w->in.n < sizeof answer)
		return;
	memcpy(&answer, w->in.p, sizeof answer);
	if (answer.task != w->task || answer.length > MOST_BYTES) {
		kill(w->pid, SIGKILL);
		worker_bury(pool, w);
		return;
	}
	if (w->in.n - sizeof answer < answer.length)
		return;
	const struct pool_job *job = pool->job;
	size_t n = (size_t)answer.length;
	struct str text = {arena_text(job->arena, w->in.p + sizeof answer, n), n};
	struct pool_result result = {.is_ok = answer.is_ok, .text = text};
	strbuf_release(&w->in);
	w->task = NONE;
	job->done(job->context, answer.task, &result);
}

static void worker_hear(struct pool *pool, struct worker *w)
{
	char chunk[CHUNK];
	ssize_t n = recv(w->socket, chunk, sizeof chunk, MSG_DONTWAIT);
	if (n < 0 && (errno == EINTR || errno == EAGAIN))
		return;
	if (n <= 0) {
		worker_bury(pool, w);
		return;
	}
	strbuf_add(&w->in, chunk, (size_t)n);
	worker_deliver(pool, w);
}

/* Starts what is missing and feeds what is idle; the number of workers that are busy. */
static u32 pool_feed(struct pool *pool)
{
	u32 busy = 0;
	for (u32 i = 0; i < pool->worker_count; i++) {
		struct worker *w = &pool->workers[i];
		bool is_needed = pool->next_task < pool->job->task_count;
		if (!w->pid && is_needed && !worker_start(pool, w) && !busy && i + 1 == pool->worker_count)
			die("can't start a worker process: %s", strerror(errno));
		if (w->pid && w->task == NONE && is_needed)
			worker_feed(pool, w);
		busy += w->pid && w->task != NONE;
	}
	return busy;
}

static void pool_listen(struct pool *pool)
{
	struct pollfd sockets[MOST_WORKERS];
	for (u32 i = 0; i < pool->worker_count; i++)
		sockets[i] = (struct pollfd){.fd = pool->workers[i].pid ? pool->workers[i].socket : -1, .events = POLLIN};
	if (poll(sockets, pool->worker_count, -1) < 0) {
		if (errno != EINTR)
			bug("poll: %s", strerror(errno));
		return;
	}
	for (u32 i = 0; i < pool->worker_count; i++)
		if (sockets[i].revents)
			worker_hear(pool, &pool->workers[i]);
}

void pool_run(const struct pool_job *job)
{
	struct pool pool = {.job = job};
	struct sigaction keep, normal = {.sa_handler = SIG_DFL};
	u32 jobs = job->jobs ? job->jobs : pool_cpus();
	pool.worker_count = min_u32(min_u32(jobs, job->task_count), MOST_WORKERS);
	sigaction(SIGCHLD, &normal, &keep); /* a caller that ignores it would have our children reaped unseen */
	for (u32 busy; (busy = pool_feed(&pool)) || pool.next_task < job->task_count;)
		if (busy)
			pool_listen(&pool);
	for (u32 i = 0; i < pool.worker_count; i++)
		if (pool.workers[i].pid) {
			shutdown(pool.workers[i].socket, SHUT_RDWR);
			worker_reap(&pool.workers[i]);
		}
	sigaction(SIGCHLD, &keep, NULL);
}
