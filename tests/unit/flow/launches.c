/* Launches, and the victims of what was left in the slot. */
#include "tests.h"

START_TEST(unchecked)
{
	check_launches("void f() { k<<<1, 1>>>(); }", "launch k unchecked\n");
	check_launches("cudaError_t f() { k<<<1, 1>>>(); return cudaGetLastError(); }", "launch k checked\n");
	check_launches("void f() { k<<<1, 1>>>(); if (cudaPeekAtLastError() != cudaSuccess) abort(); }", "launch k checked\n");
}
END_TEST

START_TEST(on_some_path)
{
	check_launches("void f(bool b) { k<<<1, 1>>>(); if (b) { if (cudaGetLastError()) abort(); } }", "launch k unchecked checked\n");
	check_launches("void f(bool b) { if (b) { k<<<1, 1>>>(); } if (cudaGetLastError()) abort(); }", "launch k checked\n");
}
END_TEST

/* What a variable holds after the launch is no code of it. */
START_TEST(unrelated_values)
{
	check_launches("void f(int n) { k<<<1, 1>>>(); for (int i = 0; i < n; i++) g(); }", "launch k unchecked\n");
	check_launches("void f(int n) { k<<<1, 1>>>(); int i = 0; std::cout << i; if (n == 0) throw i; }", "launch k unchecked\n");
}
END_TEST

START_TEST(swallowed)
{
	check_launches("void f() { k<<<1, 1>>>(); cudaGetLastError(); }", "launch k checked swallowed\n");
	check_launches("void f() { k<<<1, 1>>>(); (void)cudaGetLastError(); }", "launch k checked swallowed\n");
}
END_TEST

START_TEST(only_printed)
{
	check_launches("void f() { k<<<1, 1>>>(); printf(\"%s\", cudaGetErrorString(cudaGetLastError())); }", "launch k unchecked\n");
}
END_TEST

START_TEST(checked_by_the_caller)
{
	check_launches("static void run() { k<<<1, 1>>>(); }\nvoid f() { run(); if (cudaGetLastError()) abort(); }\n", "launch k\nlaunch k checked\n");
	check_launches("static void run() { k<<<1, 1>>>(); }\nvoid f() { run(); }\n", "launch k\nlaunch k unchecked\n");
}
END_TEST

START_TEST(by_a_call)
{
	check_losses("void f(void **args) { cudaLaunchKernel(k, 1, 1, args, 0, 0); }", "loss discarded cudaLaunchKernel\n");
}
END_TEST

/* The root is called through a pointer: whoever does may check. */
START_TEST(stored)
{
	check_launches("void run() { k<<<1, 1>>>(); }\nvoid f(table *t) { t->entry = run; t->all.push_back(run); }\n", "launch k unchecked unseen\n");
	/* A binding makes an entry of it: nobody else calls. */
	check_launches("void run() { k<<<1, 1>>>(); }\nPYBIND11_MODULE(x, m) { m.def(\"run\", &run); }\n", "launch k unchecked\n");
}
END_TEST

START_TEST(victims)
{
	check_survivors("bool f(int *p)\n{\n\tif (cudaMalloc(&p, 4) != cudaSuccess)\n\t\tp = 0;\n\tk<<<1, 1>>>();\n\tif (cudaGetLastError() != cudaSuccess)\n\t\tabort();\n\treturn true;\n}\n",
	                "survivor degraded nothing cudaMalloc:3 runs victims cudaGetLastError:6\n");
	/* The check is in another function. */
	check_survivors("void run() { k<<<1, 1>>>(); if (cudaGetLastError()) abort(); }\nvoid f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) p = 0; run(); }\n",
	                "survivor degraded nothing cudaMalloc:2 runs victims cudaGetLastError\n");
	/* A drain between them saves it. */
	check_survivors("bool f(int *p)\n{\n\tif (cudaMalloc(&p, 4) != cudaSuccess)\n\t\tcudaGetLastError();\n\tk<<<1, 1>>>();\n\tif (cudaGetLastError() != cudaSuccess)\n\t\tabort();\n\treturn true;\n}\n", "");
}
END_TEST

/* Device code has no slot. */
START_TEST(device_code)
{
	check_launches("__global__ void parent() { child<<<1, 1>>>(); }\n__device__ void d() { child<<<1, 1>>>(); }\n", "");
	check_losses("__device__ void d(int *p) { cudaMalloc(&p, 4); }\n", "");
}
END_TEST

TCase *launch_tests(void)
{
	TCase *t = tcase_create("launches");
	tcase_add_test(t, unchecked);
	tcase_add_test(t, on_some_path);
	tcase_add_test(t, unrelated_values);
	tcase_add_test(t, swallowed);
	tcase_add_test(t, only_printed);
	tcase_add_test(t, checked_by_the_caller);
	tcase_add_test(t, by_a_call);
	tcase_add_test(t, stored);
	tcase_add_test(t, victims);
	tcase_add_test(t, device_code);
	return t;
}
