/* The tree of captures: what is counted where, and that it stays bounded without losing a finding. */
#include "report/forest.h"
#include "tests.h"

#include <string.h>

static void open_two(struct fixture *f)
{
	fixture_open(f, SOURCE_DIR "/tests/golden/report/input");
	fixture_add_source(f, (struct source){.path = S("src/loader.cu"), .is_reported = true});
	fixture_add_source(f, (struct source){.path = S("tests/peer_test.cu")});
}

static struct finding *find_in(struct fixture *f, const char *text, const char *function)
{
	struct finding *finding = finding_add(&f->findings, DROPPED, SEVERITY_WARNING, place(f, 0, text, 0), "it is dropped");
	finding->function = str_of(function);
	return finding;
}

static u32 occurrences(const char *text, const char *part)
{
	u32 n = 0;
	for (size_t size = strlen(part); *text; text++)
		n += !strncmp(text, part, size);
	return n;
}

START_TEST(counts_below)
{
	struct fixture f;
	struct forest forest;
	open_two(&f);
	struct span outer = place(&f, 0, "static bool probe(int a, int b)\n{\n\tint can = 0;\n\tcudaDeviceCanAccessPeer(&can, a, b);", 0);
	u32 root = fixture_add_captured(&f, NONE, "probe", outer, CAPTURED_CODE, "here");
	u32 called = fixture_add_captured(&f, root, "helper", outer, 0, NULL);
	u32 inner = fixture_add_captured(&f, called, "helper", place(&f, 0, "cudaDeviceCanAccessPeer(&can, a, b)", 0), 0, NULL);
	u32 other = fixture_add_captured(&f, NONE, "main", place(&f, 1, "int main()", 0), CAPTURED_PROFILE, "there");
	find_in(&f, "int can", "helper");
	find_in(&f, "cudaDeviceCanAccessPeer", "helper");
	find_in(&f, "cudaDeviceCanAccessPeer", "stranger");
	find_in(&f, "scale", "probe"); /* of that name, but not in it */
	forest_grow(&f.arena, &f.report, &forest);
	ck_assert_uint_eq(forest.function_of[0], called);
	ck_assert_uint_eq(forest.function_of[1], inner); /* the innermost of a name */
	ck_assert_uint_eq(forest.function_of[2], NONE);
	ck_assert_uint_eq(forest.function_of[3], NONE);
	ck_assert_uint_eq(forest.functions_below[root], 3);
	ck_assert_uint_eq(forest.findings_below[root], 2);
	ck_assert_uint_eq(forest.functions_below[other], 1);
	ck_assert_uint_eq(forest.kinds[CAPTURED_CODE], 1);
	ck_assert_uint_eq(forest.kinds[CAPTURED_PROFILE], 0); /* not in a file that is reported */
	ck_assert_uint_eq(forest.found[CAPTURED_CODE], 2);
	fixture_close(&f);
}
END_TEST

/* Its capture is in a file that is not reported: it stands at the top where it has a region of its own, else nowhere. */
START_TEST(below_what_is_not_reported)
{
	struct fixture f;
	struct forest forest;
	open_two(&f);
	u32 hidden = fixture_add_captured(&f, NONE, "main", place(&f, 1, "int main()", 0), CAPTURED_CODE, "there");
	u32 entry = fixture_add_captured(&f, hidden, "probe", place(&f, 0, "static bool probe(int a, int b)\n{\n\tint can = 0;", 0), 0, NULL);
	u32 called = fixture_add_captured(&f, entry, "helper", place(&f, 0, "int can", 0), 0, NULL);
	u32 other = fixture_add_captured(&f, hidden, "step", place(&f, 0, "void step", 0), 0, NULL);
	struct captured_region own = {CAPTURED_PROFILE, place(&f, 0, "probe", 0), S("probe"), S("it takes a stream"), entry};
	vec_push(&f.arena, &f.captured.regions, own);
	find_in(&f, "int can", "probe");
	find_in(&f, "void step", "step");
	forest_grow(&f.arena, &f.report, &forest);
	ck_assert(forest_is_root(&forest, entry) && !forest_is_root(&forest, called) && !forest_is_root(&forest, hidden));
	ck_assert(forest.is_shown[called] && !forest.is_shown[hidden] && !forest.is_shown[other]);
	ck_assert_uint_eq(forest.functions[CAPTURED_PROFILE], 2);
	ck_assert_uint_eq(forest.found[CAPTURED_PROFILE], 1);
	ck_assert_int_eq(fixture_run(&f, FORMAT_HTML), 1);
	ck_assert(strstr(f.out, "<dt>Reached from</dt><dd><a href=\"#c1\">library entry") && strstr(f.out, "id=\"c1\"") && !strstr(f.out, "#c3\""));
	fixture_close(&f);
}
END_TEST

/* Two captures that share a function, which calls itself over a third: it stands once, and is reached from both. */
START_TEST(reached_from_both)
{
	struct fixture f;
	struct forest forest;
	open_two(&f);
	u32 one = fixture_add_captured(&f, NONE, "one", place(&f, 0, "static bool probe(int a, int b)\n{\n\tint can = 0;", 0), CAPTURED_CODE, "here");
	u32 two = fixture_add_captured(&f, NONE, "two", place(&f, 0, "void step", 0), CAPTURED_CODE, "there");
	u32 shared = fixture_add_captured(&f, one, "shared", place(&f, 0, "int can", 0), 0, NULL);
	u32 third = fixture_add_captured(&f, shared, "third", place(&f, 0, "return can", 0), 0, NULL);
	vec_push(&f.arena, &f.captured.others, shared);
	vec_push(&f.arena, &f.captured.others, shared);
	f.captured.functions.at[two].other_count = f.captured.functions.at[third].other_count = 1;
	f.captured.functions.at[third].first_other = 1;
	find_in(&f, "int can", "shared");
	forest_grow(&f.arena, &f.report, &forest);
	struct reach from_one = forest_reach(&forest, one), from_two = forest_reach(&forest, two);
	ck_assert(from_one.functions == 2 && from_one.findings == 1 && from_two.functions == 2 && from_two.findings == 1);
	ck_assert_uint_eq(forest.functions_below[two], 1);
	ck_assert_int_eq(fixture_run(&f, FORMAT_HTML), 1);
	ck_assert_uint_eq(occurrences(f.out, "also calls <a href=\"#c2\"><code>shared</code></a></li>"), 2);
	ck_assert_uint_eq(occurrences(f.out, "id=\"c2\""), 1);
	ck_assert_int_eq(fixture_run(&f, FORMAT_MARKDOWN), 1);
	ck_assert_uint_eq(occurrences(f.out, "reaches 2 functions; **1 finding**"), 2);
	fixture_close(&f);
}
END_TEST

START_TEST(what_does_not_count_is_not_below)
{
	struct fixture f;
	struct forest forest;
	open_two(&f);
	fixture_add_captured(&f, NONE, "probe", place(&f, 0, "static bool probe(int a, int b)\n{\n\tint can = 0;", 0), CAPTURED_CODE, "here");
	find_in(&f, "int can", "probe")->state = FINDING_KNOWN;
	forest_grow(&f.arena, &f.report, &forest);
	ck_assert_uint_eq(forest.findings_below[0], 0);
	f.report.shows_silenced = true;
	forest_grow(&f.arena, &f.report, &forest);
	ck_assert_uint_eq(forest.findings_below[0], 1);
	fixture_close(&f);
}
END_TEST

/* More functions than are shown, and the only finding in the last of them. */
START_TEST(stays_bounded)
{
	enum { MANY = FOREST_FUNCTIONS + 500 };
	struct fixture f;
	open_two(&f);
	struct span span = place(&f, 0, "static bool probe(int a, int b)\n{\n\tint can = 0;", 0);
	u32 root = fixture_add_captured(&f, NONE, "root", span, CAPTURED_CODE, "here"), middle = fixture_add_captured(&f, root, "middle", span, 0, NULL);
	for (u32 i = 2; i < MANY; i++)
		fixture_add_captured(&f, i % 2 ? root : middle, i == MANY - 1 ? "last" : "leaf", span, 0, NULL);
	find_in(&f, "int can", "last");
	ck_assert_int_eq(fixture_run(&f, FORMAT_HTML), 1);
	ck_assert_uint_eq(occurrences(f.out, "<li id=\"c"), FOREST_FUNCTIONS); /* the root stands for itself; the last is shown */
	ck_assert(strstr(f.out, "<code>last</code>") && strstr(f.out, "more functions without findings"));
	ck_assert(strstr(f.out, "<li class=\"found\">"));
	fixture_close(&f);
}
END_TEST

TCase *captures_tests(void)
{
	TCase *t = tcase_create("captures");
	tcase_add_test(t, counts_below);
	tcase_add_test(t, reached_from_both);
	tcase_add_test(t, below_what_is_not_reported);
	tcase_add_test(t, what_does_not_count_is_not_below);
	tcase_add_test(t, stays_bounded);
	return t;
}
