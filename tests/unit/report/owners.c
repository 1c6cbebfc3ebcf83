/* CODEOWNERS: patterns, precedence, sections; and rule pages as HTML. */
#include "report/owners.h"
#include "report/html.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

START_TEST(patterns_match_as_the_sites_do)
{
	static const struct { const char *pattern, *path; bool matches; } rows[] = {
		{"*", "a.cu", true}, {"*", "a/b/c.cu", true}, {"*.cu", "a/b/c.cu", true}, {"*.cu", "a/b.cuh", false},
		{"/a.cu", "a.cu", true}, {"/a.cu", "b/a.cu", false}, {"a.cu", "b/a.cu", true}, {"src", "src/x/a.cu", true},
		{"/build/logs/", "build/logs/a/b.cu", true}, {"/build/logs/", "x/build/logs/b.cu", false}, {"logs/", "x/logs/b.cu", true},
		{"logs/", "x/logs", false}, {"docs/*", "docs/a.cu", true}, {"docs/*", "docs/sub/a.cu", false}, {"docs/*", "x/docs/a.cu", false},
		{"docs/**", "docs/sub/a.cu", true}, {"docs/**", "docs", false}, {"**/logs", "a/b/logs/x.cu", true}, {"**/logs", "logs/x.cu", true},
		{"**/logs", "a/blogs/x.cu", false}, {"a/**/b", "a/b", true}, {"a/**/b", "a/x/y/b", true}, {"a/**/b", "ab", false},
		{"a/**/b", "a/xb", false}, {"s?c/a.cu", "src/a.cu", true}, {"s?c/a.cu", "s/c/a.cu", false}, {"a\\ b.cu", "a b.cu", true},
		{"src/*/k", "src/x/k/a.cu", true}, {"src/*/k", "src/k/a.cu", false}, {"/", "a.cu", true}, {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa", false},
	};
	for (size_t i = 0; i < COUNT(rows); i++)
		ck_assert_msg(owners_match(str_of(rows[i].pattern), str_of(rows[i].path)) == rows[i].matches, "'%s' and '%s'", rows[i].pattern, rows[i].path);
}
END_TEST

static void check_owner(const struct owners *o, const char *path, const char *expected)
{
	struct str got = owners_of(o, str_of(path));
	ck_assert_msg(str_is(got, expected), "%s: '%.*s', expected '%s'", path, (int)got.n, got.p, expected);
}

START_TEST(the_last_line_counts)
{
	struct arena a = {0};
	struct owners o;
	owners_parse(&o, &a, S("# all\n*\t@all\n\n/src/  @core  mail@example.org # why\r\n/src/free/\n/src/new.cu @new"));
	check_owner(&o, "readme.cu", "@all");
	check_owner(&o, "src/a.cu", "@core mail@example.org");
	check_owner(&o, "src/free/a.cu", "");
	check_owner(&o, "src/new.cu", "@new");
	owners_parse(&o, &a, S(""));
	check_owner(&o, "a.cu", "");
	arena_release(&a);
}
END_TEST

START_TEST(each_section_has_its_say)
{
	struct arena a = {0};
	struct owners o;
	owners_parse(&o, &a, S("* @all\n[Kernels] @gpu @perf\n*.cu\n/old/*.cu @past\n!/old/none.cu\n^[Docs][2] @words\n*.md\n"));
	check_owner(&o, "a.c", "@all");
	check_owner(&o, "a.cu", "@all @gpu @perf");
	check_owner(&o, "old/a.cu", "@all @past");
	check_owner(&o, "old/none.cu", "@all");
	check_owner(&o, "x/a.md", "@all @words");
	arena_release(&a);
}
END_TEST

START_TEST(rule_pages_become_html)
{
	static const struct { const char *page, *expected; } rows[] = {
		{"one\ntwo & <three>", "<p>one two &amp; &lt;three&gt;</p>\n"},
		{"## Bad\n\n```cuda\nif (a < b)\n  `x`;\n```\n", "<div class=\"part\" data-part=\"Bad\">\n<h4>Bad</h4>\n<pre class=\"code\">if (a &lt; b)\n  `x`;\n</pre>\n</div>\n"},
		{"* one `a*b`\n* **two**\n\nafter", "<ul>\n<li>one <code>a*b</code></li>\n<li><strong>two</strong></li>\n</ul>\n<p>after</p>\n"},
		{"1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"},
		{"| a | b |\n|---|---|\n| 1 | `2` |\n", "<div class=\"scroll\"><table>\n<tr><th> a </th><th> b </th></tr>\n<tr><td> 1 </td><td> <code>2</code> </td></tr>\n</table></div>\n"},
		{"[text](x.md) and a ` tick, 2 * 3 * 4, *so*", "<p>text and a ` tick, 2 * 3 * 4, <em>so</em></p>\n"},
		{"", ""},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *out = NULL;
		size_t n = 0;
		FILE *f = open_memstream(&out, &n);
		markdown_html(f, str_of(rows[i].page));
		fclose(f);
		ck_assert_str_eq(out, rows[i].expected);
		free(out);
	}
}
END_TEST

TCase *owners_tests(void)
{
	TCase *t = tcase_create("owners");
	tcase_add_test(t, patterns_match_as_the_sites_do);
	tcase_add_test(t, the_last_line_counts);
	tcase_add_test(t, each_section_has_its_say);
	tcase_add_test(t, rule_pages_become_html);
	return t;
}
