/* What is known of a file as a whole; and that no bytes do harm. */
#include "tests.h"

#include <string.h>

static bool has_word(const struct index_file *f, const char *word)
{
	for (u32 i = 0; i < f->word_count; i++)
		if (f->words[i] == str_hash(str_of(word)))
			return true;
	return false;
}

START_TEST(words_are_sorted_and_unique)
{
	struct strbuf text = {0};
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 3000; i++)
			strbuf_addf(&text, "word%d ", i);
	struct index_file f = indexed(text.p);
	ck_assert_uint_eq(f.word_count, 3000);
	for (u32 i = 1; i < f.word_count; i++)
		ck_assert(f.words[i - 1] < f.words[i]);
	ck_assert(has_word(&f, "word0") && has_word(&f, "word2999") && !has_word(&f, "word3000"));
	strbuf_release(&text);
}
END_TEST

START_TEST(words_come_from_code_and_directives_only)
{
	struct index_file f = indexed("code /* comment */ // line\n\"string\" R\"(raw)\" 'c' 12ul\n#if condition\n"
	                              "#define macro(param) body\n#error prose\n#include <header>\n");
	static const char *const in[] = {"code", "condition", "macro", "body"};
	static const char *const not_in[] = {"comment", "line", "string", "raw", "R", "c", "ul", "prose", "header", "12ul"};
	for (size_t i = 0; i < COUNT(in); i++)
		ck_assert_msg(has_word(&f, in[i]), "%s", in[i]);
	for (size_t i = 0; i < COUNT(not_in); i++)
		ck_assert_msg(!has_word(&f, not_in[i]), "%s", not_in[i]);
}
END_TEST

START_TEST(includes)
{
	struct index_file f = indexed("#include <a/b.h>\n# include \"c.h\" // x\n#include MACRO\n#include <open\n#include_next <d>\n");
	ck_assert_uint_eq(f.includes.n, 3);
	ck_assert(str_is(f.includes.at[0].path, "a/b.h") && f.includes.at[0].is_system && f.includes.at[0].at == 9);
	ck_assert(str_is(f.includes.at[1].path, "c.h") && !f.includes.at[1].is_system);
	ck_assert(str_is(f.includes.at[2].path, "d") && f.includes.at[2].is_system);
}
END_TEST

START_TEST(languages_are_refined)
{
	static const struct { const char *text; enum language before, after; bool is_hot; } cases[] = {
		{"int f();", LANG_CPP, LANG_CPP, false},
		{"int f();", LANG_CUDA, LANG_CUDA, false},
		{"cudaStream_t s;", LANG_CPP, LANG_CUDA, true},
		{"hipStream_t s;", LANG_CPP, LANG_HIP, true},
		{"hipStream_t s;", LANG_CUDA, LANG_HIP, true},
		{"hipStream_t s; cudaStream_t t;", LANG_CPP, LANG_CUDA, true},
		{"hipStream_t s; cudaStream_t t;", LANG_HIP, LANG_HIP, true},
		{"__global__ void k();", LANG_CPP, LANG_CUDA, false},
		{"k<<<1, 1>>>();", LANG_CPP, LANG_CUDA, true},
		{"cudaFree(p);", LANG_C, LANG_C, true},
		{"__device__ int x;", LANG_C, LANG_CUDA, false},
		{"// cudaFree(p)", LANG_CPP, LANG_CPP, false},
		{"cudaFree(p)", LANG_PYTHON, LANG_PYTHON, true}, {"x = cudaFree", LANG_PYTHON, LANG_PYTHON, false}, {"cudaError_t(p)", LANG_PYTHON, LANG_PYTHON, false},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		struct index_file f = indexed_as(cases[i].text, strlen(cases[i].text), cases[i].before);
		ck_assert_msg(f.language == cases[i].after && f.is_hot == cases[i].is_hot, "%s", cases[i].text);
	}
}
END_TEST

static struct index_file indexed_text(const char *text, enum language language) { return indexed_as(text, strlen(text), language); }

START_TEST(a_line_marker_means_preprocessed)
{
	struct index_file f = indexed_text("# 1 \"a.cu\"\n# 1 \"<built-in>\"\nvoid g() { cudaFree(p); }\n", LANG_CPP);
	ck_assert(f.is_preprocessed && !f.is_hot && f.tokens.n == 0 && f.word_count == 0);
	f = indexed_text("#line 1 \"lex.yy.c\"\nvoid g() { cudaFree(p); }\n", LANG_CPP);
	ck_assert(!f.is_preprocessed && f.is_hot);
	f = indexed_text("# 1 \"remark\"\nimport torch\n", LANG_PYTHON);
	ck_assert(!f.is_preprocessed);
}
END_TEST

START_TEST(a_nul_byte_means_binary)
{
	struct index_file f = indexed_as("cudaFree(p);\0x", 14, LANG_CUDA);
	ck_assert(f.is_binary && !f.is_hot && f.tokens.n == 0);
	f = indexed("cudaFree(p);");
	ck_assert(!f.is_binary && f.is_hot);
}
END_TEST

START_TEST(runtime_words)
{
	static const char *const yes[] = {"cudaMalloc", "hipFree", "cuInit", "cublasCreate", "cublasLtMatmul", "ncclSend",
		"cudnnCreate", "curandX", "cusolverDnX", "nvrtcX", "rcclX", "hipblasX"};
	static const char *const no[] = {"cuda", "cudax", "cuda_x", "Cuda", "hip", "customX", "curand_init", "", "X", "xcudaY"};
	for (size_t i = 0; i < COUNT(yes); i++)
		ck_assert_msg(index_is_runtime_word(str_of(yes[i])), "%s", yes[i]);
	for (size_t i = 0; i < COUNT(no); i++)
		ck_assert_msg(!index_is_runtime_word(str_of(no[i])), "%s", no[i]);
}
END_TEST

/* Every prefix of a text that holds everything, so that each construct is cut everywhere; then noise of its bytes. */
START_TEST(no_bytes_do_harm)
{
	static const char text[] = "#include <a>\n#include \"b\"\r\n#define F(x, y...) x \\\n cudaA<int>(\"s\\\"\", 'c')\n"
	                           "/* c */ // l \\\n m\nR\"d(raw)d\" 1'0e+1 .5 cudaB < a->b, (c) > (1); k<<<1>>>(); operator<<<>();"
	                           "#\n# 1\n#define\n#error '\n\\\n<<<<<<<\n\xff\xfe u8R\"(\0)\"";
	char noise[400];
	u32 state = 1;
	for (size_t n = 0; n <= sizeof text; n++)
		indexed_as(text, n, LANG_CPP);
	for (u32 round = 0; round < 2000; round++) {
		for (size_t i = 0; i < sizeof noise; i++) {
			state = state * 1664525u + 1013904223u;
			size_t at = (state >> 8) % (sizeof text - 1);
			noise[i] = text[at] ? text[at] : ' ';
		}
		indexed_as(noise, sizeof noise, LANG_CPP);
	}
}
END_TEST

TCase *file_tests(void)
{
	TCase *t = tcase_create("files");
	tcase_set_timeout(t, 60);
	tcase_add_checked_fixture(t, NULL, forget);
	tcase_add_test(t, words_are_sorted_and_unique);
	tcase_add_test(t, words_come_from_code_and_directives_only);
	tcase_add_test(t, includes);
	tcase_add_test(t, languages_are_refined);
	tcase_add_test(t, a_line_marker_means_preprocessed);
	tcase_add_test(t, a_nul_byte_means_binary);
	tcase_add_test(t, runtime_words);
	tcase_add_test(t, no_bytes_do_harm);
	return t;
}
