/* Notebooks: the text that their cells make, and where each byte of it stands in the file. */
#include "parse/notebook.h"

#include <stdio.h>
#include <string.h>

#include "suites.h"

static struct arena arena;

static void setup(void) { arena = (struct arena){0}; }
static void teardown(void) { arena_release(&arena); }

static struct notebook read(const char *json)
{
	struct notebook n;
	struct strbuf err = {0};
	ck_assert_msg(notebook_read(&arena, str_of(json), &n, &err), "%s: %s", json, err.p);
	return n;
}

static void expect_text(const char *source, const char *text)
{
	char *json = arena_format(&arena, "{\"cells\": [{\"cell_type\": \"code\", \"source\": %s}]}", source);
	struct notebook n = read(json);
	ck_assert_msg(str_is(n.text, text), "%s gives\n%s\nnot\n%s", source, n.text.p, text);
}

START_TEST(cells_are_joined)
{
	struct notebook n = read("{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a = 1\\n\", \"b = 2\"]}, {\"cell_type\": \"markdown\", \"source\": \"# x\"},"
	                         "{\"source\": \"c = 3\\n\", \"cell_type\": \"code\", \"outputs\": [{\"a\": [{}, \"]}\\\"\"]}]}], \"nbformat\": 4}");
	ck_assert_str_eq(n.text.p, "a = 1\nb = 2\nc = 3\n");
}
END_TEST

START_TEST(escapes_are_undone)
{
	expect_text("\"s = \\\"\\\\n\\\" # \\u00e9\\ud83d\\ude00\\ud800\\/\"", "s = \"\\n\" # \xc3\xa9\xf0\x9f\x98\x80\xef\xbf\xbd/\n");
	expect_text("\"a\\u12\"", "a\\u12\n");
}
END_TEST

START_TEST(magics_leave_a_statement)
{
	expect_text("[\"%matplotlib inline\\n\", \"!ls\\n\", \"?f\\n\", \"f??\\n\", \"x = 1\"]", "pass\npass\npass\npass\nx = 1\n");
	expect_text("[\"if a:\\n\", \"    !ls\\n\", \"b = !ls\\n\", \"c = %sx ls\"]", "if a:\n    pass\nb = None\nc = None\n");
	expect_text("[\"  %time f(x)\\n\", \"%timeit -n 3 f(x)\"]", "  f(x)\npass\n");
	expect_text("[\"%%time\\n\", \"x = 1\"]", "pass\nx = 1\n");
	expect_text("[\"%%bash\\n\", \"for x in y; do\"]", "");
	/* Operators, and text of a string. */
	expect_text("[\"a = (b\\n\", \"% c)\\n\", \"s = '''\\n\", \"!no\\n\", \"'''\\n\", \"d = e \\\\\\n\", \"% f\\n\", \"g != h\\n\", \"i = 'a?'\"]",
	            "a = (b\n% c)\ns = '''\n!no\n'''\nd = e \\\n% f\ng != h\ni = 'a?'\n");
}
END_TEST

START_TEST(other_languages_have_no_text)
{
	ck_assert_str_eq(read("{\"cells\": [{\"cell_type\": \"code\", \"source\": \"x\"}], \"metadata\": {\"language_info\": {\"name\": \"R\"}}}").text.p, "");
	ck_assert_str_eq(read("{\"metadata\": {\"kernelspec\": {\"language\": \"python\"}}, \"cells\": [{\"cell_type\": \"code\", \"source\": \"x\"}]}").text.p, "x\n");
}
END_TEST

START_TEST(no_notebook)
{
	static const char *const wrong[] = {"", "[]", "{", "x", "{\"a\": []}", "{\"cells\": 3}", "{\"cells\""};
	for (size_t i = 0; i < COUNT(wrong); i++) {
		struct notebook n;
		struct strbuf err = {0};
		ck_assert_msg(!notebook_read(&arena, str_of(wrong[i]), &n, &err), "%s", wrong[i]);
		ck_assert(err.n);
		strbuf_release(&err);
	}
}
END_TEST

/* Cut anywhere, it is read as far as it goes. */
START_TEST(any_cut)
{
	static const char json[] = "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"a = \\\"\\u00e9\\\"\\n\", \"%x\"], \"metadata\": {\"a\": 1}}], \"metadata\": {}}";
	for (size_t cut = 0; cut < sizeof json; cut++) {
		struct notebook n;
		struct strbuf err = {0};
		char *copy = arena_text(&arena, json, cut);
		if (notebook_read(&arena, (struct str){copy, cut}, &n, &err))
			ck_assert_uint_eq(strlen(n.text.p), n.text.n);
		strbuf_release(&err);
	}
}
END_TEST

/* A node over some words of the text stands over the same words, as they are written, in the file. */
static void expect_place(const char *json, const char *words, const char *written)
{
	struct notebook n = read(json);
	const char *at = strstr(n.text.p, words);
	ck_assert_ptr_nonnull(at);
	u32 begin = (u32)(at - n.text.p);
	struct node *file = node_new(&arena, NODE_FILE, 0, (u32)n.text.n);
	node_add(file, node_new(&arena, NODE_NAME, begin, begin + (u32)strlen(words)));
	notebook_move(&n, file);
	struct str got = {json + file->child->begin, file->child->end - file->child->begin};
	ck_assert_msg(str_is(got, written), "%s stands at '%.*s'", words, (int)got.n, got.p);
	ck_assert_uint_eq(file->end, strlen(json));
}

START_TEST(places_are_those_of_the_file)
{
	static const char json[] = "{\"cells\": [{\"cell_type\": \"code\", \"source\": [\"s = \\\"q\\\"; f(1)\\n\", \"%time g(2)\\n\", \"!ls\\n\", \"h()\"]}, "
	                           "{\"cell_type\": \"code\", \"source\": \"i(\\\"\\u00e9\\\", 3)\\nj(4)\"}]}";
	expect_place(json, "f(1)", "f(1)");
	expect_place(json, "\"q\"", "\\\"q\\\"");
	expect_place(json, "g(2)", "g(2)");
	expect_place(json, "h()", "h()");
	expect_place(json, "i(\"\xc3\xa9\", 3)", "i(\\\"\\u00e9\\\", 3)");
	expect_place(json, "j(4)", "j(4)");
}
END_TEST

Suite *notebook_suite(void)
{
	Suite *suite = suite_create("notebook");
	TCase *tests = tcase_create("notebook");
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, cells_are_joined);
	tcase_add_test(tests, escapes_are_undone);
	tcase_add_test(tests, magics_leave_a_statement);
	tcase_add_test(tests, other_languages_have_no_text);
	tcase_add_test(tests, no_notebook);
	tcase_add_test(tests, any_cut);
	tcase_add_test(tests, places_are_those_of_the_file);
	suite_add_tcase(suite, tests);
	return suite;
}
