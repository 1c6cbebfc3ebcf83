/* How streams are ordered: here, and by what callees do to the streams that they are given. */
#include "tests.h"

#include <string.h>

/* The ops of a function: use, record, wait, handed, sync, each with its stream's name. */
static void check_ops_of(const char *function, bool is_deep, const char *text, const char *expected)
{
	static const char *const kinds[] = {"use", "record", "wait", "handed", "sync"};
	captured("a.cu", text);
	const struct reached *r = reached_of(function);
	struct fork_table t;
	struct strbuf out = {0};
	(is_deep ? fork_table_deep : fork_table)(&capture, &made.arena, capture_values(&capture, r->body), r->state, ROW_IS_CAPTURED, &t);
	for (u32 i = 0; i < t.ops.n; i++) {
		struct str name = t.ops.at[i].stream == NONE ? S("-") : t.streams.at[t.ops.at[i].stream].name;
		strbuf_addf(&out, "%s%s %.*s", out.n ? ", " : "", kinds[t.ops.at[i].kind], (int)name.n, name.p);
	}
	strbuf_putc(&out, '\0');
	ck_assert_str_eq(out.p, expected);
	strbuf_release(&out);
}

static void check_ops(bool is_deep, const char *text, const char *expected) { check_ops_of("f", is_deep, text, expected); }

START_TEST(here)
{
	check_ops(false, "void f(cudaStream_t a, cudaStream_t b, cudaEvent_t e) { cudaEventRecord(e, a); cudaStreamWaitEvent(b, e, 0); k<<<1, 1, 0, b>>>(); cudaStreamSynchronize(b); }\n",
	          "record a, wait b, use b, sync b");
}
END_TEST

#define FORK "static void fork(cudaStream_t from, cudaStream_t to, cudaEvent_t e) { cudaEventRecord(e, from); cudaStreamWaitEvent(to, e, 0); }\n"

START_TEST(callees)
{
	const char *text = FORK "void f(cudaStream_t a, cudaStream_t b, cudaEvent_t e) { fork(a, b, e); k<<<1, 1, 0, b>>>(); }\n";
	check_ops(false, text, "handed -, handed a, handed b, use b");
	check_ops(true, text, "record a, wait b, use b");
	/* Two calls down; what nobody sees may do anything. */
	check_ops(true, FORK "static void both(cudaStream_t x, cudaStream_t y, cudaEvent_t e) { fork(y, x, e); }\n"
	                "void f(cudaStream_t a, cudaStream_t b, cudaEvent_t e) { both(a, b, e); }\n", "record b, wait a");
	check_ops(true, "void unseen(cudaStream_t, cudaStream_t);\nvoid f(cudaStream_t a, cudaStream_t b) { unseen(a, b); k<<<1, 1, 0, b>>>(); }\n",
	          "handed a, handed b, use b");
}
END_TEST

/* Members that only the callee names. */
START_TEST(members)
{
	check_ops_of("C::f", true, "struct C { cudaStream_t aside; cudaEvent_t e; void fork(cudaStream_t s) { cudaEventRecord(e, s); cudaStreamWaitEvent(aside, e, 0); }\n"
	             "void join(cudaStream_t s) { cudaEventRecord(e, aside); cudaStreamWaitEvent(s, e, 0); }\n"
	             "void f(cudaStream_t s) { fork(s); join(s); k<<<1, 1, 0, s>>>(); } };\n",
	             "record s, wait aside, record aside, wait s, use s");
}
END_TEST

/* A function that calls itself ends. */
START_TEST(recursion)
{
	check_ops(true, "void f(cudaStream_t a, cudaStream_t b, int n) { if (n) f(b, a, n - 1); k<<<1, 1, 0, a>>>(); }\n", "handed b, handed a, use a");
}
END_TEST

TCase *fork_tests(void)
{
	TCase *c = tcase_create("forks");
	tcase_add_test(c, here);
	tcase_add_test(c, callees);
	tcase_add_test(c, members);
	tcase_add_test(c, recursion);
	return c;
}
