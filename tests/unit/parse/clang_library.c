/* Finding libclang. */
#include "clang_tests.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parse/clang_load.h"

static struct clang_library library;
static struct strbuf tried;

static void release(void)
{
	strbuf_release(&tried);
	unsetenv("CAPLINT_LIBCLANG");
}

START_TEST(a_named_library_is_the_only_one_tried)
{
	setenv("CAPLINT_LIBCLANG", "/nonexistent/libclang.so", 1);
	ck_assert(!clang_search(&library, &tried));
	ck_assert_msg(strstr(tried.p, "/nonexistent/libclang.so") && !strstr(tried.p, "llvm"), "%s", tried.p);
}
END_TEST

START_TEST(what_is_no_libclang_is_refused)
{
	setenv("CAPLINT_LIBCLANG", "libm.so.6", 1);
	ck_assert(!clang_search(&library, &tried));
	ck_assert_msg(strstr(tried.p, "libm.so.6: has no clang_"), "%s", tried.p);
}
END_TEST

/* The folder names of one search; whatever is installed, those before the one found were tried. */
START_TEST(the_search_goes_beside_us_first)
{
	unsetenv("CAPLINT_LIBCLANG");
	bool is_found = clang_search(&library, &tried);
	ck_assert_msg(!is_found || (library.major >= CLANG_OLDEST && library.version && library.path), "no library");
	if (!is_found || !strstr(library.path, "site-packages")) {
		const char *beside = strstr(tried.p, "site-packages/clang/native"), *installed = strstr(tried.p, "/usr/lib/llvm-");
		ck_assert_msg(beside && (!installed || beside < installed), "%s", tried.p);
	}
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

START_TEST(places_tell_one_library_from_another)
{
	char name[] = "/tmp/caplint-library-XXXXXX";
	int fd = mkstemp(name);
	struct strbuf empty = {0}, grown = {0}, gone = {0};
	setenv("CAPLINT_LIBCLANG", name, 1);
	clang_places(&empty);
	ck_assert_int_eq(write(fd, "x", 1), 1);
	clang_places(&grown);
	unlink(name);
	clang_places(&gone);
	ck_assert_msg(strstr(grown.p, name) && strcmp(empty.p, grown.p) && !gone.n, "%s%s", empty.p, grown.p);
	close(fd);
	strbuf_release(&empty);
	strbuf_release(&grown);
}
END_TEST

TCase *clang_library(void)
{
	TCase *c = tcase_create("library");
	tcase_add_checked_fixture(c, NULL, release);
	tcase_add_test(c, a_named_library_is_the_only_one_tried);
	tcase_add_test(c, what_is_no_libclang_is_refused);
	tcase_add_test(c, the_search_goes_beside_us_first);
	tcase_add_test(c, the_library_describes_itself);
	tcase_add_test(c, places_tell_one_library_from_another);
	return c;
}
