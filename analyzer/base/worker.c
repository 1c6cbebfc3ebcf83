/* A worker: a thread with a large stack, since recursion depth is what kills parsers, in a process of its own. */
#include "base/worker.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { STACK_BYTES = 64 << 20, PROBE_BYTES = 8 << 20, HANDLER_STACK = 64 << 10 };

struct service {
	const struct pool_job *job;
	int socket;
};

bool worker_send(int socket, const void *bytes, size_t n)
{
	for (const char *p = bytes; n;) {
		ssize_t sent = send(socket, p, n, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return false;
		p += sent;
		n -= (size_t)sent;
	}
	return true;
}

static bool receive_task(int socket, u32 *task)
{
	ssize_t n;
	do
		n = recv(socket, task, sizeof *task, MSG_WAITALL);
	while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof *task;
}

static void limit_cpu(u32 seconds)
{
	struct itimerval timer = {.it_value = {.tv_sec = (time_t)seconds}};
	setitimer(ITIMER_PROF, &timer, NULL);
}

/* An allocation that failed leaves ENOMEM behind whoever gave up over it; where something else has touched errno
 * since, a full address space still shows. */
static bool is_out_of_memory(void)
{
	if (errno == ENOMEM)
		return true;
	void *p = mmap(NULL, PROBE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return true;
	munmap(p, PROBE_BYTES);
	return false;
}

static bool has_memory_limit;

static void on_crash(int number)
{
	if (is_out_of_memory())
		_exit(WORKER_OUT_OF_MEMORY);
	raise(number); /* SA_RESETHAND: this one kills */
}

/* Whoever calls exit() in a worker must not run the parent's handlers nor write its buffers once more. */
static void on_exit_call(void) { _exit(has_memory_limit && is_out_of_memory() ? WORKER_OUT_OF_MEMORY : 2); }

static u64 data_bytes_in_use(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");
	if (f) {
		if (fscanf(f, "%*u %*u %*u %*u %*u %lu", &pages) != 1)
			pages = 0;
		fclose(f);
	}
	return (u64)pages * (u64)sysconf(_SC_PAGESIZE);
}

static void limit_memory(u64 bytes)
{
	static char handler_stack[HANDLER_STACK];
	has_memory_limit = bytes && !IS_SANITIZED;
	if (!has_memory_limit)
		return;
	rlim_t most = (rlim_t)(data_bytes_in_use() + bytes);
	setrlimit(RLIMIT_DATA, &(struct rlimit){most, most});
	sigaltstack(&(stack_t){.ss_sp = handler_stack, .ss_size = sizeof handler_stack}, NULL);
	struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)(SA_RESETHAND | SA_NODEFER | SA_ONSTACK)};
	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGABRT, &action, NULL);
}

static bool serve_one(const struct service *s, u32 task)
{
	struct arena a = {0};
	struct str out = S("");
	struct strbuf why = {0};
	errno = 0;
	limit_cpu(s->job->cpu_seconds);
	bool is_ok = s->job->work(s->job->context, task, &a, &out, &why);
	limit_cpu(0);
	if (!is_ok)
		out = strbuf_str(&why);
	struct worker_answer answer = {.length = out.n, .task = task, .is_ok = is_ok};
	bool is_heard = worker_send(s->socket, &answer, sizeof answer) && worker_send(s->socket, out.p, out.n);
	strbuf_release(&why);
	arena_release(&a);
	return is_heard;
}

static void *serve_all(void *service)
{
	const struct service *s = service;
	u32 task;
	limit_memory(s->job->memory_bytes);
	while (receive_task(s->socket, &task) && serve_one(s, task))
		;
	_exit(0);
}

_Noreturn void worker_serve(const struct pool_job *job, int socket)
{
	struct service service = {job, socket};
	pthread_t thread;
	pthread_attr_t attributes;
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	signal(SIGPROF, SIG_DFL);
	atexit(on_exit_call);
	if (!pthread_attr_init(&attributes) && !pthread_attr_setstacksize(&attributes, STACK_BYTES) &&
	    !pthread_create(&thread, &attributes, serve_all, &service))
		pthread_join(thread, NULL);
	fprintf(stderr, "no thread with %d MiB of stack can be had\n", STACK_BYTES >> 20);
	_exit(1);
}
