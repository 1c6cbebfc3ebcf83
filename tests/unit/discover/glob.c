#include "discover/glob.h"
#include "tests.h"

static bool matches(const char *pattern, const char *path)
{
	return glob_matches(&(struct glob){S("/top"), str_of(pattern)}, str_of(path));
}

START_TEST(names_match_anywhere_and_paths_from_the_base)
{
	static const struct { const char *pattern, *path; bool matches; } cases[] = {
		{"a.cu", "/top/a.cu", true},           {"a.cu", "/top/x/y/a.cu", true},       {"a.cu", "/top/xa.cu", false},
		{"gen", "/top/x/gen/a.cu", true},      {"gen/", "/top/gen/a.cu", true},       {"gen", "/top/generated/a.cu", false},
		{"*.cu", "/top/x/a.cu", true},         {"x/*.cu", "/top/x/a.cu", true},       {"x/*.cu", "/top/x/y/a.cu", false},
		{"x/*.cu", "/top/z/x/a.cu", false},    {"**/x/*.cu", "/top/z/x/a.cu", true},  {"**/x/*.cu", "/top/x/a.cu", true},
		{"x/**", "/top/x/y/a.cu", true},       {"x/**/a.cu", "/top/x/a.cu", true},    {"x/**/a.cu", "/top/x/y/z/a.cu", true},
		{"x/**/a.cu", "/top/x/y/b.cu", false}, {"x/y", "/top/x/y/z/a.cu", true},      {"x/y", "/top/x/yy/a.cu", false},
		{"./x/a.cu", "/top/x/a.cu", true},     {"/x/a.cu", "/top/x/a.cu", true},      {"/a.cu", "/top/x/a.cu", false},
		{"[ab].cu", "/top/b.cu", true},        {"?.cu", "/top/b.cu", true},           {"**", "/top/b.cu", true},
		{"a.cu", "/other/a.cu", false},        {"a.cu", "/topper/a.cu", false},       {".", "/top/a.cu", true},
		{"**/a/**/a/**/b", "/top/a/a/a/a/a/a/c", false}, {"", "/top/a.cu", false},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		ck_assert_msg(matches(cases[i].pattern, cases[i].path) == cases[i].matches, "'%s' and '%s'", cases[i].pattern, cases[i].path);
}
END_TEST

START_TEST(long_patterns_end)
{
	struct strbuf pattern = {0}, path = {0};
	strbuf_puts(&path, "/top");
	for (int i = 0; i < 2000; i++) {
		strbuf_puts(&pattern, "**/a/");
		strbuf_puts(&path, "/a");
	}
	strbuf_puts(&pattern, "b");
	ck_assert(!matches(pattern.p, path.p));
	strbuf_release(&pattern);
	strbuf_release(&path);
}
END_TEST

TCase *glob_tests(void)
{
	TCase *tcase = tcase_create("glob");
	tcase_add_test(tcase, names_match_anywhere_and_paths_from_the_base);
	tcase_add_test(tcase, long_patterns_end);
	return tcase;
}
