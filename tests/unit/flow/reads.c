/* Reads of the slot. */
#include "tests.h"

START_TEST(meets_what_was_there)
{
	check_reads("void f() { cudaGetLastError(); }", "read get cudaGetLastError discarded entry\n");
	check_reads("void f() { cudaGetLastError(); cudaGetLastError(); }",
	            "read get cudaGetLastError discarded entry\nread get cudaGetLastError discarded empty was-read\n");
}
END_TEST

START_TEST(speaks_of_a_call)
{
	check_reads("bool f(int *p) { cudaMalloc(&p, 4); return cudaGetLastError() == cudaSuccess; }",
	            "read get cudaGetLastError entry untested cudaMalloc answer\n");
	check_reads("bool f(int *p) { if (cudaMalloc(&p, 4)) return cudaGetLastError() == cudaSuccess; return true; }",
	            "read get cudaGetLastError failed cudaMalloc answer\n");
	/* Found to have gone well: nothing of it can be there. */
	check_reads("bool f(int *p) { if (cudaMalloc(&p, 4)) abort(); return cudaGetLastError() == cudaSuccess; }", "read get cudaGetLastError entry answer\n");
}
END_TEST

START_TEST(after_a_launch)
{
	check_reads("void f() { k<<<1, 1>>>(); if (cudaGetLastError() != cudaSuccess) abort(); }", "read get cudaGetLastError after-launch entry end\n");
	/* The second one has nothing new to see. */
	check_reads("void f() { k<<<1, 1>>>(); cudaPeekAtLastError(); }", "read peek cudaPeekAtLastError discarded after-launch entry\n");
}
END_TEST

START_TEST(fates)
{
	check_reads("cudaError_t f() { return cudaGetLastError(); }", "read get cudaGetLastError entry answer\n");
	check_reads("void f() { cudaError_t e = cudaGetLastError(); if (e != cudaSuccess) throw e; }", "read get cudaGetLastError entry end\n");
	check_reads("void f() { handle(cudaGetLastError()); }", "read get cudaGetLastError entry handed-over\n");
	check_reads("void f() { cudaError_t e = cudaGetLastError(); }", "read get cudaGetLastError entry\n");
}
END_TEST

/* A peek leaves it there. */
START_TEST(peeks)
{
	check_reads("bool f() { k<<<1, 1>>>(); if (cudaPeekAtLastError() != cudaSuccess) return false; return true; }",
	            "read peek cudaPeekAtLastError after-launch entry stays answer\n");
	check_reads("bool f() { k<<<1, 1>>>(); if (cudaPeekAtLastError() != cudaSuccess) { cudaGetLastError(); return false; } return true; }",
	            "read peek cudaPeekAtLastError after-launch entry answer\nread get cudaGetLastError discarded entry\n");
}
END_TEST

START_TEST(through_a_helper)
{
	check_reads("void check() { if (cudaGetLastError() != cudaSuccess) abort(); }\nvoid f() { k<<<1, 1>>>(); check(); }\n",
	            "read get cudaGetLastError entry end\nread check check:2 discarded after-launch entry\n");
}
END_TEST

START_TEST(hip)
{
	check_reads_of("read get hipGetLastError discarded entry\n", "a.hip", "void f() { hipGetLastError(); }");
	check_reads_of("read get hipExtGetLastError discarded entry\n", "a.hip", "void f() { hipExtGetLastError(); }");
}
END_TEST

START_TEST(surroundings)
{
	check_surroundings("void f() { cudaGetLastError(); }", "around cudaGetLastError first only-call\n");
	check_surroundings("void f(int *p) { if (cudaFree(p) != cudaSuccess) cudaGetLastError(); }", "around cudaGetLastError in-failure\n");
	check_surroundings("void f(int *p) { if (cudaFree(p) == cudaSuccess) cudaGetLastError(); }", "around cudaGetLastError\n");
	check_surroundings("void f(int *p) { if (cudaSuccess == cudaFree(p)) return; cudaGetLastError(); }", "around cudaGetLastError in-failure\n");
	check_surroundings("void g(int *p) { if (!p) throw 1; }\nvoid f(int *p) { try { g(p); } catch (...) { cudaGetLastError(); } }",
	                   "around cudaGetLastError:2 first in-failure after-others\n");
	check_surroundings("void f(int *p) { cudaGetLastError(); k<<<1, 1>>>(p); }", "around cudaGetLastError first launches-next\n");
	check_surroundings("void f(int *p) { cudaGetLastError(); cudaFree(p); k<<<1, 1>>>(p); }", "around cudaGetLastError first\n");
	check_surroundings("void f(int *p) { k<<<1, 1>>>(p); if (cudaGetLastError()) abort(); }", "around cudaGetLastError follows-launch\n");
	check_surroundings("void f(int *p) { k<<<1, 1>>>(p); cudaFree(p); if (cudaGetLastError()) abort(); }", "around cudaGetLastError\n");
	check_surroundings("void f() { paint(); cudaGetLastError(); }", "around cudaGetLastError first may-follow-unknown\n");
	check_surroundings("void f() { get_size(); cudaGetLastError(); }", "around cudaGetLastError first after-others\n");
	check_surroundings("void f() { puts(cudaGetErrorString(cudaGetLastError())); }", "around cudaGetLastError first text\n");
	check_surroundings("cudaError_t f(int *p) { cudaError_t e = cudaFree(p); e = cudaGetLastError(); return e; }", "around cudaGetLastError overwrites\n");
}
END_TEST

TCase *read_tests(void)
{
	TCase *t = tcase_create("reads");
	tcase_add_test(t, meets_what_was_there);
	tcase_add_test(t, speaks_of_a_call);
	tcase_add_test(t, after_a_launch);
	tcase_add_test(t, fates);
	tcase_add_test(t, peeks);
	tcase_add_test(t, through_a_helper);
	tcase_add_test(t, hip);
	tcase_add_test(t, surroundings);
	return t;
}
