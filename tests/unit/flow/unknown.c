/* What is not known: unknown callees, and names. */
#include "tests.h"

/* It may look at the code it is given: nothing is said. */
START_TEST(takes_the_code)
{
	check_losses("void f(int *p) { handle(cudaMalloc(&p, 4)); }", "");
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); handle(e); }", "");
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); handle(&e); }", "");
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); handle(p); }", "loss unread cudaMalloc\n");
	check_survivors("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); handle(e); if (e != cudaSuccess) return; use(p); }", "");
}
END_TEST

/* Never taken to end the process by its name; the last thing on a path of failure may have ended it. */
START_TEST(may_end)
{
	check_survivors("void f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) die_now(\"x\"); }", "");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) { die_now(\"x\"); return false; } return true; }", "survivor degraded zero cudaMalloc\n");
	/* One that says it throws is believed. */
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) LOG_AND_THROW(\"x\"); use(p); return true; }", "survivor thrown nothing cudaMalloc\n");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) die_now(\"x\"); use(p); return true; }", "survivor degraded nothing cudaMalloc\n");
}
END_TEST

START_TEST(output_only_tells)
{
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) { fprintf(stderr, \"%d\", e); } return true; }",
	                "survivor degraded nothing cudaMalloc told\n");
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) std::cerr << cudaGetErrorString(e); return true; }",
	                "survivor degraded nothing cudaMalloc told\n");
}
END_TEST

START_TEST(never_returns)
{
	check_survivors("void f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) std::terminate(); use(p); }", "");
	check_survivors("[[noreturn]] void fatal(const char *s);\nvoid f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) fatal(\"x\"); use(p); }", "");
	/* By its name: it throws or ends the process, and which of the two is not asked. */
	check_survivors("void fatal(const char *s) { throw s; }\nvoid f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) fatal(\"x\"); use(p); }", "");
	check_survivors_of("", "a.cu", "void f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) fatal(\"x\"); use(p); }", "b.h", "[[noreturn]] void fatal(const char *s);\n");
	/* A member of that name is somebody's own. */
	check_survivors("void f(A a, int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) { a.exit(1); return; } use(p); }",
	                "survivor degraded nothing cudaMalloc\n");
	check_survivors("void f(A a, int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) { std::exit(1); return; } use(p); }", "");
}
END_TEST

/* A name that speaks of checking may read the slot: the launches before are left alone. */
START_TEST(sounds_like_a_check)
{
	check_launches("void f() { k<<<1, 1>>>(); check_last_launch(); }", "launch k checked\n");
	check_launches("void f() { k<<<1, 1>>>(); LAUNCH_DONE(); }", "launch k\n");
	check_launches("void f() { k<<<1, 1>>>(); paint(); }", "launch k unchecked\n");
}
END_TEST

/* Declared, defined nowhere, and returns an error code. */
START_TEST(declared_only)
{
	check_losses("cudaError_t grow(int n);\nvoid f() { grow(4); }", "loss discarded grow:2\n");
	check_losses("int grow(int n);\nvoid f() { grow(4); }", "");
	check_survivors("cudaError_t grow(int n);\nbool f() { if (grow(4) != cudaSuccess) return false; return true; }", "survivor degraded zero grow:2\n");
}
END_TEST

START_TEST(function_pointers)
{
	check_losses("void f(int *p, cudaError_t (*get)(int *)) { get(p); }", "");
}
END_TEST

TCase *unknown_tests(void)
{
	TCase *t = tcase_create("unknown");
	tcase_add_test(t, takes_the_code);
	tcase_add_test(t, may_end);
	tcase_add_test(t, output_only_tells);
	tcase_add_test(t, never_returns);
	tcase_add_test(t, sounds_like_a_check);
	tcase_add_test(t, declared_only);
	tcase_add_test(t, function_pointers);
	return t;
}
