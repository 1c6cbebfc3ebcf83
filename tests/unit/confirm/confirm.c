#include "confirm/confirm.h"
#include "base/sha256.h"
#include "confirm/sources.h"

#include <check.h>
#include <stdlib.h>

static struct arena arena;

static void check_hash(const char *text, const char *hash) { ck_assert_str_eq(sha256(&arena, str_of(text)), hash); }

START_TEST(hashes_as_the_standard_says)
{
	check_hash("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_hash("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	/* 56 bytes: the length needs a block of its own */
	check_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}
END_TEST

static struct json_value *read_json(const char *text)
{
	struct strbuf err = {0};
	struct json_value *v = json_read(&arena, str_of(text), &err);
	ck_assert_int_eq(v == NULL, err.n != 0);
	strbuf_release(&err);
	return v;
}

static const char *rewrite(const char *text)
{
	char *out = NULL;
	size_t n;
	struct json j = {.out = open_memstream(&out, &n), .is_compact = true};
	struct json_value *v = read_json(text);
	ck_assert_ptr_nonnull(v);
	json_write(&j, v);
	fclose(j.out);
	const char *kept = arena_text(&arena, out, n);
	free(out);
	return kept;
}

START_TEST(json_comes_out_as_it_went_in)
{
	static const char *const texts[] = {"{\"a\":[1,-2.50e+3,true,null,\"x\\n\\\"\"],\"b\":{}}", "[]", "\"\"", "0.10"};
	for (size_t i = 0; i < COUNT(texts); i++)
		ck_assert_str_eq(rewrite(texts[i]), texts[i]);
	ck_assert_str_eq(rewrite(" { \"a\" : [ 1 , 2 ] } "), "{\"a\":[1,2]}");
	ck_assert_str_eq(rewrite("\"\\u00e4\\ud83d\\ude00\\ud83d\""), "\"\xc3\xa4\xf0\x9f\x98\x80\xef\xbf\xbd\"");
}
END_TEST

START_TEST(what_is_no_json_is_refused)
{
	static const char *const texts[] = {"", "{", "[1", "[1 2]", "{\"a\" 1}", "{1:2}", "\"a", "\"\\q\"", "\"\\u00g0\"", "tru", "[1]]", "-", "{\"a\":}", "\"\x01\""};
	for (size_t i = 0; i < COUNT(texts); i++)
		ck_assert_msg(!read_json(texts[i]), "%s", texts[i]);
	char deep[200];
	for (size_t i = 0; i < sizeof deep - 1; i++)
		deep[i] = '[';
	deep[sizeof deep - 1] = '\0';
	ck_assert_ptr_null(read_json(deep));
}
END_TEST

START_TEST(members_are_replaced_and_added)
{
	struct json_value *v = read_json("{\"a\":1,\"b\":{\"c\":2}}");
	json_put_text(&arena, v, "a", S("x"));
	json_put_text(&arena, json_put_object(&arena, v, "b"), "d", S("y"));
	ck_assert(str_is(json_get_text(v, "a"), "x"));
	ck_assert(str_is(json_get_text(json_get(v, "b"), "d"), "y"));
	ck_assert_ptr_null(json_get(json_get(v, "b"), "c"));
	ck_assert(str_is(json_get_text(v, "none"), ""));
}
END_TEST

START_TEST(every_program_says_what_it_takes)
{
	bool is_optional;
	u32 programs = 0;
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		if (!source_rule(s).n)
			continue;
		programs++;
		ck_assert_ptr_nonnull(strstr(s->text, "parameters:"));
		ck_assert(source_is_part(s, s));
	}
	ck_assert_uint_ge(programs, 9);
	const struct confirm_source *latched = source_find(S("latched-error")), *swallowed = source_find(S("swallowed-error"));
	ck_assert(source_takes(latched, "call", &is_optional) && !is_optional);
	ck_assert(!source_takes(latched, "form", &is_optional));
	ck_assert(source_takes(swallowed, "form", &is_optional) && !is_optional);
	ck_assert(source_takes(swallowed, "call", &is_optional) && is_optional);
	ck_assert_ptr_null(source_find(S("harness.cuh")));
	ck_assert_str_ne(source_hash(&arena, latched), source_hash(&arena, swallowed));
}
END_TEST

static struct confirm_case *want(struct confirm_set *set, const char *rule, const char *call, const char *form)
{
	struct str values[CONFIRM_PARAMETERS] = {str_of(call), str_of(form), S("")};
	return confirm_want(set, str_of(rule), S(""), values);
}

START_TEST(findings_share_a_case_only_if_they_agree)
{
	struct confirm_set set = {.arena = &arena};
	struct confirm_case *first = want(&set, "latched-error", "cudaMalloc", "");
	ck_assert_ptr_eq(want(&set, "latched-error", "cudaMalloc", ""), first);
	ck_assert_ptr_eq(want(&set, "latched-error", "cudaMalloc", "ignored"), first); /* no parameter of that program */
	ck_assert_ptr_ne(want(&set, "latched-error", "cudaFree", ""), first);
	ck_assert_ptr_ne(want(&set, "dropped-error", "cudaMalloc", ""), first);
	ck_assert_int_eq(first->state, CONFIRM_OPEN);
	ck_assert(want(&set, "latched-error", "hipMalloc", "")->is_hip);
	ck_assert_int_eq(want(&set, "latched-error", "", "")->state, CONFIRM_NOT_EXPRESSIBLE);
	ck_assert_int_eq(want(&set, "latched-error", "a'; rm -rf ~", "")->state, CONFIRM_NOT_EXPRESSIBLE);
	ck_assert_int_eq(want(&set, "no-such-rule", "cudaMalloc", "")->state, CONFIRM_NOT_EXPRESSIBLE);
	ck_assert_int_eq(want(&set, "blamed-launch", "", "")->state, CONFIRM_OPEN);
}
END_TEST

static bool take(struct confirm_set *set, struct confirm_case *c, const char *call, const char *source, const char *rest)
{
	struct strbuf err = {0};
	struct json_value *result = read_json(arena_format(&arena, "{\"rule\":\"latched-error\",\"call\":\"%s\",\"source\":\"%s\",%s}", call, source, rest));
	bool is_taken = confirm_take(set, c, result, &err);
	ck_assert_int_eq(is_taken, !err.n);
	strbuf_release(&err);
	return is_taken;
}

START_TEST(a_result_must_be_of_this_case_and_these_sources)
{
	struct confirm_set set = {.arena = &arena};
	struct confirm_case *c = want(&set, "latched-error", "cudaMalloc", "");
	const char *source = source_hash(&arena, source_find(S("latched-error")));
	static const char good[] = "\"device\":\"X\",\"compute_capability\":\"12.0\",\"verdict\":\"confirmed\"";
	ck_assert(!take(&set, c, "cudaFree", source, good));
	ck_assert(!take(&set, c, "cudaMalloc", "0", good));
	ck_assert(!take(&set, c, "cudaMalloc", source, "\"verdict\":\"confirmed\""));
	ck_assert(!take(&set, c, "cudaMalloc", source, "\"device\":\"X\",\"compute_capability\":\"12.0\",\"verdict\":\"surely\""));
	ck_assert_int_eq(c->state, CONFIRM_OPEN);
	ck_assert_int_eq(confirm_status(&set), 0);
	ck_assert(take(&set, c, "cudaMalloc", source, good));
	ck_assert_int_eq(c->state, CONFIRM_YES);
	ck_assert_str_eq(confirm_not_run_targets(&arena, c), "built for sm_90 and sm_121, not run");
	ck_assert(take(&set, c, "cudaMalloc", source, "\"device\":\"X\",\"compute_capability\":\"9.0\",\"verdict\":\"not reproduced\""));
	ck_assert_str_eq(confirm_not_run_targets(&arena, c), "built for sm_120 and sm_121, not run");
	ck_assert_int_eq(confirm_status(&set), 1);
}
END_TEST

START_TEST(a_manifest_depends_on_its_cases_alone)
{
	struct confirm_set one = {.arena = &arena}, same = {.arena = &arena}, other = {.arena = &arena};
	want(&one, "latched-error", "cudaMalloc", "");
	want(&same, "latched-error", "cudaMalloc", "");
	want(&same, "latched-error", "", ""); /* nothing to run */
	want(&other, "latched-error", "cudaFree", "");
	ck_assert_str_eq(confirm_manifest(&arena, &one), confirm_manifest(&arena, &same));
	ck_assert_str_ne(confirm_manifest(&arena, &one), confirm_manifest(&arena, &other));
	ck_assert_ptr_null(strstr(confirm_manifest(&arena, &one), "faults.cuh")); /* no part of that program */
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("confirm");
	TCase *tests = tcase_create("confirm");
	tcase_add_test(tests, hashes_as_the_standard_says);
	tcase_add_test(tests, json_comes_out_as_it_went_in);
	tcase_add_test(tests, what_is_no_json_is_refused);
	tcase_add_test(tests, members_are_replaced_and_added);
	tcase_add_test(tests, every_program_says_what_it_takes);
	tcase_add_test(tests, findings_share_a_case_only_if_they_agree);
	tcase_add_test(tests, a_result_must_be_of_this_case_and_these_sources);
	tcase_add_test(tests, a_manifest_depends_on_its_cases_alone);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	int failures = srunner_ntests_failed(runner);
	srunner_free(runner);
	arena_release(&arena);
	return failures ? 1 : 0;
}
