#include "tests.h"

START_TEST(rules_are_chosen)
{
	struct rule_filter f;
	filter_init(&f, &arena, rules, RULES);
	ck_assert(filter_is_on(&f, DROPPED, S("/t/a")) && filter_is_on(&f, LATCHED, S("/t/a")));
	filter_choose(&f, (const u32[]){DROPPED, LATCHED}, 2, (const u32[]){LATCHED}, 1);
	ck_assert(filter_is_on(&f, DROPPED, S("/t/a")) && !filter_is_on(&f, LATCHED, S("/t/a")) && !filter_is_on(&f, BAD, S("/t/a")));
	struct rule_ignore some = {.glob = {S("/t"), S("gen/**")}}, all = {.glob = {S("/t"), S("old")}};
	filter_init(&f, &arena, rules, RULES);
	vec_push(&arena, &some.rules, DROPPED);
	vec_push(&arena, &f.ignores, some);
	vec_push(&arena, &f.ignores, all);
	ck_assert(!filter_is_on(&f, DROPPED, S("/t/gen/a")) && filter_is_on(&f, LATCHED, S("/t/gen/a")));
	ck_assert(!filter_is_on(&f, LATCHED, S("/t/x/old/a")) && filter_is_on(&f, DROPPED, S("/t/a")));
}
END_TEST

START_TEST(severities_take_what_is_usual_and_only_lower_the_rest)
{
	/* usual error; the finding's; the user's; the result */
	static const enum severity cases[][4] = {
		{SEVERITY_WARNING, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_ERROR}, {SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_ERROR, SEVERITY_NOTE},
		{SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_NOTE, SEVERITY_NOTE},     {SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_ERROR, SEVERITY_WARNING},
		{SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITY_NOTE},     {SEVERITY_ERROR, SEVERITY_NOTE, SEVERITY_WARNING, SEVERITY_NOTE},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct rule rule = {.name = "r", .severity = cases[i][0]};
		struct rule_filter f;
		struct findings all = {.arena = &arena};
		struct str path = S("/a");
		filter_init(&f, &arena, &rule, 1);
		f.severity[0] = (u8)cases[i][2];
		finding_add(&all, 0, cases[i][1], (struct span){0}, "x");
		filter_apply(&f, &all, &path);
		ck_assert_msg(all.list.at[0]->severity == cases[i][3], "case %zu", i);
	}
}
END_TEST

START_TEST(names_are_suggested)
{
	struct strbuf err = {0};
	ck_assert_uint_eq(filter_rule(rules, RULES, S("latched-error"), &err), LATCHED);
	ck_assert_uint_eq(filter_rule(rules, RULES, S("latched-eror"), &err), NONE);
	ck_assert_str_eq(err.p, "unknown rule 'latched-eror'; did you mean 'latched-error'?");
	err.n = 0;
	ck_assert_uint_eq(filter_rule(rules, RULES, S("src"), &err), NONE);
	ck_assert_str_eq(err.p, "unknown rule 'src'; 'caplint rules' lists them");
	strbuf_release(&err);
}
END_TEST

TCase *filter_tests(void)
{
	TCase *tcase = tcase_create("filter");
	tcase_add_test(tcase, rules_are_chosen);
	tcase_add_test(tcase, severities_take_what_is_usual_and_only_lower_the_rest);
	tcase_add_test(tcase, names_are_suggested);
	return tcase;
}
