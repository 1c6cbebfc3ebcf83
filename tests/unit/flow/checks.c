/* Check functions of all kinds, known by what they do. */
#include "tests.h"

#define USER "bool f(int *p) { check(cudaMalloc(&p, 4)); return true; }\n"

START_TEST(aborting)
{
	check_survivors("void check(cudaError_t e) { if (e != cudaSuccess) abort(); }\n" USER, "");
	check_survivors("void check(cudaError_t e) { if (e == cudaSuccess) return; fprintf(stderr, \"%s\", cudaGetErrorString(e)); std::exit(1); }\n" USER, "");
}
END_TEST

START_TEST(throwing)
{
	check_survivors("void check(cudaError_t e) { if (e != cudaSuccess) throw std::runtime_error(\"x\"); }\n" USER,
	                "survivor thrown nothing cudaMalloc:2 by check\n");
	check_survivors("void check(cudaError_t e) { if (e != cudaSuccess) { cudaGetLastError(); throw std::runtime_error(\"x\"); } }\n" USER, "");
}
END_TEST

START_TEST(logging)
{
	check_survivors("void check(cudaError_t e) { if (e != cudaSuccess) printf(\"%s\", cudaGetErrorString(e)); }\n" USER,
	                "survivor degraded nothing cudaMalloc:2 by check told\n");
	check_survivors("void check(cudaError_t e) { if (e != cudaSuccess) { printf(\"%s\", cudaGetErrorString(e)); cudaGetLastError(); } }\n" USER, "");
}
END_TEST

START_TEST(returning)
{
	check_survivors("bool check(cudaError_t e) { return e == cudaSuccess; }\nbool f(int *p) { if (!check(cudaMalloc(&p, 4))) return false; return true; }\n",
	                "survivor degraded zero cudaMalloc:2\n");
	check_survivors("bool check(cudaError_t e) { return e == cudaSuccess; }\nbool f(int *p) { if (!check(cudaMalloc(&p, 4))) abort(); return true; }\n", "");
	check_survivors("bool check(cudaError_t e) { if (e) { cudaGetLastError(); return false; } return true; }\nbool f(int *p) { return check(cudaMalloc(&p, 4)); }\n", "");
	check_survivors("cudaError_t check(cudaError_t e) { return e; }\nbool f(int *p) { if (check(cudaMalloc(&p, 4)) != cudaSuccess) abort(); return true; }\n", "");
}
END_TEST

/* It is given whether it went well. */
START_TEST(conditions)
{
	check_survivors("void check(bool ok) { if (!ok) abort(); }\nvoid f(int *p) { check(cudaMalloc(&p, 4) == cudaSuccess); }\n", "");
	check_survivors("void check(bool ok) { if (!ok) printf(\"x\"); }\nvoid f(int *p) { check(cudaMalloc(&p, 4) == cudaSuccess); }\n",
	                "survivor degraded nothing cudaMalloc:2 by check\n");
}
END_TEST

/* `bool abort = true`: the usual call leaves it out. */
START_TEST(default_parameter)
{
	check_survivors("void check(cudaError_t e, bool stop = true) { if (e != cudaSuccess) { printf(\"x\"); if (stop) exit(1); } }\n" USER, "");
	check_survivors("void check(cudaError_t e, bool stop = false) { if (e != cudaSuccess) { printf(\"x\"); if (stop) exit(1); } }\n" USER,
	                "survivor degraded nothing cudaMalloc:2 by check\n");
}
END_TEST

/* The check reads the slot itself. */
START_TEST(slot)
{
	check_launches("void check() { if (cudaGetLastError() != cudaSuccess) abort(); }\nvoid f() { k<<<1, 1>>>(); check(); }\n", "launch k:2 checked\n");
	check_launches("void check() { note(); }\nvoid f() { k<<<1, 1>>>(); check(); }\n", "launch k:2 unchecked\n");
	check_survivors("void drain() { cudaGetLastError(); }\nbool f(int *p) { if (cudaMalloc(&p, 4)) { drain(); return false; } return true; }\n", "");
}
END_TEST

/* Handed through: the check's check. */
START_TEST(layers)
{
	check_survivors("void fail(cudaError_t e) { throw e; }\nvoid inner(cudaError_t e) { if (e) fail(e); }\nvoid check(cudaError_t e) { inner(e); }\n" USER,
	                "survivor thrown nothing cudaMalloc:4 by check\n");
	check_survivors("void fail(const char *s) { puts(s); abort(); }\nvoid inner(cudaError_t e) { if (e) fail(\"x\"); }\nvoid check(cudaError_t e) { inner(e); }\n" USER, "");
}
END_TEST

/* The code is one of many: `...` and packs stand for all that they take. */
START_TEST(many_arguments)
{
	check_survivors("template <class... T> void tell(T... x) { puts(\"failed\"); }\n"
	                "bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) tell(1, 2, e); return true; }\n",
	                "survivor degraded nothing cudaMalloc:2\n");
	check_survivors("void tell(const char *text, ...) { vprintf(text, 0); }\n"
	                "bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) tell(\"x\", 2, e); return true; }\n",
	                "survivor degraded nothing cudaMalloc:2\n");
	/* Further back than is followed: it may be looked at. */
	check_losses("void check(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j, int k, int l, int m, cudaError_t n) { if (n) abort(); }\n"
	             "void f(int *p) { check(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, cudaMalloc(&p, 4)); }\n", "");
}
END_TEST

/* Idioms of the models, without a definition in sight; a definition in sight wins. */
START_TEST(models)
{
	check_survivors("void f(int *p) { checkCudaErrors(cudaMalloc(&p, 4)); }\n", "");
	check_survivors("void checkCudaErrors(cudaError_t e) { if (e) printf(\"x\"); }\nvoid f(int *p) { checkCudaErrors(cudaMalloc(&p, 4)); }\n",
	                "survivor degraded nothing cudaMalloc:2 by checkCudaErrors\n");
	check_launches("void f() { k<<<1, 1>>>(); C10_CUDA_KERNEL_LAUNCH_CHECK(); }\n", "launch k checked\n");
}
END_TEST

TCase *check_tests(void)
{
	TCase *t = tcase_create("checks");
	tcase_add_test(t, aborting);
	tcase_add_test(t, throwing);
	tcase_add_test(t, logging);
	tcase_add_test(t, returning);
	tcase_add_test(t, conditions);
	tcase_add_test(t, default_parameter);
	tcase_add_test(t, slot);
	tcase_add_test(t, layers);
	tcase_add_test(t, many_arguments);
	tcase_add_test(t, models);
	return t;
}
