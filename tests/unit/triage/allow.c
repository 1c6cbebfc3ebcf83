/* What comments do to findings. In the texts a call d() has a finding dropped-error, l() one of latched-error. */
#include "triage/allow.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

static struct str text;

static struct str bytes_of(void *from, u32 file)
{
	(void)from;
	(void)file;
	return text;
}

static u32 line_of(void *from, struct span span)
{
	u32 line = 1;
	(void)from;
	for (u32 i = 0; i < span.begin; i++)
		line += text.p[i] == '\n';
	return line;
}

static void add_calls(struct findings *all, const char *call, u32 rule)
{
	for (const char *p = text.p; (p = strstr(p, call)); p++)
		finding_add(all, rule, SEVERITY_WARNING, (struct span){0, (u32)(p - text.p), (u32)(p - text.p) + 3}, "found");
}

static struct findings applied(const char *code, enum language language, struct rule_filter *filter)
{
	struct source source = {.path = language == LANG_PYTHON ? S("a.py") : S("a.cu"), .language = (u8)language, .is_reported = true, .has_allow = true};
	struct str path = S("/top/a.cu");
	struct allow_options o = {.filter = filter, .sources = &source, .paths = &path, .file_count = 1, .bytes = bytes_of, .line = line_of};
	struct findings all = {.arena = &arena};
	text = str_of(code);
	add_calls(&all, "d()", DROPPED);
	add_calls(&all, "l()", LATCHED);
	findings_sort(&all, &path);
	allow_apply(&o, &all);
	return all;
}

/* A letter a finding, in order: d l open, D L silenced, b bad, u unused. */
static void check_as(const char *code, enum language language, const char *expected)
{
	struct rule_filter filter;
	char got[64];
	size_t n = 0;
	filter_init(&filter, &arena, rules, RULES);
	struct findings all = applied(code, language, &filter);
	for (u32 i = 0; i < all.list.n && n + 1 < sizeof got; i++)
		got[n++] = (all.list.at[i]->state == FINDING_ALLOWED ? "DLBU" : "dlbu")[all.list.at[i]->rule];
	got[n] = 0;
	ck_assert_msg(!strcmp(got, expected), "%s\ngives %s, not %s", code, got, expected);
}

START_TEST(places)
{
	static const struct { const char *code, *expected; } cases[] = {
		{"d();\n", "d"},
		{"d(); // caplint: allow(dropped-error) why\n", "D"},
		{"// caplint: allow(dropped-error) why\nd();\n", "D"},
		{"// caplint: allow(dropped-error) why\n\n// more\nd();\n", "D"},
		{"// caplint: allow(dropped-error) why\nx();\nd();\n", "ud"},
		{"d();\n// caplint: allow(dropped-error) why\n", "du"},
		{"x(a,\n d(),\n b); // caplint: allow(dropped-error) why\n", "D"},
		{"x(a, // caplint: allow(dropped-error) why\n d(),\n b);\n", "D"},
		{"// caplint: allow(dropped-error) why\nx(a,\n d());\n", "D"},
		{"x(a,\n // caplint: allow(dropped-error) why\n d());\n", "D"},
		{"x(d(), // caplint: allow(dropped-error) why\n d(), // caplint: allow(dropped-error) why\n b);\n", "DD"},
		{"// caplint: allow(dropped-error) why\nx([] {\n d(); });\n", "ud"},
		{"// caplint: allow(dropped-error) why\n#define X \\\n d(); \\\n d();\n", "DD"},
		{"#define X \\\n d(); /* caplint: allow(dropped-error) why */ \\\n y()\nd();\n", "Dd"},
		{"d(); /* caplint: allow(dropped-error) why */ d();\n", "DD"},
		{"/* caplint: allow(dropped-error) why */ d();\n", "D"},
		{"// caplint: allow(dropped-error) why\n// caplint: allow(latched-error) why\nd(); l();\n", "DL"},
		{"d(); // caplint: allow(dropped-error, latched-error) why\nl();\n", "Dul"},
		{"d(); l(); // caplint: allow(latched-error,dropped-error): why\n", "DL"},
		{"// caplint: allow-file(dropped-error) why\nd();\nd();\nl();\n", "DDl"},
		{"d();\n/* Licence.\n * caplint: allow-file(dropped-error) why\n */\n", "D"},
		{"d(); // caplint: allow(dropped-error) why\n// caplint: allow-file(dropped-error) why\n", "Du"},
		{"d(); // expect // caplint: allow(dropped-error) why\n", "D"},
		{"d(); //!< caplint: allow(dropped-error) why\n", "D"},
		{"d(); // caplint: allow(dropped-error) why\r\nd();\r\n", "Dd"},
		{"\xef\xbb\xbf// caplint: allow(dropped-error) why\nd();\n", "D"},
		{"s = \"// caplint: allow(dropped-error) why\"; d();\n", "d"},
		{"d(); // see caplint: allow(dropped-error) why\n", "d"},
		{"d(); // caplint: allow(dropped-error) \xc3\xbc\n", "D"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_as(cases[i].code, LANG_CUDA, cases[i].expected);
}
END_TEST

START_TEST(mistakes_silence_nothing)
{
	static const char *const wrong[] = {
		"allow(dropped-error)", "allow(dropped-error) ", "allow(dropped-error) - --", "allow dropped-error why", "allow() why", "allow(*) why",
		"allow(dropped-error why", "allow(dropped-error; latched-error) why", "allow[dropped-error] why", "alow(dropped-error) why", "ignore(dropped-error) why",
		"", "the error is dropped on purpose", "allow-file(dropped-error) why", "allow(droped-error) why", "Allow(dropped-error) why",
	};
	for (size_t i = 0; i < COUNT(wrong); i++)
		check_as(arena_format(&arena, "d(); // caplint: %s\n", wrong[i]), LANG_CUDA, "db");
	check_as("d(); // caplint: allow(droped-error, dropped-error) why\n", LANG_CUDA, "Db");
}
END_TEST

START_TEST(other_linters_form)
{
	static const struct { const char *code, *expected; } cases[] = {
		{"d(); // NOLINT(dropped-error) why\n", "D"},
		{"d(); // NOLINT(bugprone-x, caplint-dropped-error): why\n", "D"},
		{"// NOLINTNEXTLINE(dropped-error) why\nd();\n", "D"},
		{"d(); // NOLINT(dropped-error)\n", "db"},
		{"d(); // NOLINT\n", "d"},
		{"d(); // NOLINT(bugprone-x)\n", "d"},
		{"d(); // NOLINT (dropped-error) why\n", "d"},
		{"x(); // NOLINT(dropped-error) why\nx(); // NOLINT(dropped-error)\n", ""},
		{"d(); // NOLINTBEGIN(dropped-error) why\n", "d"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_as(cases[i].code, LANG_CPP, cases[i].expected);
}
END_TEST

START_TEST(python)
{
	static const struct { const char *code, *expected; } cases[] = {
		{"d() # caplint: allow(dropped-error) why\n", "D"},
		{"d() # type: ignore # caplint: allow(dropped-error) why\n", "D"},
		{"# caplint: allow(dropped-error) why\nx(\n  d(),\n)\n", "D"},
		{"x(\n  d(),\n)  # caplint: allow(dropped-error) why\n", "D"},
		{"s = '# caplint: allow(dropped-error) why'; d()\n", "d"},
		{"\"\"\"\n# caplint: allow(dropped-error) why\n\"\"\"\nd()\n", "d"},
		{"# caplint: allow-file(dropped-error) why\nd()\n", "D"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		check_as(cases[i].code, LANG_PYTHON, cases[i].expected);
}
END_TEST

START_TEST(rules_that_are_off_are_not_judged)
{
	struct rule_filter filter;
	filter_init(&filter, &arena, rules, RULES);
	filter_choose(&filter, NULL, 0, (const u32[]){LATCHED}, 1);
	ck_assert_uint_eq(applied("x(); // caplint: allow(latched-error) why\n", LANG_CUDA, &filter).list.n, 0);
	filter_choose(&filter, NULL, 0, (const u32[]){BAD}, 1);
	ck_assert_uint_eq(applied("x(); // caplint: allow(latched-error)\n", LANG_CUDA, &filter).list.n, 0);
}
END_TEST

START_TEST(messages_and_reasons)
{
	struct rule_filter filter;
	filter_init(&filter, &arena, rules, RULES);
	struct findings all = applied("d(); // caplint: allow(dropped-error) - it ends here \n", LANG_CUDA, &filter);
	ck_assert(str_is(all.list.at[0]->reason, "it ends here"));
	all = applied("d(); // caplint: allow(latched-error) why\n", LANG_CUDA, &filter);
	ck_assert(str_is(all.list.at[1]->message, "this suppression is unused: 'latched-error' is not found here, but 'dropped-error' is"));
	all = applied("// caplint: allow-file(latched-error) why\n", LANG_CUDA, &filter);
	ck_assert(str_is(all.list.at[0]->message, "this suppression is unused: 'latched-error' is not found in this file"));
	all = applied("// caplint: alow(latched-error) why\n", LANG_CUDA, &filter);
	ck_assert(str_is(all.list.at[0]->message, "'alow' is no suppression; did you mean 'allow'?"));
	all = applied("// caplint: allow(lached-error) why\n", LANG_CUDA, &filter);
	ck_assert(str_is(all.list.at[0]->message, "unknown rule 'lached-error'; did you mean 'latched-error'?"));
}
END_TEST

START_TEST(our_own_rules_can_be_silenced)
{
	check_as("x(); // caplint: allow(dropped-error, unused-suppression) found with older toolkits\n", LANG_CUDA, "U");
	check_as("x(); // caplint: allow(unused-suppression) why\n", LANG_CUDA, "u");
}
END_TEST

START_TEST(large_comments)
{
	struct strbuf code = {0};
	strbuf_puts(&code, "d(); // caplint: allow(dropped-error) ");
	for (int i = 0; i < 10 << 20; i++)
		strbuf_putc(&code, 'x');
	strbuf_puts(&code, "\nd();\n");
	check_as(code.p, LANG_CUDA, "Dd");
	code.n = 0;
	for (int i = 0; i < 100000; i++)
		strbuf_puts(&code, "// caplint: ");
	strbuf_puts(&code, "\n");
	struct rule_filter filter;
	filter_init(&filter, &arena, rules, RULES);
	ck_assert_uint_ge(applied(code.p, LANG_CUDA, &filter).list.n, 1);
	strbuf_release(&code);
}
END_TEST

TCase *allow_tests(void)
{
	TCase *tcase = tcase_create("allow");
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, places);
	tcase_add_test(tcase, mistakes_silence_nothing);
	tcase_add_test(tcase, other_linters_form);
	tcase_add_test(tcase, python);
	tcase_add_test(tcase, rules_that_are_off_are_not_judged);
	tcase_add_test(tcase, messages_and_reasons);
	tcase_add_test(tcase, our_own_rules_can_be_silenced);
	tcase_add_test(tcase, large_comments);
	return tcase;
}
