/* Where known callers end. */
#include "tests.h"

START_TEST(main_ends_the_process)
{
	check_survivors("int main() { int *p; if (cudaMalloc(&p, 4) != cudaSuccess) return 1; return 0; }", "");
	check_survivors("int main() { int *p; if (cudaMalloc(&p, 4) != cudaSuccess) puts(\"x\"); cudaDeviceSynchronize(); return 0; }",
	                "survivor main nothing cudaMalloc runs\n");
}
END_TEST

/* The callers in tests are no callers: what a test tolerates says nothing of others. */
START_TEST(tests_do_not_count)
{
	check_survivors_of("survivor degraded zero cudaMalloc\n", "a.cu", "bool get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }",
	                   "tests/t.cu", "void t(int *p) { if (!get(p)) abort(); }");
	check_survivors_of("", "a.cu", "bool get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }", "b.cu", "void t(int *p) { if (!get(p)) abort(); }");
}
END_TEST

START_TEST(across_files)
{
	check_survivors_of("survivor degraded zero cudaMalloc root t\n", "a.cu", "bool get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }", "b.cu", "void t(int *p) { get(p); }");
	/* An exception that leaves its file. */
	check_survivors_of("survivor degraded nothing cudaMalloc thrown root t\n", "a.cu", "void get(int *p) { if (cudaMalloc(&p, 4)) throw 1; }",
	                   "b.cu", "void t(int *p) { try { get(p); } catch (...) { } }");
}
END_TEST

/* Recursion alone is no caller. */
START_TEST(calls_itself)
{
	check_survivors("bool get(int *p, int n) { if (cudaMalloc(&p, n)) return false; return n < 2 ? true : get(p, n - 1); }\n",
	                "survivor degraded zero cudaMalloc\n");
	/* Nor is a group that calls itself; who calls it from outside is one. */
	check_survivors("bool odd(int *p, int n);\nbool even(int *p, int n) { if (cudaMalloc(&p, n)) return false; return n ? odd(p, n - 1) : true; }\n"
	                "bool odd(int *p, int n) { return n ? even(p, n - 1) : false; }\n", "survivor degraded zero cudaMalloc:2\n");
	check_survivors("bool odd(int *p, int n);\nbool even(int *p, int n) { if (cudaMalloc(&p, n)) return false; return n ? odd(p, n - 1) : true; }\n"
	                "bool odd(int *p, int n) { return n ? even(p, n - 1) : false; }\nvoid f(int *p) { even(p, 4); cudaGetLastError(); }\n", "");
}
END_TEST

/* Known by its name only; one that says it throws goes to who catches. */
START_TEST(throws_by_name)
{
	check_survivors("[[noreturn]] void throw_error(const char *);\nvoid get(int *p) { if (cudaMalloc(&p, 4)) throw_error(\"x\"); }\n"
	                "void f(int *p) { try { get(p); } catch (...) { } }\n", "survivor degraded nothing cudaMalloc:2 root f\n");
	check_survivors("[[noreturn]] void stop(const char *);\nvoid get(int *p) { if (cudaMalloc(&p, 4)) stop(\"x\"); }\n"
	                "void f(int *p) { try { get(p); } catch (...) { } }\n", "");
}
END_TEST

/* File scope runs too. */
START_TEST(initialisers)
{
	check_losses("static int device = cudaSetDevice(0);\n", "");
	check_losses("struct A { A() { cudaSetDevice(0); } } a;\n", "loss discarded cudaSetDevice\n");
}
END_TEST

START_TEST(counted)
{
	struct made m;
	struct slot_flow flow;
	made_of(&m, "a.cu", "void f() { cudaGetLastError(); }\nvoid g() { note(); }\n__global__ void k() { }\n", NULL);
	slot_run(&m.program, &m.arena, &flow);
	ck_assert_uint_eq(flow.functions, 1);
	made_forget(&m);
}
END_TEST

TCase *root_tests(void)
{
	TCase *t = tcase_create("roots");
	tcase_add_test(t, main_ends_the_process);
	tcase_add_test(t, tests_do_not_count);
	tcase_add_test(t, across_files);
	tcase_add_test(t, calls_itself);
	tcase_add_test(t, throws_by_name);
	tcase_add_test(t, initialisers);
	tcase_add_test(t, counted);
	return t;
}
