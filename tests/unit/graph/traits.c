/* What a name alone tells. */
#include "tests.h"

static bool never(const char *name) { return program_never_returns(&made.program, str_of(name)); }

START_TEST(never_returns)
{
	program("a.cu", "void a() { throw 1; }\nvoid b() { abort(); }\nvoid c(int x) { if (x) throw 1; }\nvoid d() { b(); }\nvoid e() { for (;;) work(); }\n"
	                "[[noreturn]] void g();\nvoid h() { x.exit(1); }\n");
	ck_assert(never("a"));
	ck_assert(never("b"));
	ck_assert(!never("c"));
	ck_assert(never("d"));
	ck_assert(!never("e"));
	ck_assert(never("g"));
	ck_assert(!never("h"));
	ck_assert(!never("nobody"));
	ck_assert(never("n::a"));
}
END_TEST

/* One definition that does return is enough to doubt the name. */
START_TEST(all_of_a_name)
{
	program("a.cu", "namespace n { void fail() { throw 1; } }\n", "b.cu", "void fail() { note(); }\n");
	ck_assert(!never("fail"));
	program("a.cu", "namespace n { void fail() { throw 1; } }\n", "b.cu", "void fail() { std::terminate(); }\n");
	ck_assert(never("fail"));
}
END_TEST

START_TEST(declared)
{
	program("a.cu", "cudaError_t grow(int);\nint size(int);\nvoid f() { grow(1); size(1); }\n");
	ck_assert_str_eq(targets("f", "grow"), "declared");
	ck_assert_str_eq(targets("f", "size"), "unknown");
	program("a.cu", "cudaError_t grow(int);\nvoid f() { grow(1); }\n", "b.cu", "int grow(int) { return 1; }\n");
	ck_assert_str_eq(targets("f", "grow"), "grow(b.cu)");
	/* Two declarations that disagree. */
	program("a.cu", "cudaError_t grow(int);\nvoid f() { grow(1); }\n", "b.h", "int grow(int, int);\n");
	ck_assert_str_eq(targets("f", "grow"), "unknown");
}
END_TEST

TCase *trait_tests(void)
{
	TCase *t = tcase_create("traits");
	tcase_add_test(t, never_returns);
	tcase_add_test(t, all_of_a_name);
	tcase_add_test(t, declared);
	return t;
}
