/* Branches: what finds a failure, and where it is gone. */
#include "tests.h"

START_TEST(not_equal)
{
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { if (cudaSuccess != cudaMalloc(&p, 4)) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != 0) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
}
END_TEST

START_TEST(equal)
{
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) == cudaSuccess) return true; return false; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) == cudaSuccess) { use(p); return true; } cudaGetLastError(); return false; }", "");
}
END_TEST

START_TEST(plain_condition)
{
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (!e) return true; return false; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { if (cudaError_t e = cudaMalloc(&p, 4)) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4)) { cudaGetLastError(); return false; } return true; }", "");
}
END_TEST

/* The path of success clears nothing and has nothing to clear. */
START_TEST(drain_on_success_only)
{
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) == cudaSuccess) { cudaGetLastError(); return true; } return false; }",
	                "survivor degraded zero cudaMalloc\n");
}
END_TEST

/* A code that is one of the failures decides; that it is another one tells nothing. */
START_TEST(one_code)
{
	check_survivors("int f(int *p) { if (cudaMalloc(&p, 4) == cudaErrorMemoryAllocation) return 1; return 0; }",
	                "survivor degraded nothing cudaMalloc\n");
	check_survivors("int f(int *p) { if (cudaMalloc(&p, 4) == cudaErrorMemoryAllocation) { cudaGetLastError(); return 1; } return 0; }", "");
}
END_TEST

START_TEST(switches)
{
	check_survivors("bool f(int *p) { switch (cudaMalloc(&p, 4)) { case cudaSuccess: return true; default: return false; } }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { switch (cudaMalloc(&p, 4)) { case cudaSuccess: return true; default: cudaGetLastError(); return false; } }", "");
	check_survivors("bool f(int *p) { switch (cudaMalloc(&p, 4)) { case cudaSuccess: break; case cudaErrorMemoryAllocation: return false; } return true; }",
	                "survivor degraded nothing cudaMalloc\n");
}
END_TEST

START_TEST(ternary)
{
	check_survivors("int f(int *p) { return cudaMalloc(&p, 4) == cudaSuccess ? 1 : 0; }", "survivor degraded zero cudaMalloc\n");
	check_survivors("int f(int *p) { return cudaMalloc(&p, 4) ? cudaGetLastError(), 1 : 0; }", "");
	check_survivors("bool f(int *p) { bool ok = cudaMalloc(&p, 4) == cudaSuccess ? true : false; if (!ok) abort(); return true; }", "");
}
END_TEST

START_TEST(conjunction)
{
	check_survivors("bool f(int *p) { return cudaMalloc(&p, 4) == cudaSuccess && cudaMemset(p, 0, 4) == cudaSuccess; }",
	                "survivor degraded zero cudaMalloc\nsurvivor degraded zero cudaMemset\n");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) == cudaSuccess && cudaMemset(p, 0, 4) == cudaSuccess) return true;"
	                " cudaGetLastError(); return false; }", "");
	check_survivors("bool f(int *p, bool b) { if (b && cudaMalloc(&p, 4) != cudaSuccess) abort(); return true; }", "");
}
END_TEST

START_TEST(disjunction)
{
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess || cudaMemset(p, 0, 4) != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc\nsurvivor degraded zero cudaMemset\n");
	check_survivors("bool f(int *p) { if (cudaMalloc(&p, 4) != cudaSuccess || cudaMemset(p, 0, 4) != cudaSuccess) abort(); return true; }", "");
	check_survivors("bool f(int *p) { bool bad = cudaMalloc(&p, 4) != cudaSuccess || cudaMemset(p, 0, 4) != cudaSuccess;"
	                " if (bad) cudaGetLastError(); return !bad; }", "");
}
END_TEST

START_TEST(early_return)
{
	check_survivors("int f(int *p)\n{\n\tcudaError_t e = cudaMalloc(&p, 4);\n\tif (e != cudaSuccess)\n\t\treturn 1;\n"
	                "\te = cudaMemset(p, 0, 4);\n\tif (e != cudaSuccess) {\n\t\tcudaGetLastError();\n\t\treturn 2;\n\t}\n\treturn 0;\n}\n",
	                "survivor degraded number cudaMalloc:3\n");
}
END_TEST

START_TEST(jumps)
{
	check_survivors("int f(int *p)\n{\n\tif (cudaMalloc(&p, 4) != cudaSuccess)\n\t\tgoto bad;\n\tif (cudaMemset(p, 0, 4) != cudaSuccess)\n"
	                "\t\tgoto worse;\n\treturn 0;\nworse:\n\tcudaGetLastError();\nbad:\n\treturn 1;\n}\n",
	                "survivor degraded number cudaMalloc:3\n");
	check_survivors("int f(int *p) { int rc = 1; if (cudaMalloc(&p, 4) != cudaSuccess) { rc = 0; goto out; } use(p); out: if (!rc) abort(); return rc; }", "");
}
END_TEST

/* Two branches on one code: the second one's edges agree with the first's. */
START_TEST(branches_agree)
{
	check_survivors("int f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e == cudaSuccess) use(p); if (e != cudaSuccess) abort(); return 0; }", "");
	check_survivors("int f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e != cudaSuccess) note(); if (e != cudaSuccess) cudaGetLastError(); return 0; }", "");
}
END_TEST

/* Preprocessor arms are both there: neither decides. */
START_TEST(arms)
{
	check_survivors("bool f(int *p)\n{\n\tif (cudaMalloc(&p, 4) != cudaSuccess) {\n#if A\n\t\tcudaGetLastError();\n#else\n\t\tp = 0;\n#endif\n"
	                "\t\treturn false;\n\t}\n\treturn true;\n}\n",
	                "survivor degraded zero cudaMalloc:3\n");
	check_survivors("bool f(int *p)\n{\n\tif (cudaMalloc(&p, 4) != cudaSuccess) {\n#if A\n\t\tcudaGetLastError();\n#else\n\t\tabort();\n#endif\n"
	                "\t\treturn false;\n\t}\n\treturn true;\n}\n", "");
}
END_TEST

START_TEST(asserts)
{
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); assert(e == cudaSuccess); return true; }", "");
}
END_TEST

TCase *branch_tests(void)
{
	TCase *t = tcase_create("branches");
	tcase_add_test(t, not_equal);
	tcase_add_test(t, equal);
	tcase_add_test(t, plain_condition);
	tcase_add_test(t, drain_on_success_only);
	tcase_add_test(t, one_code);
	tcase_add_test(t, switches);
	tcase_add_test(t, ternary);
	tcase_add_test(t, conjunction);
	tcase_add_test(t, disjunction);
	tcase_add_test(t, early_return);
	tcase_add_test(t, jumps);
	tcase_add_test(t, branches_agree);
	tcase_add_test(t, arms);
	tcase_add_test(t, asserts);
	return t;
}
