/* Wrappers: failures that a function leaves to its callers. */
#include "tests.h"

/* The code is handed on: the caller's line has it. */
START_TEST(code)
{
	check_survivors("cudaError_t get(int *p) { return cudaMalloc(&p, 4); }\nbool f(int *p) { if (get(p) != cudaSuccess) return false; return true; }\n",
	                "survivor degraded zero get:2\n");
	check_survivors("cudaError_t get(int *p) { return cudaMalloc(&p, 4); }\nbool f(int *p) { if (get(p) != cudaSuccess) abort(); return true; }\n", "");
	check_losses("cudaError_t get(int *p) { return cudaMalloc(&p, 4); }\nvoid f(int *p) { get(p); }\n", "loss discarded get:2 depth 1\n");
	check_losses("cudaError_t get(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) return e; return cudaMemset(p, 0, 4); }\n"
	             "void f(int *p) { (void)get(p); }\n", "loss void get:2 depth 1\n");
}
END_TEST

START_TEST(code_to_nobody)
{
	check_survivors("cudaError_t get(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) return e; return cudaSuccess; }\n",
	                "survivor code code cudaMalloc\n");
}
END_TEST

START_TEST(condition)
{
	check_survivors("bool get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }\nvoid f(int *p) { if (!get(p)) abort(); }\n", "");
	check_survivors("bool get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }\nvoid f(int *p) { if (!get(p)) abort(); }\n", "");
	check_survivors("bool get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }\nvoid f(int *p) { if (!get(p)) cudaGetLastError(); }\n", "");
	check_survivors("bool get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }\nvoid f(int *p) { if (!get(p)) return; use(p); }\n",
	                "survivor degraded zero cudaMalloc root f\n");
	check_survivors("bool get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }\nvoid f(int *p) { get(p); }\n",
	                "survivor degraded zero cudaMalloc root f\n");
	check_survivors("int get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return -1; return 0; }\nvoid f(int *p) { if (get(p) != 0) abort(); }\n", "");
}
END_TEST

START_TEST(null)
{
	check_survivors("int *get() { int *p; if (cudaMalloc(&p, 4) != cudaSuccess) return nullptr; return p; }\nvoid f() { int *p = get(); if (!p) abort(); use(p); }\n", "");
	check_survivors("int *get() { int *p; if (cudaMalloc(&p, 4) != cudaSuccess) return nullptr; return p; }\nvoid f() { int *p = get(); if (p) use(p); }\n",
	                "survivor degraded zero cudaMalloc root f\n");
	check_survivors("std::optional<int *> get() { int *p; if (cudaMalloc(&p, 4) != cudaSuccess) return std::nullopt; return p; }\nvoid f() { auto p = get(); if (!p) abort(); }\n", "");
}
END_TEST

START_TEST(status)
{
	check_survivors("Status get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return Status::Failed; return Status::OK; }\n",
	                "survivor status status cudaMalloc\n");
	check_survivors("enum Status { kOk, kFailed };\nStatus get(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return kFailed; return kOk; }\n"
	                "void f(int *p) { if (get(p) != kOk) abort(); }\n", "");
}
END_TEST

/* Through several layers, each decides or hands on. */
START_TEST(layers)
{
	check_survivors("cudaError_t a(int *p) { return cudaMalloc(&p, 4); }\ncudaError_t b(int *p) { return a(p); }\nbool c(int *p) { return b(p) == cudaSuccess; }\n"
	                "void f(int *p) { if (!c(p)) abort(); }\n", "");
	check_survivors("cudaError_t a(int *p) { return cudaMalloc(&p, 4); }\ncudaError_t b(int *p) { return a(p); }\nbool c(int *p) { return b(p) == cudaSuccess; }\n"
	                "void f(int *p) { if (!c(p)) return; }\n", "survivor degraded zero b:3 root f\n");
}
END_TEST

/* One caller that clears it does not clear it for the other. */
START_TEST(two_callers)
{
	check_survivors("bool get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }\nvoid f(int *p) { if (!get(p)) cudaGetLastError(); }\nvoid g(int *p) { get(p); }\n",
	                "survivor degraded zero cudaMalloc root g\n");
}
END_TEST

START_TEST(recursion)
{
	check_survivors("bool get(int *p, int n) { if (cudaMalloc(&p, n) == cudaSuccess) return true; if (n < 2) return false; return get(p, n / 2); }\n"
	                "void f(int *p) { get(p, 8); }\n", "survivor degraded nothing cudaMalloc root f\n");
	check_survivors("bool get(int *p, int n) { if (cudaMalloc(&p, n) == cudaSuccess) return true; cudaGetLastError(); if (n < 2) return false; return get(p, n / 2); }\n"
	                "void f(int *p) { get(p, 8); }\n", "");
	check_survivors("bool odd(int *p, int n);\nbool even(int *p, int n) { if (cudaMalloc(&p, n)) return false; return odd(p, n - 1); }\n"
	                "bool odd(int *p, int n) { if (!n) return true; return even(p, n - 1); }\nvoid f(int *p) { if (!even(p, 4)) abort(); }\n", "");
	check_survivors("bool odd(int *p, int n);\nbool even(int *p, int n) { if (cudaMalloc(&p, n)) return false; return odd(p, n - 1); }\n"
	                "bool odd(int *p, int n) { if (!n) return true; return even(p, n - 1); }\nvoid f(int *p) { even(p, 4); }\n",
	                "survivor degraded zero cudaMalloc:2 root f\n");
}
END_TEST

/* Overrides, and functions in tables. */
START_TEST(virtual_calls)
{
	check_survivors("struct A { virtual bool get(int *p) = 0; };\nstruct B : A { bool get(int *p) override { return cudaMalloc(&p, 4) == cudaSuccess; } };\n"
	                "void f(A *a, int *p) { if (!a->get(p)) abort(); }\n", "");
	check_survivors("struct A { virtual bool get(int *p) = 0; };\nstruct B : A { bool get(int *p) override { return cudaMalloc(&p, 4) == cudaSuccess; } };\n"
	                "void f(A *a, int *p) { a->get(p); }\n", "survivor degraded zero cudaMalloc:2 root f\n");
}
END_TEST

START_TEST(tables)
{
	check_survivors("struct ops { bool (*get)(int *p); };\nbool cuda_get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }\n"
	                "struct ops table = { .get = cuda_get };\nvoid f(ops *o, int *p) { if (!o->get(p)) abort(); }\n", "");
	check_survivors("struct ops { bool (*get)(int *p); };\nbool cuda_get(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }\n"
	                "struct ops table = { .get = cuda_get };\nvoid f(ops *o, int *p) { o->get(p); }\n", "survivor degraded zero cudaMalloc:2 root f\n");
}
END_TEST

/* The callee clears what its caller left. */
START_TEST(cleared_below)
{
	check_survivors("void next() { if (cudaGetLastError() != cudaSuccess) abort(); }\nvoid f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) next(); }\n", "");
}
END_TEST

TCase *wrapper_tests(void)
{
	TCase *t = tcase_create("wrappers");
	tcase_add_test(t, code);
	tcase_add_test(t, code_to_nobody);
	tcase_add_test(t, condition);
	tcase_add_test(t, null);
	tcase_add_test(t, status);
	tcase_add_test(t, layers);
	tcase_add_test(t, two_callers);
	tcase_add_test(t, recursion);
	tcase_add_test(t, virtual_calls);
	tcase_add_test(t, tables);
	tcase_add_test(t, cleared_below);
	return t;
}
