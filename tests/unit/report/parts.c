/* The pieces below the formats: JSON, Markdown, regions, visible text. */
#include "report/json.h"
#include "report/markdown.h"
#include "report/rulebook.h"
#include "report/visible.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static void check_json(struct str text, const char *expected)
{
	char *out = NULL;
	size_t n = 0;
	struct json j = {.out = open_memstream(&out, &n), .is_compact = true};
	json_text(&j, text);
	fclose(j.out);
	ck_assert_str_eq(out, expected);
	free(out);
}

START_TEST(json_escapes)
{
	check_json(S("plain é"), "\"plain é\"");
	check_json(S("\"\\/\b\f\n\r\t"), "\"\\\"\\\\/\\b\\f\\n\\r\\t\"");
	check_json(S("\0\x1f\x7f"), "\"\\u0000\\u001f\\u007f\"");
	check_json(S("a\x80z\xe2\x82"), "\"a\xef\xbf\xbdz\xef\xbf\xbd\"");
}
END_TEST

START_TEST(json_nests)
{
	char *out = NULL;
	size_t n = 0;
	struct json j = {.out = open_memstream(&out, &n)};
	json_open(&j, '{');
	json_member_number(&j, "n", 18446744073709551615u);
	json_open_member(&j, "empty", '[');
	json_close(&j, ']');
	json_open_member(&j, "list", '[');
	json_bool(&j, true);
	json_open(&j, '{');
	json_close(&j, '}');
	json_close(&j, ']');
	json_close(&j, '}');
	json_end(&j);
	fclose(j.out);
	ck_assert_str_eq(out, "{\n \"n\": 18446744073709551615,\n \"empty\": [],\n \"list\": [\n  true,\n  {}\n ]\n}\n");
	free(out);
}
END_TEST

START_TEST(markdown_joins_what_is_one_paragraph)
{
	static const struct { const char *page, *expected; } rows[] = {
		{"a\nb\n\nc\n", "a b\n\nc"},
		{"# h\na\nb\n", "# h\na b"},
		{"- one\n  more\n- two\n1. x\n   y\n", "- one more\n- two\n1. x y"},
		{"text\n```c\na;\n  b;\n```\nmore\ntext\n", "text\n```c\na;\n  b;\n```\nmore text"},
		{"| a | b |\n|---|---|\n| 1 | 2 |\n", "| a | b |\n|---|---|\n| 1 | 2 |"},
		{"a\n\n    code\n    code\n", "a\n\n    code\n    code"},
		{"> quote\n> quote\n", "> quote\n> quote"},
		{"2023 was\n-1 is\r\nless\n", "2023 was -1 is less"},
		{"", ""},
		{"\n\na", "\n\na"},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct strbuf out = {0};
		markdown_unwrap(&out, str_of(rows[i].page));
		ck_assert_str_eq(out.p ? out.p : "", rows[i].expected);
		strbuf_release(&out);
	}
}
END_TEST

START_TEST(markdown_first_paragraph_is_text)
{
	struct strbuf out = {0};
	markdown_first_paragraph(&out, S("## What\n\n```\ncode\n```\n- item\n\nThe first\nwords.\n\nMore."));
	ck_assert_str_eq(out.p, "The first words.");
	strbuf_release(&out);
	markdown_first_paragraph(&out, S("Finds:\n\n* this\n  and that;\n* those.\n\nMore.\n"));
	ck_assert_str_eq(out.p, "Finds: this and that; those.");
	strbuf_release(&out);
	markdown_first_paragraph(&out, S("# Only\n\n- a list\n"));
	ck_assert_uint_eq(out.n, 0);
	strbuf_release(&out);
}
END_TEST

static struct region region_in(const char *text, u32 begin, u32 end, bool first_line)
{
	char root[] = P_tmpdir "/caplint-test-XXXXXX", path[64];
	ck_assert_ptr_nonnull(mkdtemp(root));
	snprintf(path, sizeof path, "%s/a.cu", root);
	FILE *f = fopen(path, "wb");
	ck_assert(f && fputs(text, f) >= 0 && !fclose(f));
	struct fixture fixture;
	fixture_open(&fixture, root);
	fixture_add_source(&fixture, (struct source){.path = S("a.cu")});
	const struct file_text *t = files_text(&fixture.files, 0);
	struct span span = {0, begin, end};
	struct region r = first_line ? file_region_first_line(t, span) : file_region(t, span);
	fixture_close(&fixture);
	remove(path);
	remove(root);
	return r;
}

static void check_region(struct region r, u32 line, u32 column, u32 end_line, u32 end_column, u32 column16, u32 end_column16)
{
	ck_assert_uint_eq(r.line, line);
	ck_assert_uint_eq(r.column, column);
	ck_assert_uint_eq(r.end_line, end_line);
	ck_assert_uint_eq(r.end_column, end_column);
	ck_assert_uint_eq(r.column16, column16);
	ck_assert_uint_eq(r.end_column16, end_column16);
}

START_TEST(regions_count_lines_and_units)
{
	check_region(region_in("ab\ncd\n", 4, 5, false), 2, 2, 2, 3, 2, 3);
	check_region(region_in("\xf0\x9d\x84\x9e x\n", 5, 6, false), 1, 6, 1, 7, 4, 5);
	check_region(region_in("ab\ncd\nef", 1, 7, false), 1, 2, 3, 2, 2, 2);
	check_region(region_in("ab\r\ncd\n", 1, 6, true), 1, 2, 1, 3, 2, 3);
	check_region(region_in("ab\ncd\n", 2, 4, true), 1, 3, 1, 3, 3, 3);
	check_region(region_in("ab\r\ncd\n", 3, 6, true), 1, 4, 1, 4, 4, 4);
	check_region(region_in("ab\n", 99, 200, false), 2, 1, 2, 1, 1, 1);
	check_region(region_in("ab", 2, 0, false), 1, 3, 1, 3, 3, 3);
}
END_TEST

START_TEST(what_drives_a_terminal_is_spelled_out)
{
	struct strbuf out = {0};
	visible_add(&out, S("a\x1b[31m\tb\r\n\xe2\x80\xae\xc2\x85\xff\xe4\xb8\xad"));
	ck_assert_str_eq(out.p, "a<U+001B>[31m b<U+000D> <U+202E><U+0085><FF>中");
	strbuf_release(&out);
	size_t at = 0;
	ck_assert_uint_eq(visible_next(S("中"), &at).width, 2);
	at = 0;
	ck_assert_uint_eq(visible_next(S("\xff"), &at).width, 4);
}
END_TEST

START_TEST(rulebook_prints_the_registry)
{
	char *out = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&out, &n);
	rulebook_list(f, test_rules, 2);
	rulebook_page(f, &test_rules[UNCHECKED]);
	fclose(f);
	ck_assert_str_eq(out, "rule           severity  precision  summary\n"
	                      "dropped-error  warning   high       the result of a runtime call is dropped\n"
	                      "latched-error  error     very-high  an expected failure stays in the last-error slot\n"
	                      "# unchecked-launch\n\nnothing checks a launch.\n\n"
	                      "Severity: note. Precision: medium. Category: correctness.\n\n"
	                      "A launch that fails says so only\nin the slot.\n");
	free(out);
}
END_TEST

TCase *parts_tests(void)
{
	TCase *t = tcase_create("parts");
	tcase_add_test(t, json_escapes);
	tcase_add_test(t, json_nests);
	tcase_add_test(t, markdown_joins_what_is_one_paragraph);
	tcase_add_test(t, markdown_first_paragraph_is_text);
	tcase_add_test(t, regions_count_lines_and_units);
	tcase_add_test(t, what_drives_a_terminal_is_spelled_out);
	tcase_add_test(t, rulebook_prints_the_registry);
	return t;
}
