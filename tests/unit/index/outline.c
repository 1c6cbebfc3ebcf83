/* Comments that speak to a linter, the line that they are about, and the statements that they stand in. */
#include "index/outline.h"
#include "tests.h"

#include <string.h>

static struct arena arena;

static struct outline outlined(const char *text, enum language language)
{
	struct outline o;
	outline_read(&arena, str_of(text), language, &o);
	return o;
}

/* "LINE>ABOUT" of each comment, `a` behind it if no code stands before it. */
static void check_comments(const char *text, enum language language, const char *expected)
{
	struct outline o = outlined(text, language);
	struct strbuf got = {0};
	strbuf_puts(&got, "");
	for (u32 i = 0; i < o.comments.n; i++)
		strbuf_addf(&got, "%s%u>%u%s", i ? " " : "", o.comments.at[i].line, o.comments.at[i].about, o.comments.at[i].is_alone ? "a" : "");
	ck_assert_msg(!strcmp(got.p, expected), "%s\ngives %s, not %s", text, got.p, expected);
	strbuf_release(&got);
}

static void check_statement(const char *text, enum language language, const char *at, u32 first, u32 last)
{
	struct outline o = outlined(text, language);
	const char *place = strstr(text, at);
	ck_assert(place != NULL);
	const struct outline_statement *s = outline_statement_at(&o, (u32)(place - text));
	ck_assert_msg(s != NULL, "no statement holds '%s' in\n%s", at, text);
	ck_assert_msg(s->first_line == first && s->last_line == last, "'%s' is in %u to %u, not %u to %u, of\n%s", at, s->first_line,
	              s->last_line, first, last, text);
}

START_TEST(comments_speak_of_a_line)
{
	static const struct { const char *text, *expected; } cases[] = {
		{"a(); // caplint: x\n", "1>1"},
		{"// caplint: x\na();\n", "1>2a"},
		{"// caplint: x\n\n// more\n/* and\nmore */ a();\n", "1>5a"},
		{"// caplint: x\n// NOLINT y\na();\n", "1>3a 2>3a"},
		{"/* caplint: x */ a();\n", "1>1a"},
		{"a( /* caplint: x */\n b);\n", "1>1"},
		{"a(b,\n // caplint: x\n c);\n", "2>3a"},
		{"a(); /* caplint:\n x */\nb();\n", "1>1"},
		{"/* caplint:\n x */ a();\n", "1>2a"},
		{"// caplint: x", "1>0a"},
		{"// caplint: x\r\na();\r\n", "1>2a"},
		{"// caplint: x \\\n goes on\na();\n", "1>3a"},
		{"// plain\na();\n", ""},
		{"#include <a> // caplint: x\n", "1>1"},
		{"// caplint: x\n#define A \\\n b();\n", "1>2a"},
		{"#define A b(); /* caplint: x */ \\\n c();\n", "1>1"},
		{"\xef\xbb\xbf// caplint: x\na();\n", "1>2a"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_comments(cases[i].text, LANG_CUDA, cases[i].expected);
}
END_TEST

START_TEST(strings_hold_no_comments)
{
	check_comments("s = \"// caplint: x\"; c = '\"'; // caplint: y\n", LANG_CUDA, "1>1");
	check_comments("s = \"a\\\" // caplint: x\";\n", LANG_CUDA, "");
	check_comments("s = R\"x(\n// caplint: x\n)x\"; a(); // caplint: y\n", LANG_CPP, "3>3");
	check_comments("s = u8R\"(// caplint: x)\";\n", LANG_CPP, "");
	check_comments("n = 1'000'000; // caplint: y\n", LANG_CPP, "1>1");
	check_comments("#error don't // caplint: y\na(); // caplint: z\n", LANG_C, "2>2");
}
END_TEST

START_TEST(python_has_comments_too)
{
	static const struct { const char *text, *expected; } cases[] = {
		{"a() # caplint: x\n", "1>1"},
		{"# caplint: x\n\na()\n", "1>3a"},
		{"s = '# caplint: x'\n", ""},
		{"s = \"\"\"\n# caplint: x\n\"\"\"\na() # caplint: y\n", "4>4"},
		{"s = '''it's # caplint: x'''\n", ""},
		{"s = r'\\' # caplint: x'\n", ""},
		{"s = f'{a!r:>{w}}' # caplint: x\n", "1>1"},
		{"s = 'open # caplint: x\na() # caplint: y\n", "2>2"},
		{"a = b // c # caplint: x\n", "1>1"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_comments(cases[i].text, LANG_PYTHON, cases[i].expected);
}
END_TEST

START_TEST(statements_have_lines)
{
	check_statement("a();\nb(c,\n  d,\n  e);\nf();\n", LANG_CUDA, "d,", 2, 4);
	check_statement("if (x)\n\ta();\n", LANG_CUDA, "a()", 1, 2);
	check_statement("run([&] {\n\ta();\n\tb(c,\n\t  d);\n});\n", LANG_CUDA, "d)", 3, 4);
	check_statement("void f()\n{\n\ta();\n}\n", LANG_CUDA, "a()", 3, 3);
	check_statement("#define A(x) \\\n\tdo { \\\n\t\tb(x); \\\n\t} while (0)\nc();\n", LANG_CUDA, "b(x)", 1, 4);
	check_statement("a(b,\n#if X\n  c,\n#else\n  d,\n#endif\n  e);\n", LANG_CUDA, "d,", 1, 7);
	check_statement("a(b,\n#define M c;\n  d);\n", LANG_CUDA, "d)", 1, 3);
	check_statement("a(b,\n#define M c;\n  d);\n", LANG_CUDA, "c;", 2, 2);
	check_statement("a(b,\n#define M c;\n  d);\n", LANG_CUDA, "a(b", 1, 3);
	check_statement("k<<<1,\n 2>>>(R\"(;)\",\n p);\n", LANG_CUDA, "p);", 1, 3);
	check_statement("with a(b,\n       c):\n    d(e,\n      f)\n", LANG_PYTHON, "c)", 1, 2);
	check_statement("with a(b,\n       c):\n    d(e,\n      f)\n", LANG_PYTHON, "f)", 3, 4);
	check_statement("a = b + \\\n  c\nd()\n", LANG_PYTHON, "c\n", 1, 2);
	check_statement("a = {\n 'b': ')',\n 'c': 1}\nd()\n", LANG_PYTHON, "'c'", 1, 3);
}
END_TEST

START_TEST(any_bytes_will_do)
{
	static const char *const texts[] = {"", "#", "/*", "\"", "R\"(", "'''", "\\", "#define", "#define A(", "\xef\xbb\xbf", "}}}}", "((("};
	for (size_t i = 0; i < COUNT(texts); i++)
		for (int language = LANG_NONE; language <= LANG_PYTHON; language++)
			outlined(texts[i], (enum language)language);
	struct strbuf text = {0};
	for (int i = 0; i < 256 * 64; i++)
		strbuf_putc(&text, (char)(i * 37 + i / 256));
	struct outline o;
	outline_read(&arena, strbuf_str(&text), LANG_CUDA, &o);
	outline_read(&arena, strbuf_str(&text), LANG_PYTHON, &o);
	text.n = 0;
	for (int i = 0; i < 100000; i++)
		strbuf_puts(&text, "#define a b\n");
	outline_read(&arena, strbuf_str(&text), LANG_CUDA, &o);
	ck_assert_uint_eq(o.statements.n, 100000);
	strbuf_release(&text);
	arena_release(&arena);
}
END_TEST

TCase *outline_tests(void)
{
	TCase *tcase = tcase_create("outline");
	tcase_add_test(tcase, comments_speak_of_a_line);
	tcase_add_test(tcase, strings_hold_no_comments);
	tcase_add_test(tcase, python_has_comments_too);
	tcase_add_test(tcase, statements_have_lines);
	tcase_add_test(tcase, any_bytes_will_do);
	return tcase;
}
