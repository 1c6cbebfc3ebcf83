/* Finding libclang. Each test runs in a process of its own, so each loads afresh. */
#include "clang_tests.h"

#include <stdlib.h>
#include <string.h>

#include "parse/clang_load.h"

START_TEST(a_named_library_is_the_only_one_tried)
{
	struct strbuf err = {0};
	setenv("CAPLINT_LIBCLANG", "/nonexistent/libclang.so", 1);
	ck_assert_ptr_null(clang_load(&err));
	ck_assert_msg(strstr(err.p, "/nonexistent/libclang.so") && !strstr(err.p, "llvm"), "%s", err.p);
	err.n = 0;
	ck_assert(!clang_describe(&err));
	ck_assert_ptr_nonnull(strstr(err.p, "/nonexistent/libclang.so"));
	ck_assert_ptr_null(clang_load(NULL));
	strbuf_release(&err);
}
END_TEST

START_TEST(what_is_no_libclang_is_refused)
{
	struct strbuf err = {0};
	setenv("CAPLINT_LIBCLANG", "libm.so.6", 1);
	ck_assert_ptr_null(clang_load(&err));
	ck_assert_msg(strstr(err.p, "libm.so.6: has no clang_"), "%s", err.p);
	strbuf_release(&err);
}
END_TEST

START_TEST(the_library_describes_itself)
{
	struct strbuf text = {0};
	ck_assert_msg(clang_describe(&text), "%s", text.p);
	int major = clang_load(NULL)->major;
	ck_assert_int_ge(major, CLANG_OLDEST);
	ck_assert(str_starts(strbuf_str(&text), "libclang "));
	ck_assert(str_ends(strbuf_str(&text), major >= CLANG_FULL ? " (full)" : " (reduced)"));
	strbuf_release(&text);
}
END_TEST

TCase *clang_library(void)
{
	TCase *c = tcase_create("library");
	tcase_add_test(c, a_named_library_is_the_only_one_tried);
	tcase_add_test(c, what_is_no_libclang_is_refused);
	tcase_add_test(c, the_library_describes_itself);
	return c;
}
