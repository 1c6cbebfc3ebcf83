#include "tests.h"

#include <signal.h>
#include <stdlib.h>

#include "base/guard.h"

struct told {
	u32 before, after;
};

__attribute__((no_sanitize("undefined"))) static void reads_nowhere(void *told)
{
	struct told *t = told;
	t->before++;
	u32 *volatile nowhere = NULL;
	t->after += *nowhere;
}

/* Until the stack is full, which no compiler knows. */
static u64 deeper(volatile u64 *from)
{
	volatile u64 here[64] = {*from + 1};
	return here[0] ? deeper(here) + here[1] : 0;
}

static void never_comes_back(void *told)
{
	struct told *t = told;
	volatile u64 start = 0;
	t->before++;
	t->after += (u32)deeper(&start);
}

static void gives_up(void *told)
{
	((struct told *)told)->before++;
	abort();
}

static void works(void *told) { ((struct told *)told)->after++; }

START_TEST(what_ends_well_is_as_if_nobody_watched)
{
	struct told told = {0};
	ck_assert(guard_run(works, &told));
	ck_assert_uint_eq(told.after, 1);
}
END_TEST

START_TEST(a_crash_ends_the_work_alone_each_time)
{
	void (*const crashes[])(void *) = {reads_nowhere, never_comes_back, gives_up};
	struct told told = {0};
	for (u32 i = 0; i < 2 * COUNT(crashes); i++)
		ck_assert(!guard_run(crashes[i % COUNT(crashes)], &told));
	ck_assert(guard_run(works, &told));
	ck_assert_uint_eq(told.before, 2 * COUNT(crashes));
	ck_assert_uint_eq(told.after, 1);
}
END_TEST

START_TEST(afterwards_a_crash_is_a_crash_again)
{
	struct sigaction now, then;
	struct told told = {0};
	sigaction(SIGSEGV, NULL, &now);
	ck_assert(guard_run(works, &told));
	ck_assert(!guard_run(reads_nowhere, &told));
	sigaction(SIGSEGV, NULL, &then);
	ck_assert(then.sa_handler == now.sa_handler);
}
END_TEST

TCase *guard_tests(void)
{
	TCase *t = tcase_create("guard");
	tcase_add_test(t, what_ends_well_is_as_if_nobody_watched);
	tcase_add_test(t, a_crash_ends_the_work_alone_each_time);
	tcase_add_test(t, afterwards_a_crash_is_a_crash_again);
	return t;
}
