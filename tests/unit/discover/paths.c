/* What a path says by itself. */
#include "tests.h"

#include "discover/discover.h"
#include "discover/paths.h"

static void expect_seen(const char *path, const char *from, const char *seen)
{
	struct arena a = {0};
	struct str got = path_seen_from(&a, str_of(path), str_of(from));
	ck_assert_msg(str_is(got, seen), "%s from %s is %.*s, not %s", path, from, (int)got.n, got.p, seen);
	arena_release(&a);
}

START_TEST(paths_are_shown_from_the_working_folder)
{
	expect_seen("/a/b/c.cu", "/a/b", "c.cu");
	expect_seen("/a/b/c.cu", "/a", "b/c.cu");
	expect_seen("/a/b/c.cu", "/a/bb/d", "../../b/c.cu");
	expect_seen("/a/b/c.cu", "/a/b/c", "../c.cu");
	expect_seen("/a/b/c.cu", "/x/y", "/a/b/c.cu");
	expect_seen("/a/b/c.cu", "/", "/a/b/c.cu");
}
END_TEST

START_TEST(parts_of_a_path)
{
	ck_assert(str_is(path_dir(S("a/b/c")), "a/b") && str_is(path_dir(S("c")), "") && str_is(path_dir(S("/c")), ""));
	ck_assert(str_is(path_name(S("a/b/c")), "c") && str_is(path_name(S("c")), "c"));
	ck_assert(path_is_below(S("a/b"), S("a")) && path_is_below(S("a"), S("a")) && path_is_below(S("a"), S("")));
	ck_assert(!path_is_below(S("ab/c"), S("a")) && !path_is_below(S("a"), S("a/b")));
}
END_TEST

START_TEST(suffixes_tell_languages)
{
	static const struct { const char *path; enum language language; } cases[] = {
		{"a.cu", LANG_CUDA}, {"a.cuh", LANG_CUDA}, {"x/a.hip", LANG_HIP}, {"a.c", LANG_C}, {"a.C", LANG_CPP},
		{"a.h", LANG_CPP}, {"a.HPP", LANG_CPP}, {"a.inl", LANG_CPP}, {"a.b.cc", LANG_CPP}, {"a.py", LANG_PYTHON},
		{"a.ipynb", LANG_PYTHON}, {"a.pyx", LANG_PYTHON}, {"a.pxd", LANG_PYTHON}, {"a.PXI", LANG_PYTHON}, {"a.md", LANG_NONE}, {"cu", LANG_NONE}, {"a.cu/b", LANG_NONE}, {"", LANG_NONE},
		{"a.cu.orig", LANG_NONE},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		ck_assert_msg(language_of_path(str_of(cases[i].path)) == cases[i].language, "%s", cases[i].path);
}
END_TEST

START_TEST(foreign_code_and_tests_are_known_by_their_folders)
{
	static const char *const vendored[] = {"third_party/a.cu", "x/ThirdParty/y/a.cu", "external/a.h", "a/_deps/b.h", "3rd_party/a.cu", "3rd-party/a.cu", "3rd/cutlass/a.h"};
	static const char *const own[] = {"a.cu", "third_party.cu", "x/third_party_tools/a.cu", "dependencies/a.h"};
	static const char *const tests[] = {"tests/a.cu", "x/googletest.cu/gtest-1/a.cu", "src/test_a.cu", "a_test.cpp",
		"Tests/a.cu", "examples/a.cu", "docs/a.cu", "bench_gemm.cu", "x/gemm_benchmark.cu", "a_tests.cc", "a_bench.cu",
		"unit-tests/a.cu", "src/archive/a.cu", "codec/_deprecated/a.cu", "codec/codec_examples/a.cu", "codec/cpp-samples/a.cu"};
	static const char *const product[] = {"src/a.cu", "latest/a.cu", "contest.cu", "attest/test.cu", "testimony.cu", "src/archiver/a.cu", "src/counterexamples/a.cu"};
	for (size_t i = 0; i < COUNT(vendored); i++)
		ck_assert_msg(path_is_vendored(str_of(vendored[i])), "%s", vendored[i]);
	for (size_t i = 0; i < COUNT(own); i++)
		ck_assert_msg(!path_is_vendored(str_of(own[i])), "%s", own[i]);
	for (size_t i = 0; i < COUNT(tests); i++)
		ck_assert_msg(path_is_test(str_of(tests[i])), "%s", tests[i]);
	for (size_t i = 0; i < COUNT(product); i++)
		ck_assert_msg(!path_is_test(str_of(product[i])), "%s", product[i]);
}
END_TEST

START_TEST(the_innermost_folder_tells_the_device)
{
	static const struct {
		const char *path;
		enum back_end is;
	} cases[] = {
		{"src/cuda/gemm.cu", BACK_END_CUDA}, {"src/hip/cuda_compat.h", BACK_END_HIP}, {"src/gemm_sycl.cpp", BACK_END_SYCL}, {"cuda/cpu/gemm.cc", BACK_END_CPU},
		{"src/gemm.cu", BACK_END_NONE}, {"src/cuda_hip_compat.h", BACK_END_NONE}, {"src/cuda-hip/a.h", BACK_END_NONE}, {"scuda/hipster.cu", BACK_END_NONE},
	};
	for (size_t i = 0; i < COUNT(cases); i++)
		ck_assert_msg(path_back_end(str_of(cases[i].path)) == cases[i].is, "%s", cases[i].path);
}
END_TEST

TCase *path_tests(void)
{
	TCase *t = tcase_create("paths");
	tcase_add_test(t, paths_are_shown_from_the_working_folder);
	tcase_add_test(t, parts_of_a_path);
	tcase_add_test(t, suffixes_tell_languages);
	tcase_add_test(t, foreign_code_and_tests_are_known_by_their_folders);
	tcase_add_test(t, the_innermost_folder_tells_the_device);
	return t;
}
