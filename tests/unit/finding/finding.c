/* Order, repeats and grading of findings; order of notices. */
#include "finding/grade.h"
#include "finding/notice.h"
#include "tests.h"

#include <stdlib.h>

enum { DROPPED, LATCHED, PROBE, ALONE };
static const struct rule rules[] = {
	[DROPPED] = {.name = "dropped-error", .rank = 10},
	[LATCHED] = {.name = "latched-error", .rank = 30},
	[PROBE] = {.name = "probe-error", .rank = 20},
	[ALONE] = {.name = "stands-alone", .rank = 0},
};
/* The file with index 0 comes last by path. */
static const struct str paths[] = {{"src/z.cu", 8}, {"src/a.cu", 8}, {"tests/t.cu", 10}};
static const bool is_test[] = {false, false, true};

static struct str bytes_of(void *from, u32 file)
{
	(void)file;
	return *(struct str *)from;
}

static struct str line = {"0123456789012345678901234567890123456789", 40};
static struct grading grading(struct str *bytes)
{
	return (struct grading){.rules = rules, .paths = paths, .is_test = is_test, .bytes = bytes_of, .from = bytes};
}

static void add(struct findings *all, u32 rule, u32 file, u32 begin, u32 end)
{
	finding_add(all, rule, SEVERITY_ERROR, (struct span){file, begin, end}, "%s at %u", "found", begin);
}

static void check_rules(const struct findings *all, u32 n, const u32 *expected)
{
	ck_assert_uint_eq(all->list.n, n);
	for (u32 i = 0; i < n; i++)
		ck_assert_uint_eq(all->list.at[i]->rule, expected[i]);
}

START_TEST(findings_are_sorted_by_path_place_rule_and_message)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	add(&all, PROBE, 0, 1, 2);
	add(&all, PROBE, 1, 9, 10);
	add(&all, LATCHED, 1, 4, 8);
	add(&all, DROPPED, 1, 4, 8);
	add(&all, PROBE, 1, 4, 6);
	add(&all, PROBE, 1, 9, 10);
	findings_sort(&all, paths);
	check_rules(&all, 5, (const u32[]){PROBE, DROPPED, LATCHED, PROBE, PROBE});
	ck_assert_uint_eq(all.list.at[4]->span.file, 0);
	ck_assert(str_is(all.list.at[3]->message, "found at 9"));
	arena_release(&a);
}
END_TEST

START_TEST(of_repeats_the_same_one_stays_for_any_order)
{
	for (u32 turn = 0; turn < 2; turn++) {
		struct arena a = {0};
		struct findings all = {.arena = &a};
		struct span span = {1, 4, 8};
		for (u32 i = 0; i < 2; i++) {
			struct finding *f = finding_add(&all, PROBE, SEVERITY_NOTE, span, "same");
			finding_step(&all, f, span, "way %s", i == turn ? "a" : "b");
		}
		findings_sort(&all, paths);
		ck_assert_uint_eq(all.list.n, 1);
		ck_assert(str_is(all.list.at[0]->steps.at[0].text, "way a"));
		arena_release(&a);
	}
}
END_TEST

START_TEST(tests_and_benchmarks_give_notes)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	struct grading g = grading(&line);
	for (u32 file = 1; file <= 2; file++)
		for (u32 s = SEVERITY_NOTE; s <= SEVERITY_ERROR; s++)
			finding_add(&all, ALONE, (enum severity)s, (struct span){file, s, s + 1}, "x");
	add(&all, ALONE, 1, 8, 9);
	all.list.at[all.list.n - 1]->function = S("app::run_benchmark");
	findings_grade(&all, &g);
	static const enum severity expected[] = {SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_NOTE,
	                                         SEVERITY_NOTE, SEVERITY_NOTE, SEVERITY_NOTE};
	ck_assert_uint_eq(all.list.n, COUNT(expected));
	for (u32 i = 0; i < COUNT(expected); i++)
		ck_assert_int_eq(all.list.at[i]->severity, expected[i]);
	arena_release(&a);
}
END_TEST

START_TEST(one_site_has_one_finding)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	struct grading g = grading(&line);
	add(&all, DROPPED, 1, 4, 20); /* CHECK(call()): the outer span */
	add(&all, LATCHED, 1, 8, 18);
	add(&all, ALONE, 1, 8, 18);
	add(&all, DROPPED, 1, 21, 30); /* beside it */
	add(&all, DROPPED, 0, 8, 18);  /* in another file */
	findings_grade(&all, &g);
	check_rules(&all, 4, (const u32[]){LATCHED, ALONE, DROPPED, DROPPED});
	arena_release(&a);
}
END_TEST

START_TEST(a_dropped_finding_drops_nothing)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	struct grading g = grading(&line);
	add(&all, DROPPED, 1, 0, 6);
	add(&all, PROBE, 1, 5, 11);
	add(&all, LATCHED, 1, 10, 16);
	findings_grade(&all, &g);
	check_rules(&all, 2, (const u32[]){DROPPED, LATCHED});
	arena_release(&a);
}
END_TEST

START_TEST(sites_that_begin_on_different_lines_are_two)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	struct str two_lines = S("outer([] {\n inner(); });   ");
	struct grading g = grading(&two_lines);
	add(&all, DROPPED, 1, 12, 19);
	add(&all, LATCHED, 1, 0, 23);
	findings_grade(&all, &g);
	ck_assert_uint_eq(all.list.n, 2);
	struct str nothing = S("");
	g.from = &nothing;
	findings_grade(&all, &g);
	ck_assert_uint_eq(all.list.n, 1);
	arena_release(&a);
}
END_TEST

START_TEST(parameters_end_with_an_empty_key)
{
	struct arena a = {0};
	struct findings all = {.arena = &a};
	struct finding *f = finding_add(&all, ALONE, SEVERITY_NOTE, (struct span){0}, "x");
	finding_param(&all, f, "call", S("cudaFree"));
	ck_assert(str_is(f->params[0].key, "call") && str_is(f->params[0].value, "cudaFree"));
	ck_assert_uint_eq(f->params[1].key.n, 0);
	arena_release(&a);
}
END_TEST

START_TEST(notices_are_sorted)
{
	struct arena a = {0};
	struct notices all = {.arena = &a};
	notice_add(&all, S("b"), true, false, "%s", "late");
	notice_add(&all, S("a"), false, false, "second");
	notice_add(&all, S("a"), false, true, "first");
	notices_sort(&all);
	ck_assert(str_is(all.list.at[0].text, "first") && all.list.at[0].was_named);
	ck_assert(str_is(all.list.at[1].text, "second"));
	ck_assert(str_is(all.list.at[2].text, "late") && all.list.at[2].is_failure);
	arena_release(&a);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("finding");
	TCase *t = tcase_create("finding");
	tcase_add_test(t, findings_are_sorted_by_path_place_rule_and_message);
	tcase_add_test(t, of_repeats_the_same_one_stays_for_any_order);
	tcase_add_test(t, tests_and_benchmarks_give_notes);
	tcase_add_test(t, one_site_has_one_finding);
	tcase_add_test(t, a_dropped_finding_drops_nothing);
	tcase_add_test(t, sites_that_begin_on_different_lines_are_two);
	tcase_add_test(t, parameters_end_with_an_empty_key);
	tcase_add_test(t, notices_are_sorted);
	suite_add_tcase(s, t);
	suite_add_tcase(s, fingerprint_tests());
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_NORMAL);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
