/* Reading source text. */
#include "clang_tests.h"

#include <string.h>

#include "parse/clang_text.h"

static struct arena arena;

static void release(void) { arena_release(&arena); }

static void expect_name(const char *text, const char *name, u32 at, u32 end)
{
	struct text_name got = text_name(&arena, str_of(text), 0, (u32)strlen(text));
	ck_assert_msg(str_is(got.text, name) && got.at == at && got.end == end, "%s: '%.*s' at %u end %u", text, (int)got.text.n,
	              got.text.p, got.at, got.end);
}

START_TEST(names)
{
	expect_name("a", "a", 0, 1);
	expect_name("::a::b (", "a::b", 5, 6);
	expect_name("a < b, c<d> > :: e<f>(x)", "a::e", 17, 21);
	expect_name("a < b;", "a", 0, 1);
	expect_name("x<y && z>", "x", 0, 1);
	expect_name("A::~A()", "A::~A", 3, 5);
	expect_name("A::operator()(int)", "A::operator()", 3, 13);
	expect_name("operator bool ()", "operator bool", 0, 13);
	expect_name("operator<<(a)", "operator<<", 0, 10);
	expect_name("x->template f<3>()", "x", 0, 1);
	expect_name("template f<3>()", "f", 9, 13);
	expect_name("a /* b */ :: c", "a::c", 13, 14);
	expect_name("1a", "", 0, 0);
	expect_name("a::", "a", 0, 1);
}
END_TEST

static void expect_type(const char *text, const char *type)
{
	const char *name = strchr(text, '@');
	struct str got = text_type(&arena, str_of(text), 0, (u32)(name - text), NULL);
	ck_assert_msg(str_is(got, type), "%s: '%.*s'", text, (int)got.n, got.p);
}

START_TEST(types)
{
	expect_type("int @x", "int");
	expect_type("static const unsigned long long *const @x", "unsigned long long *");
	expect_type("std::vector<std::pair<int, T *>> &&@x", "std::vector<std::pair<int, T *>>");
	expect_type("template <class T> __global__ __launch_bounds__(128) void @k", "void");
	expect_type("[[maybe_unused]] auto @x", "");
	expect_type("struct S *@x", "S *");
	expect_type("void (*@f)(int)", "void (*)()");
	expect_type("int *a, **@b", "int **");
	expect_type("EXPORT int @f", "int");
	expect_type("typename T::type @x", "T::type");
	expect_type("@x", "");
}
END_TEST

START_TEST(brackets_and_literals)
{
	struct str s = S("f(a, \")\", ')', R\"x()\")x\", /* ) */ [1], {2}) + 1'000;");
	ck_assert_uint_eq(text_close(s, 1, (u32)s.n), (u32)(strstr(s.p, " + 1") - s.p) - 1);
	ck_assert_uint_eq(text_find(s, 0, (u32)s.n, ';'), (u32)s.n - 1);
	ck_assert_uint_eq(text_find(s, 0, (u32)s.n, '?'), NONE);
	ck_assert_uint_eq(text_find(S("a ? b::c : d"), 0, 12, ':'), 9);
	ck_assert_uint_eq(text_close(S("((a)"), 0, 4), NONE);
	ck_assert_uint_eq(text_close_angle(S("<a, b<c>>(d)"), 0, 12), 8);
	ck_assert_uint_eq(text_close_angle(S("< 3; b > c"), 0, 10), NONE);
	ck_assert_uint_eq(text_close_angle(S("<<< a >>>"), 0, 9), NONE);
}
END_TEST

START_TEST(spaces)
{
	struct str s = S(" // a\n/* b */ \\\n#if c \\\n d\n e");
	ck_assert_uint_eq(text_skip(s, 0, (u32)s.n), (u32)s.n - 1);
	ck_assert_uint_eq(text_skip(S("a#b"), 1, 3), 1);
	ck_assert_uint_eq(text_skip(S("/* a"), 0, 4), 4);
	ck_assert(text_at(S("if("), 0, 3, "if") && !text_at(S("iffy"), 0, 4, "if") && !text_at(S("i"), 0, 1, "if"));
	ck_assert(text_at(S(": a"), 0, 3, ":") && !text_at(S(":: a"), 0, 4, ":"));
}
END_TEST

START_TEST(qualification_before_a_name)
{
	const char *text = "void a::B<int, c<d>>::f()";
	u32 from;
	struct str got = text_qualified(&arena, str_of(text), 0, 22, S("f"), &from);
	ck_assert_msg(str_is(got, "a::B::f"), "%.*s", (int)got.n, got.p);
	ck_assert_uint_eq(from, 5);
	got = text_qualified(&arena, S("int f()"), 0, 4, S("f"), &from);
	ck_assert(str_is(got, "f") && from == 4);
}
END_TEST

TCase *clang_texts(void)
{
	TCase *c = tcase_create("texts");
	tcase_add_checked_fixture(c, NULL, release);
	tcase_add_test(c, names);
	tcase_add_test(c, types);
	tcase_add_test(c, brackets_and_literals);
	tcase_add_test(c, spaces);
	tcase_add_test(c, qualification_before_a_name);
	return c;
}
