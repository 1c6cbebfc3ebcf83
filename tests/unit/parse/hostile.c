#include "reader_tests.h"

#include <stdlib.h>
#include <string.h>

#include "suites.h"

/* Every node lies inside its file, and no path is deeper than the limit allows for. */
static void check_tree(const struct node *n, u32 size, u32 depth)
{
	ck_assert_uint_le(depth, TREE_DEPTH + 1);
	for (; n; n = n->next) {
		ck_assert_uint_le(n->begin, n->end);
		ck_assert_uint_le(n->end, size);
		ck_assert_uint_le(n->at, size);
		check_tree(n->child, size, depth + 1);
	}
}

static struct strbuf repeated(const char *before, const char *part, u32 times, const char *middle, const char *after)
{
	struct strbuf b = {0};
	strbuf_puts(&b, before);
	for (u32 i = 0; i < times; i++)
		strbuf_puts(&b, part);
	strbuf_puts(&b, middle);
	for (u32 i = 0; i < times; i++)
		strbuf_puts(&b, after);
	strbuf_puts(&b, "\n");
	return b;
}

static void check_survives(enum language language, struct strbuf b)
{
	const struct node *file = tree_of(language, strbuf_str(&b));
	ck_assert_ptr_nonnull(file);
	check_tree(file, (u32)b.n, 0);
	strbuf_release(&b);
}

START_TEST(deep_nesting)
{
	static const struct { const char *before, *part, *middle, *after; } cases[] = {
		{"int x = ", "(", "1", ")"},       {"void f() ", "{", "g();", "}"},    {"int x = ", "- ", "1;", ""},
		{"void f() { ", "(", "", ""},      {"", "{", "", ""},                  {"", "}", "", ""},
		{"void f() { a", "<b", "", ""},    {"void f() { a", ".b()", ";}", ""}, {"int x = 1", " + f(1)", ";", ""},
		{"", "#if A\n", "int x;\n", "#endif\n"}, {"", "#if A\nx(\n", "", ""},  {"", "#else\n#endif\n", "", ""},
		{"void f() { if (a) b();", " else if (a) b();", "}", ""}, {"void f() { M(a, ", ";", "); }", ""},
		{"void f() { M(", "a, ", "b;); }", ""}, {"", "namespace a {", "", ""}, {"", "struct a { ", "int", ""},
		{"", "a ? b : ", "", ""}, {"#define M(x) ", "(", "x", ")"}, {"#define M(x) ", "{", "x();", ""},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_survives(LANG_CUDA, repeated(cases[i].before, cases[i].part, 10000, cases[i].middle, cases[i].after));
}
END_TEST

START_TEST(deep_python)
{
	static const struct { const char *before, *part, *middle, *after; } cases[] = {
		{"x = ", "(", "1", ")"}, {"x = ", "- ", "1", ""}, {"a", ".b()", "", ""},  {"", "f(", "", ""},
		{"if a:\n  b()\n", "elif a:\n  b()\n", "", ""},   {"x = ", "[", "", "]"}, {"", "lambda: ", "x", ""},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_survives(LANG_PYTHON, repeated(cases[i].before, cases[i].part, 10000, cases[i].middle, cases[i].after));
	struct strbuf b = {0};
	for (u32 i = 0; i < 1000; i++)
		strbuf_addf(&b, "%*sif a:\n", (int)i, "");
	strbuf_addf(&b, "%*sf()\n", 1000, "");
	check_survives(LANG_PYTHON, b);
}
END_TEST

START_TEST(any_bytes)
{
	static const enum language languages[] = {LANG_CUDA, LANG_PYTHON};
	for (size_t l = 0; l < COUNT(languages); l++) {
		check_survives(languages[l], (struct strbuf){0});
		u32 seed = 1;
		struct strbuf b = {0};
		for (u32 i = 0; i < 20000; i++) {
			seed = seed * 1664525 + 1013904223;
			strbuf_putc(&b, (char)(seed >> 24));
		}
		check_survives(languages[l], b);
	}
	static const char nul[] = "void f() { g(); \0 h(); }";
	check_tree(tree_of(LANG_CUDA, (struct str){nul, sizeof nul - 1}), sizeof nul, 0);
}
END_TEST

START_TEST(any_tokens)
{
	static const char *const parts[] = {
		"(", ")", "{", "}", "[", "]", "<", ">", "<<<", ">>>", ";", ",", " if ", " for ", " x ", "FOO", " class ",
		" template ", "::", "=", "\n#if X\n", "\n#else\n", "\n#endif\n", "\"", "'", "/*", "*/", "//", "\\\n",
		"\n#define A(x) x(", " return ", " case ", ":", "cudaFree(", " operator", "~", "1", "&", "*", " else ",
	};
	u32 seed = 7;
	for (u32 round = 0; round < 40; round++) {
		struct strbuf b = {0};
		for (u32 i = 0; i < 500; i++) {
			seed = seed * 1664525 + 1013904223;
			strbuf_puts(&b, parts[(seed >> 16) % COUNT(parts)]);
		}
		check_survives(LANG_CUDA, b);
	}
}
END_TEST

/* What an error node hides is found all the same. */
START_TEST(salvage)
{
	static const struct reading_case cases[] = {
		{"void f() { @ cudaFree(p); ` }", "(function f : void (block (expr (call cudaFree p))))"},
		{"UNKNOWN(a b c) void f() { cudaFree(p); }", "(opaque (expr (call UNKNOWN (opaque)))) (function f : void (block (expr (call cudaFree p))))"},
		{"namespace n { @@ broken ( ; void f() { a(); } struct S { @ void m() { b(); } int x = ; }; void g() { c(); } }",
		 ""},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const char *got = reading(LANG_CUDA, cases[i].source);
		for (const char *need = "abc"; i == 2 && *need; need++) {
			char call[16] = "(call x)";
			call[6] = *need;
			ck_assert_msg(strstr(got, call) != NULL, "%s", got);
		}
		if (i < 2)
			ck_assert_msg(strstr(got, "(function f : void (block (expr (call cudaFree p))))") != NULL, "%s", got);
	}
}
END_TEST

Suite *hostile_suite(void)
{
	Suite *suite = suite_create("hostile");
	TCase *tests = tcase_create("hostile");
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, deep_nesting);
	tcase_add_test(tests, deep_python);
	tcase_add_test(tests, any_bytes);
	tcase_add_test(tests, any_tokens);
	tcase_add_test(tests, salvage);
	suite_add_tcase(suite, tests);
	return suite;
}
