/* Comparisons with codes that can't be cleared. */
#include "tests.h"

START_TEST(goes_on)
{
	check_sticky("void f(int *p) { if (cudaMemset(p, 0, 4) == cudaErrorIllegalAddress) { cudaGetLastError(); cudaMemset(p, 0, 4); } }",
	             "sticky  cudaErrorIllegalAddress goes-on\n");
	check_sticky("void f(int *p) { if (cudaMemset(p, 0, 4) != cudaErrorIllegalAddress) return; cudaMemset(p, 0, 4); }", "sticky  cudaErrorIllegalAddress goes-on\n");
}
END_TEST

START_TEST(ends)
{
	check_sticky("void f(int *p) { if (cudaMemset(p, 0, 4) == cudaErrorIllegalAddress) abort(); cudaMemset(p, 0, 4); }", "sticky  cudaErrorIllegalAddress\n");
	check_sticky("bool f(int *p) { if (cudaMemset(p, 0, 4) == cudaErrorIllegalAddress) return false; cudaMemset(p, 0, 4); return true; }", "sticky  cudaErrorIllegalAddress\n");
}
END_TEST

/* Codes that go when they are read. */
START_TEST(others)
{
	check_sticky("void f(int *p) { if (cudaMalloc(&p, 4) == cudaErrorMemoryAllocation) { cudaGetLastError(); cudaMalloc(&p, 2); } }", "");
	check_sticky("void f(int *p) { if (p[0] == cudaErrorIllegalAddress) cudaMalloc(&p, 2); }", "");
}
END_TEST

/* Right after a launch no such code can be there yet. */
START_TEST(from_the_slot)
{
	check_sticky("void f(int *p) { k<<<1, 1>>>(p); if (cudaGetLastError() == cudaErrorIllegalAddress) cudaMemset(p, 0, 4); }",
	             "sticky cudaGetLastError cudaErrorIllegalAddress slot goes-on\n");
}
END_TEST

TCase *sticky_tests(void)
{
	TCase *t = tcase_create("sticky");
	tcase_add_test(t, goes_on);
	tcase_add_test(t, ends);
	tcase_add_test(t, others);
	tcase_add_test(t, from_the_slot);
	return t;
}
