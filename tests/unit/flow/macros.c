/* Macros stay calls and are unfolded into their users. */
#include "tests.h"

#define ABORTS "#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { report(e_); abort(); } } while (0)\n"
#define RETURNS "#define CHECK(x) do { if ((x) != cudaSuccess) return false; } while (0)\n"
#define LOGS "#define CHECK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) printf(\"%d\", e_); } while (0)\n"
#define USER "bool f(int *p) { CHECK(cudaMalloc(&p, 4)); return true; }\n"

START_TEST(aborting) { check_survivors(ABORTS USER, ""); }
END_TEST

/* The return is its user's. */
START_TEST(returning)
{
	check_survivors(RETURNS USER, "survivor degraded zero cudaMalloc:2 by CHECK\n");
	check_survivors("#define CHECK(x) do { if ((x) != cudaSuccess) { cudaGetLastError(); return false; } } while (0)\n" USER, "");
}
END_TEST

START_TEST(logging) { check_survivors(LOGS USER, "survivor degraded nothing cudaMalloc:2 by CHECK told\n"); }
END_TEST

START_TEST(throwing)
{
	check_survivors("#define CHECK(x) if ((x) != cudaSuccess) throw std::runtime_error(#x)\n" USER, "survivor thrown nothing cudaMalloc:2 by CHECK\n");
}
END_TEST

START_TEST(jumping)
{
	check_survivors("#define TRY(x) if ((x) != cudaSuccess) goto fail\nbool f(int *p)\n{\n\tTRY(cudaMalloc(&p, 4));\n\treturn true;\nfail:\n\treturn false;\n}\n",
	                "survivor degraded zero cudaMalloc:4 by TRY\n");
	check_survivors("#define TRY(x) if ((x) != cudaSuccess) goto fail\nbool f(int *p)\n{\n\tTRY(cudaMalloc(&p, 4));\n\treturn true;\nfail:\n"
	                "\tcudaGetLastError();\n\treturn false;\n}\n", "");
	check_survivors("#define TRY(x, where) if ((x) != cudaSuccess) goto where\nbool f(int *p)\n{\n\tTRY(cudaMalloc(&p, 4), fail);\n\treturn true;\nfail:\n"
	                "\tcudaGetLastError();\n\treturn false;\n}\n", "");
}
END_TEST

START_TEST(layers)
{
	check_survivors("#define INNER(x, what) do { if ((x) != cudaSuccess) { puts(what); abort(); } } while (0)\n#define CHECK(x) INNER(x, #x)\n" USER, "");
	check_survivors("#define INNER(x, value) do { if ((x) != cudaSuccess) return value; } while (0)\n#define CHECK(x) INNER(x, false)\n" USER,
	                "survivor degraded zero cudaMalloc:3 by INNER\n");
	check_survivors("#define A(x) ((x) == cudaSuccess)\n#define B(x) A(x)\n#define CHECK(x) do { if (!B(x)) abort(); } while (0)\n" USER, "");
}
END_TEST

/* The value of an expression. */
START_TEST(values)
{
	check_survivors("#define OK(x) ((x) == cudaSuccess)\nbool f(int *p) { if (!OK(cudaMalloc(&p, 4))) return false; return true; }\n",
	                "survivor degraded zero cudaMalloc:2\n");
	check_survivors("#define OK(x) ((x) == cudaSuccess)\nbool f(int *p) { if (!OK(cudaMalloc(&p, 4))) { cudaGetLastError(); return false; } return true; }\n", "");
}
END_TEST

START_TEST(users_variables)
{
	check_survivors("#define CHECK(x) err = (x); if (err != cudaSuccess) return false\nbool f(int *p) { cudaError_t err; CHECK(cudaMalloc(&p, 4)); return true; }\n",
	                "survivor degraded zero cudaMalloc:2 by CHECK\n");
	check_survivors("#define RUN(x) err = (x)\nbool f(int *p) { cudaError_t err; RUN(cudaMalloc(&p, 4)); if (err) abort(); return true; }\n", "");
}
END_TEST

START_TEST(rest)
{
	check_survivors("#define CHECK(...) do { if ((__VA_ARGS__) != cudaSuccess) abort(); } while (0)\n" USER, "");
	check_survivors("#define CHECK(...) do { if ((__VA_ARGS__) != cudaSuccess) return false; } while (0)\n" USER, "survivor degraded zero cudaMalloc:2 by CHECK\n");
	check_survivors("#define CHECK(x, ...) do { if ((x) != cudaSuccess) { printf(__VA_ARGS__); return false; } } while (0)\n"
	                "bool f(int *p) { CHECK(cudaMalloc(&p, 4), \"x\", 1); return true; }\n", "survivor degraded zero cudaMalloc:2 by CHECK\n");
}
END_TEST

/* Arms of #if are alternatives: a failure that one of them leaves is left. */
START_TEST(several_bodies)
{
	check_survivors("#if A\n" ABORTS "#else\n" RETURNS "#endif\n" USER, "survivor degraded zero cudaMalloc:6 by CHECK\n");
	check_losses("#if A\n#define CHECK(x) (x)\n#else\n#define CHECK(x) do { x; } while (0)\n#endif\n" USER, "loss unread cudaMalloc:6 alternatives\n");
}
END_TEST

/* Macro in a header, chosen by the include closure. */
START_TEST(of_the_closure)
{
	check_survivors_of("", "a.cu", "#include \"b.h\"\n" USER, "b.h", ABORTS, "c.h", RETURNS);
	check_survivors_of("survivor degraded zero cudaMalloc:2 by CHECK\n", "a.cu", "#include \"c.h\"\n" USER, "b.h", ABORTS, "c.h", RETURNS);
	/* Out of sight in two files: which one is meant can't be known, so nothing is said. */
	check_survivors_of("", "a.cu", "bool f(int *p) { TRY(cudaMalloc(&p, 4)); return true; }", "b.h", "#define TRY(x) if (x) return false\n",
	                   "c.h", "#define TRY(x) if (x) abort()\n");
	check_survivors_of("survivor degraded zero cudaMalloc by TRY\n", "a.cu", "bool f(int *p) { TRY(cudaMalloc(&p, 4)); return true; }",
	                   "b.h", "#define TRY(x) if (x) return false\n");
}
END_TEST

/* A return in a macro runs the destructors of its user's variables. */
START_TEST(destructors_of_the_user)
{
	check_survivors(RETURNS "struct D { ~D() { cudaGetLastError(); } };\nbool f(int *p) { D d; CHECK(cudaMalloc(&p, 4)); return true; }\n", "");
}
END_TEST

START_TEST(launching)
{
	check_launches("#define LAUNCH(k, ...) do { k<<<1, 1>>>(__VA_ARGS__); if (cudaGetLastError() != cudaSuccess) abort(); } while (0)\nvoid f(int *p) { LAUNCH(kernel, p, 1); }\n",
	               "launch k checked\n");
	check_launches("#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)\nvoid f(int *p) { LAUNCH(kernel, p, 1); }\n", "launch k unchecked\n");
}
END_TEST

/* Inside itself, and past the limit of depth: a call of something unknown. */
START_TEST(not_unfolded)
{
	struct strbuf text = {0};
	check_survivors("#define CHECK(x) CHECK(x)\n" USER, "");
	strbuf_puts(&text, "#define M0(x) do { if ((x) != cudaSuccess) return false; } while (0)\n");
	for (int i = 1; i < 40; i++)
		strbuf_addf(&text, "#define M%d(x) M%d(x)\n", i, i - 1);
	strbuf_puts(&text, "bool f(int *p) { M39(cudaMalloc(&p, 4)); return true; }\n");
	check_survivors(text.p, "");
	check_losses(text.p, "");
	strbuf_release(&text);
}
END_TEST

TCase *macro_tests(void)
{
	TCase *t = tcase_create("macros");
	tcase_add_test(t, aborting);
	tcase_add_test(t, returning);
	tcase_add_test(t, logging);
	tcase_add_test(t, throwing);
	tcase_add_test(t, jumping);
	tcase_add_test(t, layers);
	tcase_add_test(t, values);
	tcase_add_test(t, users_variables);
	tcase_add_test(t, rest);
	tcase_add_test(t, several_bodies);
	tcase_add_test(t, of_the_closure);
	tcase_add_test(t, destructors_of_the_user);
	tcase_add_test(t, launching);
	tcase_add_test(t, not_unfolded);
	return t;
}
