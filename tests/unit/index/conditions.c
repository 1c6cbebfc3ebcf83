/* What conditions of the preprocessor say of host code, and which macros are defined for devices. */
#include "tests.h"

#include "index/condition.h"

#include <string.h>

static void expect_truth(const char *directive, const char *text, enum truth expected)
{
	enum truth got = condition_on_host(str_of(directive), str_of(text));
	ck_assert_msg(got == expected, "#%s %s: %d, not %d", directive, text, got, expected);
}

START_TEST(known)
{
	expect_truth("ifdef", "__CUDA_ARCH__", TRUTH_NO);
	expect_truth("ifndef", "__CUDA_ARCH__ /* host */", TRUTH_YES);
	expect_truth("elifdef", "__HIP_DEVICE_COMPILE__", TRUTH_NO);
	expect_truth("else", "", TRUTH_YES);
	expect_truth("if", "0", TRUTH_NO);
	expect_truth("if", "1 // always", TRUTH_YES);
	expect_truth("if", "defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800", TRUTH_NO);
	expect_truth("if", "defined __CUDA_ARCH__ || \\\n defined(__HIP_DEVICE_COMPILE__)", TRUTH_NO);
	expect_truth("if", "!defined(__CUDA_ARCH__) || (__CUDA_ARCH__ >= 700)", TRUTH_YES);
	expect_truth("if", "FAST && (__CUDA_ARCH__ == 900)", TRUTH_NO);
	expect_truth("if", "__CUDA_ARCH__ < 0700L", TRUTH_YES);
}
END_TEST

START_TEST(unknown)
{
	static const char *const texts[] = {"", "FAST", "defined(FAST)", "FAST && !defined(__CUDA_ARCH__)", "__has_include(<x.h>)", "1.5 > 0",
	                                    "0x10 == 16", "1 + 1", "(", "defined(", "!", "&&", "1 ||", "__CUDA_ARCH__ >=", "f(__CUDA_ARCH__)"};
	for (size_t i = 0; i < COUNT(texts); i++)
		expect_truth("if", texts[i], i == 12 ? TRUTH_YES : TRUTH_UNKNOWN);
	expect_truth("ifdef", "FAST", TRUTH_UNKNOWN);
}
END_TEST

START_TEST(deep)
{
	struct strbuf text = {0};
	for (int i = 0; i < 100000; i++)
		strbuf_puts(&text, "(1 && (");
	expect_truth("if", text.p, TRUTH_UNKNOWN);
	strbuf_release(&text);
}
END_TEST

START_TEST(macros)
{
	struct index_file f = indexed("#define A f()\n#ifdef __CUDA_ARCH__\n#define B f()\n#if FAST\n#define C f()\n#endif\n#else\n#define D f()\n"
	                              "#endif\n#endif\n#define E f()\n#if FAST\n#define F f()\n#elif 0\n#define G f()\n#else\n#define H f()\n#endif\n");
	static const char expected[] = "ABCDEFGH", off[] = "BCG";
	ck_assert_uint_eq(f.macros.n, 8);
	for (u32 i = 0; i < f.macros.n; i++) {
		ck_assert_int_eq(f.macros.at[i].name.p[0], expected[i]);
		ck_assert_int_eq(f.macros.at[i].is_device, strchr(off, expected[i]) != NULL);
	}
}
END_TEST

TCase *condition_tests(void)
{
	TCase *t = tcase_create("conditions");
	tcase_add_test(t, known);
	tcase_add_test(t, unknown);
	tcase_add_test(t, deep);
	tcase_add_test(t, macros);
	tcase_add_checked_fixture(t, NULL, forget);
	return t;
}
