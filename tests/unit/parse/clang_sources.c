/* What libclang gets to read, and what is refused. */
#include "clang_tests.h"

#include <stdlib.h>
#include <string.h>

#include "parse/clang_prelude.h"
#include "parse/clang_source.h"

static struct arena arena;
static struct strbuf err;

static void release(void)
{
	arena_release(&arena);
	strbuf_release(&err);
}

static char *source_of(const char *text, bool is_alone)
{
	struct index_file *index = arena_new(&arena, struct index_file);
	index_file(&arena, str_of(text), LANG_CUDA, index);
	struct front_input in = {.path = S("a.cu"), .bytes = str_of(text), .language = LANG_CUDA, .index = index};
	return clang_source(&arena, &in, is_alone, &err);
}

START_TEST(includes_go_and_offsets_stay)
{
	ck_assert_str_eq(source_of("#include <a.h> /* b\n */ int x;\n # include_next \"c.h\"\nint y;", true),
	                 "               /* b\n */ int x;\n                     \nint y;");
	ck_assert_str_eq(source_of("#include <a.h>\n", false), "#include <a.h>\n");
	ck_assert_str_eq(source_of("#include\n#", true), "        \n#");
}
END_TEST

START_TEST(hot_macros_go_others_stay)
{
	ck_assert_str_eq(source_of("#define A(x) \\\n cudaFree(x)\n#define B(x) (x)\n#define C cudaFree(0)\n", true),
	                 "              \n            \n#define B(x) (x)\n#define C cudaFree(0)\n");
}
END_TEST

START_TEST(unknown_qualifiers_go)
{
	ck_assert_str_eq(source_of("int *RESTRICT a, *const b;", true), "int *         a, *const b;");
	ck_assert_str_eq(source_of("#define RESTRICT __restrict\nint *RESTRICT a;", true),
	                 "#define RESTRICT __restrict\nint *RESTRICT a;");
	ck_assert_str_eq(source_of("int a = b * COUNT + 1;", true), "int a = b * COUNT + 1;");
}
END_TEST

static char *repeated(const char *begin, const char *part, int count, const char *end)
{
	char *text = arena_alloc(&arena, strlen(begin) + strlen(part) * (size_t)count + strlen(end) + 1);
	strcpy(text, begin);
	char *at = text + strlen(text);
	for (int i = 0; i < count; i++)
		at = stpcpy(at, part);
	strcpy(at, end);
	return text;
}

START_TEST(too_deep_is_refused)
{
	ck_assert_ptr_null(source_of(repeated("int a = ", "(", 20000, "1;"), true));
	ck_assert_ptr_null(source_of(repeated("int a = ", "- ", 20000, "1;"), true));
	ck_assert_ptr_nonnull(source_of(repeated("int a[] = {", "1, -2, ", 20000, "3};"), true));
	ck_assert_ptr_nonnull(source_of(repeated("void f() {", " g(1); a = b + c;", 20000, "}"), true));
	ck_assert_ptr_nonnull(source_of(repeated("const char *a = ", "\"x\" ", 20000, ";"), true));
	ck_assert_ptr_nonnull(source_of(repeated("bool a = b", " && b", 20000, ";"), true));
}
END_TEST

START_TEST(deep_but_legal_is_bounded)
{
	struct node *file = clang_read(repeated("int f(int a) { return ", "-(", 190, repeated("a", ")", 190, "; }")));
	ck_assert_ptr_nonnull(find_kind(file, NODE_UNARY));
	file = clang_read(repeated("int f(int a) { return a", " + a", 900, "; }"));
	ck_assert_ptr_nonnull(find_kind(file, NODE_BINARY));
}
END_TEST

START_TEST(broken_text_does_no_harm)
{
	static const char *const texts[] = {"", "}", "{", "void f() {", "int a = ", "k<<<", "k<<<1,2>>>(", "#define A(", "\"", "R\"(",
	                                    "void f() { foo(a, ; } }", "void f() { x.; y->; z<; }", "/*", "'", "a::", "operator", "void f() { case 1:",
	                                    "void f() { for (", "void f() { if (a", "void f() { g(a<b, c>(; }", "template <", "struct A : {"};
	for (size_t i = 0; i < COUNT(texts); i++)
		ck_assert_ptr_nonnull(clang_read(texts[i]));
}
END_TEST

START_TEST(the_prelude_holds_what_is_mentioned)
{
	struct index_file index = {0};
	index_file(&arena, S("void f() { cudaFree(0); std::vector<int> v; }"), LANG_CUDA, &index);
	struct str all = clang_prelude(&arena, NULL), some = clang_prelude(&arena, &index);
	ck_assert(some.n < all.n);
	ck_assert(str_has(some, "__CAPLINT_CALL(Free)") && str_has(some, "__CAPLINT_TEMPLATE(vector)"));
	ck_assert(!str_has(some, "__CAPLINT_CALL(Malloc)") && !str_has(some, "__CAPLINT_TEMPLATE(map)"));
	ck_assert(!str_has(some, "namespace torch"));
}
END_TEST

/* All of the prelude is well-formed: the only error is the file's own. */
START_TEST(the_prelude_has_no_error)
{
	struct strbuf reason = {0};
	struct tree tree = {0};
	struct front_input in = {.path = S("a.cu"), .bytes = S("int x = ;"), .language = LANG_CUDA};
	ck_assert_msg(read_clang(&arena, &in, &tree, &reason), "%s", reason.p);
	ck_assert_uint_eq(tree.errors, 1);
}
END_TEST

/* Nothing kept refers to something left out. */
START_TEST(every_section_stands_alone)
{
	static const char *const words[] = {"std", "cooperative_groups", "thrust", "cub", "hipcub", "at", "c10", "torch", "numeric_limits"};
	for (size_t i = 0; i < COUNT(words); i++) {
		struct index_file index = {0};
		struct strbuf reason = {0};
		struct tree tree = {0};
		struct str bytes = str_of(arena_format(&arena, "int %s = ;", words[i]));
		index_file(&arena, bytes, LANG_CUDA, &index);
		struct front_input in = {.path = S("a.cu"), .bytes = bytes, .index = &index};
		in.bytes = S("int x = ;");
		ck_assert_msg(read_clang(&arena, &in, &tree, &reason), "%s", reason.p);
		ck_assert_msg(tree.errors == 1, "%s: %u errors", words[i], tree.errors);
	}
}
END_TEST

START_TEST(given_arguments_replace_the_prelude)
{
	static const char *const args[] = {"-x", "c++", "-DVALUE=7", "-std=c++17"};
	struct strbuf reason = {0};
	struct tree tree = {0};
	struct index_file index = {0};
	struct str bytes = S("#define CHECK(x) cudaFree(x)\nint f() { CHECK(1); return VALUE; }");
	index_file(&arena, bytes, LANG_CPP, &index);
	struct front_input in = {.path = S("dir/a.cpp"), .bytes = bytes, .index = &index, .args = args, .arg_count = COUNT(args)};
	ck_assert_msg(read_clang(&arena, &in, &tree, &reason), "%s", reason.p);
	ck_assert(str_is(find_kind(tree.file, NODE_CALL)->child->name, "CHECK"));
	ck_assert(str_is(find_kind(tree.file, NODE_RETURN)->child->name, "7"));
}
END_TEST

TCase *clang_sources(void)
{
	TCase *c = tcase_create("sources");
	tcase_add_checked_fixture(c, NULL, release);
	tcase_add_test(c, includes_go_and_offsets_stay);
	tcase_add_test(c, hot_macros_go_others_stay);
	tcase_add_test(c, unknown_qualifiers_go);
	tcase_add_test(c, too_deep_is_refused);
	tcase_add_test(c, deep_but_legal_is_bounded);
	tcase_add_test(c, broken_text_does_no_harm);
	tcase_add_test(c, the_prelude_holds_what_is_mentioned);
	tcase_add_test(c, the_prelude_has_no_error);
	tcase_add_test(c, every_section_stands_alone);
	tcase_add_test(c, given_arguments_replace_the_prelude);
	return c;
}
