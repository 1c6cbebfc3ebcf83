/* Which macro is meant. */
#include "tests.h"

#define ONE "#define CHECK(x) do { if (x) one(); } while (0)\n"
#define TWO "#define CHECK(x) do { if (x) two(); } while (0)\n"
#define USER "void f() { CHECK(cudaFree(0)); }\n"

static void check_macro(const char *expected) { ck_assert_str_eq(targets("f", "CHECK"), expected); }

START_TEST(own)
{
	program("a.cu", ONE USER, "b.h", TWO);
	check_macro("CHECK");
}
END_TEST

START_TEST(included)
{
	program("a.cu", "#include \"b.h\"\n" USER, "b.h", ONE, "c.h", TWO);
	check_macro("CHECK(b.h)");
	program("a.cu", "#include \"d.h\"\n" USER, "b.h", ONE, "c.h", TWO, "d.h", "#include \"c.h\"\n");
	check_macro("CHECK(c.h)");
}
END_TEST

START_TEST(only_one)
{
	program("a.cu", USER, "c.h", TWO);
	check_macro("CHECK(c.h)");
}
END_TEST

/* Out of sight, and in two files: it can't be known. */
START_TEST(unknown)
{
	program("a.cu", "void f() { TRY(cudaFree(0)); }\n", "b.h", "#define TRY(x) if (x) one()\n", "c.h", "#define TRY(x) if (x) two()\n");
	ck_assert_str_eq(targets("f", "TRY"), "unknown");
}
END_TEST

START_TEST(arms)
{
	program("a.cu", "#if A\n" ONE "#else\n" TWO "#endif\n" USER);
	check_macro("CHECK CHECK");
}
END_TEST

/* A macro hides functions of its name. */
START_TEST(before_functions)
{
	program("a.cu", ONE "void CHECK(int) { }\n" USER);
	check_macro("CHECK");
	ck_assert_uint_eq(made.program.functions[made_fn(&made, "CHECK")].f->kind, FN_FUNCTION);
	struct body b = body_of("f");
	ck_assert_uint_eq(b.use_count, 1);
}
END_TEST

TCase *macro_tests(void)
{
	TCase *t = tcase_create("macros");
	tcase_add_test(t, own);
	tcase_add_test(t, included);
	tcase_add_test(t, only_one);
	tcase_add_test(t, unknown);
	tcase_add_test(t, arms);
	tcase_add_test(t, before_functions);
	return t;
}
