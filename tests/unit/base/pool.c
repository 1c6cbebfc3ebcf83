/* A pool survives what its tasks do. */
#include "tests.h"

#include "base/pool.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum deed { ANSWER, REFUSE, CRASH, KILLED, SPIN, EAT, LEAVE, RECURSE, BIG, PRINT, DEEDS };
enum { BIG_BYTES = 5 << 20, MOST_TASKS = 600 };

struct record {
	const u8 *deeds;
	struct pool_result results[MOST_TASKS];
	u32 calls[MOST_TASKS];
};

static u64 recurse(volatile char *above, u64 depth)
{
	volatile char room[1000];
	room[0] = above ? (char)(above[0] + 1) : 0;
	return depth ? recurse(room, depth - 1) + (u64)(room[0] & 1) : 1;
}

static void eat(void)
{
	for (;;)
		if (!calloc(1, 4 << 20))
			abort();
}

static bool work(void *context, u32 task, struct arena *a, struct str *out, struct strbuf *why)
{
	volatile u64 spin = 0;
	switch (((struct record *)context)->deeds[task]) {
	case REFUSE: strbuf_addf(why, "task %u refuses", task); return false;
	case CRASH: abort();
	case KILLED: raise(SIGKILL); break;
	case SPIN:
		for (;;)
			spin++;
	case EAT: eat(); break;
	case LEAVE: exit(3);
	case RECURSE: recurse(NULL, 30000); break;
	case PRINT: fprintf(stderr, "last words\nand more\n"); abort();
	case BIG:
		*out = (struct str){memset(arena_alloc(a, BIG_BYTES), 'b', BIG_BYTES), BIG_BYTES};
		return true;
	default: break;
	}
	*out = str_of(arena_format(a, "answer %u", task));
	return true;
}

static void done(void *context, u32 task, const struct pool_result *result)
{
	struct record *r = context;
	r->results[task] = *result;
	r->calls[task]++;
}

static void run_deeds(struct arena *a, struct record *r, const u8 *deeds, u32 n, u32 jobs)
{
	*r = (struct record){.deeds = deeds};
	pool_run(&(struct pool_job){.task_count = n, .jobs = jobs, .cpu_seconds = 1, .memory_bytes = 64 << 20,
		.arena = a, .context = r, .work = work, .done = done});
	for (u32 i = 0; i < n; i++)
		ck_assert_uint_eq(r->calls[i], 1);
	ck_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD); /* no child is left, not even a zombie */
}

static void expect_answer(const struct record *r, u32 task)
{
	char text[32];
	snprintf(text, sizeof text, "answer %u", task);
	ck_assert(r->results[task].is_ok);
	ck_assert_str_eq(r->results[task].text.p, text);
}

static void expect_death(const struct record *r, u32 task, const char *why)
{
	ck_assert(!r->results[task].is_ok && r->results[task].is_dead);
	ck_assert_str_eq(r->results[task].text.p, why);
}

START_TEST(every_task_is_answered_once)
{
	static const u8 deeds[MOST_TASKS];
	struct arena a = {0};
	struct record *r = arena_new(&a, struct record);
	for (u32 jobs = 0; jobs < 4; jobs++) {
		run_deeds(&a, r, deeds, MOST_TASKS, jobs);
		for (u32 i = 0; i < MOST_TASKS; i++)
			expect_answer(r, i);
	}
	run_deeds(&a, r, deeds, 0, 4);
	arena_release(&a);
}
END_TEST

START_TEST(one_bad_task_costs_itself)
{
	static const u8 deeds[] = {ANSWER, CRASH, ANSWER, KILLED, CRASH, ANSWER, REFUSE, ANSWER, LEAVE, BIG, ANSWER};
	struct arena a = {0};
	struct record *r = arena_new(&a, struct record);
	for (u32 jobs = 1; jobs < 4; jobs++) {
		run_deeds(&a, r, deeds, COUNT(deeds), jobs);
		expect_answer(r, 0);
		expect_death(r, 1, "crashed (signal 6)");
		expect_answer(r, 2);
		expect_death(r, 3, "crashed (signal 9)");
		expect_death(r, 4, "crashed (signal 6)");
		expect_answer(r, 5);
		ck_assert(!r->results[6].is_ok && !r->results[6].is_dead);
		ck_assert_str_eq(r->results[6].text.p, "task 6 refuses");
		expect_answer(r, 7);
		expect_death(r, 8, "gave up (status 2)");
		ck_assert(r->results[9].is_ok && r->results[9].text.n == BIG_BYTES && r->results[9].text.p[BIG_BYTES - 1] == 'b');
		expect_answer(r, 10);
	}
	arena_release(&a);
}
END_TEST

START_TEST(a_spinning_task_is_ended)
{
	static const u8 deeds[] = {SPIN, ANSWER};
	struct arena a = {0};
	struct record *r = arena_new(&a, struct record);
	run_deeds(&a, r, deeds, COUNT(deeds), 1);
	expect_death(r, 0, "used more than 1 s of CPU");
	expect_answer(r, 1);
	arena_release(&a);
}
END_TEST

START_TEST(deep_recursion_has_room)
{
	static const u8 deeds[] = {RECURSE};
	struct arena a = {0};
	struct record *r = arena_new(&a, struct record);
	run_deeds(&a, r, deeds, COUNT(deeds), 1);
	expect_answer(r, 0);
	arena_release(&a);
}
END_TEST

/* Sanitizers reserve memory of their own and print to stderr themselves. */
#ifndef __SANITIZE_ADDRESS__
START_TEST(a_hungry_task_is_ended)
{
	static const u8 deeds[] = {EAT, ANSWER, PRINT, CRASH};
	struct arena a = {0};
	struct record *r = arena_new(&a, struct record);
	run_deeds(&a, r, deeds, COUNT(deeds), 1);
	expect_death(r, 0, "used more than 64 MiB of memory");
	expect_answer(r, 1);
	expect_death(r, 2, "crashed (signal 6): last words");
	expect_death(r, 3, "crashed (signal 6)");
	arena_release(&a);
}
END_TEST
#endif

static FILE *scribble;

static void scribble_at_exit(void) { fputs("handler\n", scribble); }

/* What the parent has in its buffers is written once, and its exit handlers run once. */
START_TEST(workers_leave_the_parent_alone)
{
	static const u8 deeds[] = {ANSWER, LEAVE, CRASH, ANSWER};
	char text[64] = "";
	FILE *f = tmpfile();
	ck_assert_ptr_nonnull(f);
	pid_t pid = fork();
	if (pid == 0) {
		struct arena a = {0};
		struct record *r = arena_new(&a, struct record);
		scribble = f;
		atexit(scribble_at_exit);
		fputs("once\n", f);
		run_deeds(&a, r, deeds, COUNT(deeds), 2);
		arena_release(&a);
		exit(0);
	}
	int status = 1;
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	ck_assert_int_eq(status, 0);
	ck_assert(pread(fileno(f), text, sizeof text - 1, 0) > 0);
	ck_assert_str_eq(text, "once\nhandler\n");
	fclose(f);
}
END_TEST

static bool wait_forever(void *context, u32 task UNUSED, struct arena *a UNUSED, struct str *out UNUSED,
                         struct strbuf *why UNUSED)
{
	if (write(*(int *)context, "x", 1) != 1)
		return false;
	for (;;)
		pause();
}

/* The workers hold the other end of a pipe, so its end is theirs. */
START_TEST(workers_die_with_their_parent)
{
	int ends[2];
	char byte;
	ck_assert_int_eq(pipe(ends), 0);
	pid_t pid = fork();
	if (pid == 0) {
		struct arena a = {0};
		pool_run(&(struct pool_job){.task_count = 2, .jobs = 2, .arena = &a, .context = &ends[1], .work = wait_forever,
			.done = done});
		_exit(0);
	}
	close(ends[1]);
	ck_assert(read(ends[0], &byte, 1) == 1 && read(ends[0], &byte, 1) == 1);
	kill(pid, SIGKILL);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	ck_assert_int_eq(read(ends[0], &byte, 1), 0);
	close(ends[0]);
}
END_TEST

TCase *pool_tests(void)
{
	TCase *t = tcase_create("pool");
	tcase_set_timeout(t, 120);
	tcase_add_test(t, every_task_is_answered_once);
	tcase_add_test(t, one_bad_task_costs_itself);
	tcase_add_test(t, a_spinning_task_is_ended);
	tcase_add_test(t, deep_recursion_has_room);
#ifndef __SANITIZE_ADDRESS__
	tcase_add_test(t, a_hungry_task_is_ended);
#endif
	tcase_add_test(t, workers_leave_the_parent_alone);
	tcase_add_test(t, workers_die_with_their_parent);
	return t;
}
