/* UTF-8, and line hashes against vectors of GitHub's own implementation. */
#include "finding/fingerprint.h"

#include "finding/utf8.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *hash_text(struct str bytes, u32 line)
{
	static char text[32];
	struct line_hash hash;
	line_hashes(bytes, &line, &hash, 1);
	snprintf(text, sizeof text, "%llx:%u", (unsigned long long)hash.hash, hash.ordinal);
	return text;
}

static void check_lines(struct str bytes, const char *const *expected, u32 n)
{
	for (u32 i = 0; i < n; i++)
		ck_assert_str_eq(hash_text(bytes, i + 1), expected[i]);
}

START_TEST(hash_of_the_empty_file)
{
	ck_assert_str_eq(hash_text(S(""), 1), "c129715d7a2bc9a3:1");
	ck_assert_str_eq(hash_text(S(" \t"), 1), "c129715d7a2bc9a3:1");
}
END_TEST

START_TEST(hash_of_equal_lines)
{
	static const char *const expected[] = {
		"a7f2ff13bc495cf2:1", "a7f2ff13bc495cf2:2", "a7f2ff13bc495cf2:3", "a7f2ff13bc495cf2:4",
		"a7f2ff13bc495cf2:5", "a7f2ff13bc495cf2:6", "a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1",
		"55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1", "c129715d7a2bc9a3:1",
	};
	struct strbuf text = {0};
	for (u32 i = 0; i < 10; i++)
		strbuf_puts(&text, i % 2 ? "Lorem ipsum dolor sit amet.\r\n" : "Lorem ipsum dolor  sit\tamet.\n");
	check_lines(strbuf_str(&text), expected, COUNT(expected));
	strbuf_release(&text);
}
END_TEST

START_TEST(hash_beyond_ascii)
{
	static const char *const expected[] = {"1132e812d3f774b6:1", "22bd3bea0af67823:1", "c129715d7a2bc9a3:1"};
	check_lines(S("// é € 𝄞\nint x;\n"), expected, COUNT(expected));
}
END_TEST

START_TEST(hash_of_line_ends)
{
	struct str ways[] = {S("x = 1\ny = 2\n\nz\n"), S("x = 1\r\ny = 2\r\n\r\nz\r\n"), S("x = 1\ry = 2\r\rz\r")};
	for (u32 line = 1; line <= 5; line++) {
		char first[32];
		strcpy(first, hash_text(ways[0], line));
		ck_assert_str_eq(hash_text(ways[1], line), first);
		ck_assert_str_eq(hash_text(ways[2], line), first);
	}
}
END_TEST

START_TEST(hash_of_several_lines_at_once)
{
	const u32 lines[] = {0, 2, 2, 3, 9};
	struct line_hash hashes[COUNT(lines)];
	line_hashes(S("a\nb\na\n"), lines, hashes, COUNT(lines));
	ck_assert_uint_eq(hashes[0].ordinal, 0);
	ck_assert_uint_eq(hashes[1].hash, hashes[2].hash);
	ck_assert_uint_eq(hashes[1].ordinal, 1);
	ck_assert_uint_ne(hashes[3].hash, hashes[1].hash);
	ck_assert_uint_eq(hashes[4].ordinal, 0);
}
END_TEST

START_TEST(decoding_cuts_where_browsers_cut)
{
	static const struct { const char *bytes; u32 units, bad; } rows[] = {
		{"abc", 3, 0}, {"\xc3\xa9", 1, 0}, {"\xe2\x82\xac", 1, 0}, {"\xf0\x9d\x84\x9e", 2, 0},
		{"\x80", 1, 1}, {"\xc3", 1, 1}, {"\xc3(", 2, 1}, {"\xc0\xaf", 2, 2}, {"\xed\xa0\x80", 3, 3},
		{"\xf0\x80\x80\x80", 4, 4}, {"\xf0\x9d\x84", 1, 1}, {"\xf4\x90\x80\x80", 4, 4}, {"\xe2\x82x", 2, 1},
		{"\xef\xbf\xbd", 1, 0},
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct str text = str_of(rows[i].bytes);
		u32 bad = 0;
		for (size_t at = 0; at < text.n;) {
			bool is_bad;
			utf8_next(text, &at, &is_bad);
			bad += is_bad;
		}
		ck_assert_uint_eq(bad, rows[i].bad);
		ck_assert_uint_eq(utf16_length(text), rows[i].units);
	}
}
END_TEST

START_TEST(cutting_keeps_sequences_whole)
{
	ck_assert_uint_eq(utf8_cut(S("aé"), 2).n, 1);
	ck_assert_uint_eq(utf8_cut(S("aé"), 3).n, 3);
	ck_assert_uint_eq(utf8_cut(S("ab"), 0).n, 0);
	ck_assert_uint_eq(utf8_cut(S("abc"), 2).n, 2);
}
END_TEST

START_TEST(keys_ignore_blanks_and_nothing_else)
{
	u64 key = finding_key("r", S("a.cu"), S("f"), S("\tfoo(a, b);"));
	ck_assert(key == finding_key("r", S("a.cu"), S("f"), S("foo( a,b );\r")));
	ck_assert(key != finding_key("s", S("a.cu"), S("f"), S("foo(a, b);")));
	ck_assert(key != finding_key("r", S("b.cu"), S("f"), S("foo(a, b);")));
	ck_assert(key != finding_key("r", S("a.cu"), S("g"), S("foo(a, b);")));
	ck_assert(key != finding_key("r", S("a.cu"), S("f"), S("foo(b, a);")));
	ck_assert(key != finding_key("r", S("a.cuf"), S(""), S("foo(a, b);")));
}
END_TEST

TCase *fingerprint_tests(void)
{
	TCase *t = tcase_create("fingerprint");
	tcase_add_test(t, hash_of_the_empty_file);
	tcase_add_test(t, hash_of_equal_lines);
	tcase_add_test(t, hash_beyond_ascii);
	tcase_add_test(t, hash_of_line_ends);
	tcase_add_test(t, hash_of_several_lines_at_once);
	tcase_add_test(t, decoding_cuts_where_browsers_cut);
	tcase_add_test(t, cutting_keeps_sequences_whole);
	tcase_add_test(t, keys_ignore_blanks_and_nothing_else);
	return t;
}
