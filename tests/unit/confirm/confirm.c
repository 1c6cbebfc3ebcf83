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

static bool takes(const struct confirm_source *program, const char *parameter, bool is_optional)
{
	struct source_parameter p = source_takes(program, parameter);
	return p.is_taken && p.is_optional == is_optional;
}

START_TEST(every_program_says_what_it_takes)
{
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
	const struct confirm_source *latched = source_find(S("latched-error/confirm.cu")), *swallowed = source_find(S("swallowed-error/confirm.cu"));
	ck_assert(takes(latched, "call", false));
	ck_assert(!source_takes(latched, "form").is_taken);
	ck_assert(takes(swallowed, "form", false));
	ck_assert(takes(swallowed, "call", true));
	ck_assert_ptr_null(source_find(S("latched-error")));
	ck_assert_ptr_null(source_find(S("harness.cuh")));
	ck_assert_str_ne(source_hash(&arena, latched), source_hash(&arena, swallowed));
}
END_TEST

START_TEST(a_program_is_for_some_values_or_for_all)
{
	static const struct confirm_source program = {.path = "x/confirm.py", .text = "\"\"\"What it is.\nparameters: form=state|seed call=one? mode?\"\"\"\n"};
	struct source_parameter form = source_takes(&program, "form"), call = source_takes(&program, "call"), mode = source_takes(&program, "mode");
	ck_assert(takes(&program, "form", false) && takes(&program, "call", true) && takes(&program, "mode", true));
	ck_assert(!source_takes(&program, "code").is_taken && !source_takes(&program, "state").is_taken && !source_takes(&program, "for").is_taken);
	ck_assert(source_is_for(&form, S("state")) && source_is_for(&form, S("seed")) && source_is_for(&form, S("")));
	ck_assert(!source_is_for(&form, S("see")) && !source_is_for(&form, S("state|seed")) && !source_is_for(&form, S("seed?")));
	ck_assert(source_is_for(&call, S("one")) && !source_is_for(&call, S("two")) && source_is_for(&mode, S("anything")));
}
END_TEST

START_TEST(a_program_in_python_has_the_python_parts)
{
	const struct confirm_source *cuda = source_find(S("frozen-rng/confirm.cu")), *python = source_find(S("frozen-rng/confirm.py"));
	ck_assert_ptr_nonnull(cuda);
	ck_assert_ptr_nonnull(python);
	ck_assert(source_is_python(python) && !source_is_python(cuda));
	for (u32 i = 0; i < confirm_source_count; i++) {
		const struct confirm_source *s = &confirm_sources[i];
		if (!source_rule(s).n && source_is_python(s))
			ck_assert(source_is_part(python, s) && !source_is_part(cuda, s));
		if (!source_rule(s).n && !source_is_python(s))
			ck_assert(!source_is_part(python, s));
	}
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

START_TEST(the_form_tells_which_of_two_programs)
{
	struct confirm_set set = {.arena = &arena};
	struct confirm_case *drawn = want(&set, "frozen-rng", "rand", "drawn"), *state = want(&set, "frozen-rng", "torch.cuda.get_rng_state", "state");
	ck_assert_str_eq(source_name(drawn->program), "confirm.cu");
	ck_assert_str_eq(source_name(state->program), "confirm.py");
	ck_assert_ptr_eq(want(&set, "frozen-rng", "clock", "drawn"), drawn); /* no parameter of that program */
	ck_assert_int_eq(want(&set, "frozen-rng", "x", "generator")->state, CONFIRM_NOT_EXPRESSIBLE);
	ck_assert_int_eq(want(&set, "frozen-rng", "x", "")->state, CONFIRM_NOT_EXPRESSIBLE);
	state->state = CONFIRM_NOT_RUN;
	ck_assert_str_eq(confirm_verdict(state), "not run");
	ck_assert_str_eq(confirm_not_run_targets(&arena, state), "");
	state->state = CONFIRM_YES, state->capability = S("12.0");
	ck_assert_str_eq(confirm_not_run_targets(&arena, state), "not run on sm_90 and sm_121");
}
END_TEST

static bool take(struct confirm_set *set, struct confirm_case *c, const char *call, const char *source, const char *rest)
{
	struct strbuf err = {0};
	struct json_value *result = read_json(arena_format(&arena, "{\"rule\":\"latched-error\",\"program\":\"confirm.cu\",\"call\":\"%s\",\"source\":\"%s\",%s}", call, source, rest));
	bool is_taken = confirm_take(set, c, result, &err);
	ck_assert_int_eq(is_taken, !err.n);
	strbuf_release(&err);
	return is_taken;
}

START_TEST(a_result_must_be_of_this_case_and_these_sources)
{
	struct confirm_set set = {.arena = &arena};
	struct confirm_case *c = want(&set, "latched-error", "cudaMalloc", "");
	const char *source = source_hash(&arena, c->program);
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
	tcase_add_test(tests, a_program_is_for_some_values_or_for_all);
	tcase_add_test(tests, a_program_in_python_has_the_python_parts);
	tcase_add_test(tests, findings_share_a_case_only_if_they_agree);
	tcase_add_test(tests, the_form_tells_which_of_two_programs);
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
