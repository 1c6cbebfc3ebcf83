/* Loops: what a round leaves for the next. */
#include "tests.h"

START_TEST(goes_round)
{
	check_survivors("void f(int **p, int n) { for (int i = 0; i < n; i++) if (cudaMalloc(&p[i], 4) != cudaSuccess) break; }",
	                "survivor degraded nothing cudaMalloc\n");
	check_survivors("void f(int **p, int n) { for (int i = 0; i < n; i++) if (cudaMalloc(&p[i], 4) != cudaSuccess) { cudaGetLastError(); break; } }", "");
	check_survivors("void f(int **p, int n) { int i = 0; while (i < n) { if (cudaMalloc(&p[i++], 4) == cudaSuccess) continue; abort(); } }", "");
}
END_TEST

/* A failure that was tolerated in one round is still there when the call succeeds in the next. */
START_TEST(retry)
{
	check_survivors("bool f(int *p, int n) { for (int i = 0; i < n; i++) { if (cudaMalloc(&p, n) == cudaSuccess) return true; n /= 2; } return false; }",
	                "survivor degraded zero cudaMalloc runs\n");
	check_survivors("bool f(int *p, int n) { for (;;) { if (cudaMalloc(&p, n) == cudaSuccess) return true; n /= 2; } }",
	                "survivor degraded nothing cudaMalloc runs\n");
	check_survivors("bool f(int *p, int n) { for (;;) { if (cudaMalloc(&p, n) == cudaSuccess) return true; cudaGetLastError(); n /= 2; } }", "");
	check_survivors("void f(int *p, int n) { do { n /= 2; } while (cudaMalloc(&p, n) != cudaSuccess); }", "survivor degraded nothing cudaMalloc runs\n");
}
END_TEST

START_TEST(drained_behind_the_loop)
{
	check_survivors("void f(int *p, int n) { while (cudaMalloc(&p, n) != cudaSuccess) n /= 2; cudaGetLastError(); }", "");
}
END_TEST

START_TEST(launch_in_the_loop)
{
	check_launches("void f(int n) { for (int i = 0; i < n; i++) k<<<1, 1>>>(); }", "launch k unchecked\n");
	check_launches("void f(int n) { for (int i = 0; i < n; i++) k<<<1, 1>>>(); if (cudaGetLastError() != cudaSuccess) abort(); }", "launch k checked\n");
}
END_TEST

START_TEST(nested)
{
	check_survivors("bool f(int **p, int n) { for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { if (cudaMalloc(&p[i], j) != cudaSuccess) goto out; } return true; out: return false; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int **p, int n) { for (auto &x : p) { switch (n) { case 1: if (cudaMalloc(&x, 4)) break; continue; default: continue; } return false; } return true; }",
	                "survivor degraded zero cudaMalloc\n");
}
END_TEST

TCase *loop_tests(void)
{
	TCase *t = tcase_create("loops");
	tcase_add_test(t, goes_round);
	tcase_add_test(t, retry);
	tcase_add_test(t, drained_behind_the_loop);
	tcase_add_test(t, launch_in_the_loop);
	tcase_add_test(t, nested);
	return t;
}
