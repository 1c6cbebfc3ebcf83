/* What a baseline forgives after the code has changed, and what it does not. A call d() is a finding. */
#include "triage/baseline.h"
#include "tests.h"

#include <string.h>

enum { FILES = 3 };
struct tree {
	struct source sources[FILES];
	const char *texts[FILES];
	u32 n;
};

static struct str bytes_of(void *from, u32 file) { return str_of(((struct tree *)from)->texts[file]); }

/* Sources come in the order of their paths. */
static struct tree tree(u32 n, const char *const *paths_and_texts)
{
	struct tree t = {.n = n};
	for (u32 i = 0; i < n; i++) {
		t.sources[i] = (struct source){.path = str_of(paths_and_texts[2 * i]), .is_reported = true};
		t.texts[i] = paths_and_texts[2 * i + 1];
	}
	return t;
}
#define TREE(...) tree((u32)(COUNT(((const char *const[]){__VA_ARGS__})) / 2), (const char *const[]){__VA_ARGS__})

static struct findings findings_of(const struct tree *t)
{
	struct findings all = {.arena = &arena};
	for (u32 i = 0; i < t->n; i++)
		for (const char *p = t->texts[i]; (p = strstr(p, "d(")); p++) {
			u32 begin = (u32)(p - t->texts[i]);
			finding_add(&all, DROPPED, SEVERITY_WARNING, (struct span){i, begin, begin + (u32)strcspn(p, ";")}, "x")->function = S("f");
		}
	return all;
}

static struct baseline_context context(struct tree *t)
{
	return (struct baseline_context){.rules = rules, .sources = t->sources, .source_count = t->n, .bytes = bytes_of, .from = t};
}

static struct baseline recorded(struct tree t)
{
	struct baseline b = {.arena = &arena};
	struct baseline_context c = context(&t);
	struct findings all = findings_of(&t);
	baseline_renew(&b, &c, &all, true, SEVERITY_NOTE);
	struct strbuf text = {0}, again = {0}, err = {0};
	baseline_print(&b, &text);
	struct baseline read;
	ck_assert_msg(baseline_read(&arena, strbuf_str(&text), &read, &err), "%s", err.p);
	baseline_print(&read, &again);
	ck_assert_str_eq(text.p, again.p);
	strbuf_release(&text);
	strbuf_release(&again);
	return read;
}

/* How many findings of the tree are open against the baseline; *gone gets the entries that nothing meets. */
static u32 open_in(struct baseline *b, struct tree t, u32 *gone)
{
	struct baseline_context c = context(&t);
	struct findings all = findings_of(&t);
	u32 open = 0;
	for (u32 i = 0; i < b->entries.n; i++)
		b->entries.at[i].met = 0;
	*gone = baseline_match(b, &c, &all);
	for (u32 i = 0; i < all.list.n; i++)
		open += all.list.at[i]->state == FINDING_OPEN;
	return open;
}

static void check_open(struct baseline *b, struct tree t, u32 open, u32 gone)
{
	u32 got_gone, got = open_in(b, t, &got_gone);
	ck_assert_msg(got == open && got_gone == gone, "%u open and %u gone, not %u and %u", got, got_gone, open, gone);
}

START_TEST(it_survives_edits)
{
	struct baseline b = recorded(TREE("a.cu", "d(1, 2);\n", "b.cu", "d(3);\n"));
	check_open(&b, TREE("a.cu", "d(1, 2);\n", "b.cu", "d(3);\n"), 0, 0);
	check_open(&b, TREE("a.cu", "\n\n x();\n\td(1,\n   2);\n", "b.cu", "d( 3 );\n"), 0, 0);
	check_open(&b, TREE("a.cu", "d(1, 2);\n", "c.cu", "d(3);\n"), 0, 0);
	check_open(&b, TREE("a.cu", "d(1, 2);\n", "c.cu", "x();\n"), 0, 1);
	check_open(&b, TREE("a.cu", "d(1, 4);\n", "b.cu", "d(3);\n"), 1, 1);
}
END_TEST

START_TEST(copies_are_new)
{
	struct baseline b = recorded(TREE("a.cu", "d(1);\n d(1);\n", "b.cu", "x();\n"));
	ck_assert(b.entries.n == 1 && b.entries.at[0].count == 2);
	check_open(&b, TREE("a.cu", "d(1);\n d(1);\n d(1);\n", "b.cu", "x();\n"), 1, 0);
	check_open(&b, TREE("a.cu", "d(1);\n", "b.cu", "d(1);\n"), 1, 1); /* a.cu is still there: nothing was renamed */
	check_open(&b, TREE("b.cu", "d(1);\n", "c.cu", "d(1); d(1);\n"), 1, 0);
}
END_TEST

START_TEST(it_only_shrinks)
{
	struct baseline b = recorded(TREE("a.cu", "d(1);\n d(2);\n", "b.cu", "d(3);\n", "c.cu", "d(9);\n"));
	struct tree t = TREE("a.cu", "d(2);\n d(5);\n", "c.cu", "d(9);\n", "z.cu", "d(3);\n");
	t.sources[1].is_reported = false;
	struct baseline_context c = context(&t);
	struct findings all = findings_of(&t);
	ck_assert_uint_eq(baseline_match(&b, &c, &all), 1);
	ck_assert_uint_eq(baseline_renew(&b, &c, &all, false, SEVERITY_WARNING), 1);
	ck_assert_uint_eq(b.entries.n, 3);
	ck_assert(str_is(b.entries.at[0].text, "d(2)") && str_is(b.entries.at[1].path, "c.cu") && str_is(b.entries.at[2].path, "z.cu"));
	baseline_renew(&b, &c, &all, true, SEVERITY_WARNING);
	ck_assert_uint_eq(b.entries.n, 4);
}
END_TEST

START_TEST(odd_names_are_kept)
{
	struct baseline b = recorded(TREE("a\tb\\n\n\r.cu", "d(\"\t\\\");\n"));
	ck_assert(str_is(b.entries.at[0].path, "a\tb\\n\n\r.cu"));
	check_open(&b, TREE("a\tb\\n\n\r.cu", "d(\"\t\\\");\n"), 0, 0);
}
END_TEST

START_TEST(a_file_that_is_none_is_said_with_its_line)
{
#define HEAD "# caplint baseline 1: x\n"
	static const struct { const char *text, *why; } cases[] = {
		{"x\n", "line 1: no baseline of this version"},
		{"# caplint baseline 2\n", "line 1: no baseline of this version"},
		{"# caplint baseline 12: more\n", "line 1: no baseline of this version"},
		{HEAD "a\tb\n", "line 2: not six cells"},
		{HEAD "a\tb\tc\t0\t0123456789abcdef\te\n", "line 2: the count"},
		{HEAD "a\tb\tc\t-1\t0123456789abcdef\te\n", "line 2: the count"},
		{HEAD "a\tb\tc\t1\t0123456789abcdeF\te\n", "line 2: the key"},
		{HEAD "a\tb\tc\t1\t012345\te\n", "line 2: the key"},
		{HEAD "\n<<<<<<< HEAD\n", "line 3: a merge conflict"},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct baseline b;
		struct strbuf err = {0};
		ck_assert(!baseline_read(&arena, str_of(cases[i].text), &b, &err));
		ck_assert_msg(!strncmp(err.p, cases[i].why, strlen(cases[i].why)), "%s", err.p);
		strbuf_release(&err);
	}
	struct baseline b;
	struct strbuf err = {0};
	ck_assert(baseline_read(&arena, S(HEAD "b\tr\tf\t1\t0123456789abcdef\tx\r\na\tr\tf\t1\t0123456789abcdef\tx\nb\tr\tf\t3\t0123456789abcdef\tx"), &b, &err));
	ck_assert(b.entries.n == 2 && str_is(b.entries.at[0].path, "a") && b.entries.at[1].count == 3);
	ck_assert(baseline_read(&arena, S(""), &b, &err) && !b.entries.n);
}
END_TEST

TCase *baseline_tests(void)
{
	TCase *tcase = tcase_create("baseline");
	tcase_add_test(tcase, it_survives_edits);
	tcase_add_test(tcase, copies_are_new);
	tcase_add_test(tcase, it_only_shrinks);
	tcase_add_test(tcase, odd_names_are_kept);
	tcase_add_test(tcase, a_file_that_is_none_is_said_with_its_line);
	return tcase;
}
