/* TOML: values, places, and what is said of text that is none. tests/config/toml.py compares with Python's reader. */
#include "tests.h"

#include <string.h>

static void print(const struct toml *t, struct strbuf *out)
{
	for (; t; t = t->next) {
		if (t->key.n)
			strbuf_addf(out, "%s=", t->key.p);
		if (t->kind == TOML_LIST || t->kind == TOML_TABLE) {
			strbuf_putc(out, t->kind == TOML_LIST ? '[' : '{');
			print(t->first, out);
			strbuf_putc(out, t->kind == TOML_LIST ? ']' : '}');
		} else if (t->kind == TOML_INTEGER) {
			strbuf_addf(out, "%lld", (long long)t->integer);
		} else {
			strbuf_addf(out, t->kind == TOML_TEXT ? "'%.*s'" : "%.*s", (int)t->text.n, t->text.p);
		}
		strbuf_puts(out, t->next ? " " : "");
	}
}

static struct toml_faults check_tree(const char *text, const char *expected)
{
	struct toml_faults faults = {.arena = &arena};
	struct strbuf got = {0};
	strbuf_puts(&got, "");
	print(toml_read(&arena, str_of(text), &faults)->first, &got);
	if (expected)
		ck_assert_msg(!strcmp(got.p, expected), "%s\ngives %s, not %s", text, got.p, expected);
	strbuf_release(&got);
	return faults;
}

START_TEST(values)
{
	static const struct { const char *text, *tree; } cases[] = {
		{"", ""},
		{"# only a comment", ""},
		{"a = 'x'\nb = \"y\"\n", "a='x' b='y'"},
		{"a = \"\\t\\\"\\\\\\u00e4\\U0001F600\"\n", "a='\t\"\\\xc3\xa4\xf0\x9f\x98\x80'"},
		{"a = 'C:\\x'\n", "a='C:\\x'"},
		{"a = \"\"\"\nx\n y\\\n   z\"\"\"\n", "a='x\n yz'"},
		{"a = '''\nx'y\\n'''\n", "a='x'y\\n'"},
		{"a = \"\"\nb = ''\n", "a='' b=''"},
		{"a = 1_000\nb = -0x1f\nc = 0o17\nd = 0b11\ne = 0x1f\n", NULL},
		{"a = true\nb = 1.5\nc = 1979-05-27T07:32:00Z\nd = 07:32:00\n", "a=true b=1.5 c=1979-05-27T07:32:00Z d=07:32:00"},
		{"a = [1, 'x', [2], {b = 3}, ]\n", "a=[1 'x' [2] {b=3}]"},
		{"a = [ # one\n 1, # two\n 2 ]\n", "a=[1 2]"},
		{"a.b.c = 1\na.b.d = 2\n\"a.b\" = 3\n", "a={b={c=1 d=2}} a.b=3"},
		{"[a.b]\nc = 1\n[a]\nd = 2\n", "a={b={c=1} d=2}"},
		{"[[a]]\nb = 1\n[[a]]\nb = 2\n[a.c]\nd = 3\n", "a=[{b=1} {b=2 c={d=3}}]"},
		{"\xef\xbb\xbf""a = 1\r\n[b]\r\nc = [\r\n2,\r\n]\r\n", "a=1 b={c=[2]}"},
		{"a = 1", "a=1"},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		if (cases[i].tree)
			ck_assert_msg(!check_tree(cases[i].text, cases[i].tree).list.n, "%s", cases[i].text);
}
END_TEST

START_TEST(mistakes_have_places_and_spare_the_rest)
{
	static const struct { const char *text, *tree, *fault; u32 at; } cases[] = {
		{"a = warning\nb = 1\nc = 2\n", "c=2", "a text needs quotes: \"warning\"", 4},
		{"a = yes\nb = 1\nc = 2\n", "c=2", "a flag is true or false; a text needs quotes: \"yes\"", 4},
		{"b = 1\na = \n", "b=1", "a value is missing behind '='", 8},
		{"a = \"x\nb = 1\n", NULL, "a text is not closed: a quote is missing", 4},
		{"nonsense\nb = 1\nc = 2\n", "c=2", "no 'key = value', no [table] and no comment", 0},
		{"a = 1\na = 2\n", "a=1", "'a' is given twice: the first time on line 1", 6},
		{"[a]\n[a]\nb = 1\n", "a={}", "'a' is there already, on line 1", 5},
		{"a = 1\n[a]\n", "a=1", "'a' is there already, on line 1", 7},
		{"a = [1]\n[[a]]\n", "a=[1]", "'a' is there already, on line 1", 10},
		{"a.b = 1\n[a]\n", "a={b=1}", "'a' is there already, on line 1", 9},
		{"a = {b = 1}\n[a.c]\n", "a={b=1}", "'a' is no table that can be added to: it stands on line 1", 13},
		{"a = 99999999999999999999\n", NULL, "the number does not fit in 64 bits", 4},
		{"a = \"\\ud800\"\n", NULL, "\\ud800 is no character that a text can hold", 5},
		{"# \xff\n", NULL, "is no UTF-8 here", 2},
		{"\xff\xfel\0e\0", NULL, "is UTF-16: save it as UTF-8", 0},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct toml_faults faults = check_tree(cases[i].text, cases[i].tree);
		bool is_found = false;
		for (u32 k = 0; k < faults.list.n; k++)
			is_found |= str_is(faults.list.at[k].text, cases[i].fault) && faults.list.at[k].at == cases[i].at;
		ck_assert_msg(is_found, "%s\nno fault '%s' at %u, but '%s' at %u", cases[i].text, cases[i].fault, cases[i].at,
		              faults.list.n ? faults.list.at[0].text.p : "none", faults.list.n ? faults.list.at[0].at : 0);
	}
}
END_TEST

static struct strbuf repeated(const char *before, const char *part, int n, const char *after)
{
	struct strbuf b = {0};
	strbuf_puts(&b, before);
	for (int i = 0; i < n; i++)
		strbuf_puts(&b, part);
	strbuf_puts(&b, after);
	return b;
}

START_TEST(depth_and_size_are_bounded)
{
	struct strbuf texts[] = {repeated("a = ", "[", 50000, "\n"), repeated("a = ", "{a = ", 20000, "\n"), repeated("", "a.", 50000, "b = 1\n"),
	                         repeated("", "[[a]]\n", 20000, ""), repeated("a = ", "\"", 50000, "\n"), repeated("[", "a.", 50000, "b]\n")};
	for (size_t i = 0; i < COUNT(texts); i++) {
		check_tree(texts[i].p, NULL);
		strbuf_release(&texts[i]);
	}
	struct strbuf nested = {0};
	strbuf_puts(&nested, "a = ");
	for (int i = 0; i < 100; i++)
		strbuf_putc(&nested, '[');
	for (int i = 0; i < 100; i++)
		strbuf_putc(&nested, ']');
	struct toml_faults faults = check_tree(nested.p, NULL);
	ck_assert_uint_eq(faults.list.n, 1);
	ck_assert(strstr(faults.list.at[0].text.p, "nested more than 64"));
	strbuf_release(&nested);
	struct strbuf many = {0};
	for (int i = 0; i < 20000; i++)
		strbuf_addf(&many, "k%d = %d\n", i, i);
	ck_assert_uint_eq(check_tree(many.p, NULL).list.n, 0);
	strbuf_release(&many);
}
END_TEST

TCase *toml_tests(void)
{
	TCase *tcase = tcase_create("toml");
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, values);
	tcase_add_test(tcase, mistakes_have_places_and_spare_the_rest);
	tcase_add_test(tcase, depth_and_size_are_bounded);
	return tcase;
}
