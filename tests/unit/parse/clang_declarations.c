/* Files, namespaces, classes, functions, variables. */
#include "clang_tests.h"

static u32 flags_of(const char *source) { return find_kind(clang_read(source), NODE_FUNCTION)->flags; }

START_TEST(names_are_qualified_as_written)
{
	expect_file("namespace a { template <class T> struct B { void f(); struct C; ~B(); }; }\n"
	            "template <class T> void a::B<T>::f() {}\ntemplate <class T> struct a::B<T>::C { int x; };\n"
	            "template <class T> a::B<T>::~B() {}\n",
	            "(namespace a (class B)) (function a::B::f:void (block)) (class a::B::C (var x:int)) (function a::B::~B (block))");
	expect_file("struct A { bool operator()(int) const { return true; } operator bool() { return false; } };",
	            "(class A (function operator():bool (param :int) (block (return true))) (function operator bool (block (return false))))");
}
END_TEST

START_TEST(types_are_as_written)
{
	expect_file("static const unsigned long int *const f(const std::vector<int> &a, unknown::T b, char *const c[], void (*d)(int)) "
	            "{ return 0; }",
	            "(function f:unsigned long int * (param a:std::vector<int>) (param b:unknown::T) (param c:char *[]) (param d:void (*)()) "
	            "(block (return 0)))");
	expect_file("auto f() -> int { return 1; }\nEXPORT void g() {}",
	            "(function f:int (block (return 1))) (function g:void (block))");
	expect_body("const float *RESTRICT q = 0, *r = q; cudaStream_t a, *b;",
	            "(var q:float * 0) (var r:float * q) (var a:cudaStream_t) (var b:cudaStream_t *)");
}
END_TEST

START_TEST(function_flags)
{
	ck_assert_uint_eq(flags_of("__global__ void k() {}"), NF_GLOBAL);
	ck_assert_uint_eq(flags_of("__device__ void k() {}"), NF_DEVICE);
	ck_assert_uint_eq(flags_of("__host__ __device__ void k() {}"), 0);
	ck_assert_uint_eq(flags_of("static void f() noexcept {}"), NF_STATIC | NF_NOEXCEPT);
	ck_assert_uint_eq(flags_of("void f() noexcept(true) {}"), NF_NOEXCEPT);
	ck_assert_uint_eq(flags_of("void f() noexcept(false) {}"), 0);
	ck_assert_uint_eq(flags_of("namespace { void f() {} }"), NF_STATIC);
	ck_assert_uint_eq(flags_of("[[nodiscard]] int f() { return 1; }"), NF_NODISCARD);
	ck_assert_uint_eq(flags_of("[[noreturn]] void f() { for (;;) {} }"), NF_NORETURN);
	ck_assert_uint_eq(flags_of("template <class T> void f() {}"), NF_TEMPLATE);
	ck_assert_uint_eq(flags_of("struct A { virtual void f() {} };"), NF_VIRTUAL);
	ck_assert_uint_eq(flags_of("struct A { static void f() {} };"), NF_STATIC);
	ck_assert_uint_eq(flags_of("struct A { A() {} };"), NF_CTOR);
	ck_assert_uint_eq(flags_of("struct A { ~A() {} };") & ~(u32)NF_NOEXCEPT, NF_DTOR);
	ck_assert_uint_eq(find_kind(clang_read("void f() {}"), NODE_FUNCTION)->op, READ_CLANG);
}
END_TEST

START_TEST(parameter_and_variable_flags)
{
	struct node *f = find_kind(clang_read("struct A { ~A(); }; template <class... T> void f(A &a, T... b) {}"), NODE_FUNCTION);
	ck_assert_uint_eq(f->child->flags, NF_REF);
	ck_assert(f->child->next->flags & NF_VARIADIC);
	f = find_kind(clang_read("void f(int a, ...) {}"), NODE_FUNCTION);
	ck_assert_uint_eq(f->child->next->flags, NF_VARIADIC);
	f = find_kind(clang_read("struct A { ~A(); }; void f(A a, Unknown b) {}"), NODE_FUNCTION);
	ck_assert_uint_eq(f->child->flags, 0);
	ck_assert_uint_eq(f->child->next->flags, 0);
	ck_assert_uint_eq(find_kind(clang_read("extern Unknown &a;"), NODE_VAR)->flags, NF_REF);
	ck_assert_uint_eq(find_kind(clang_read("struct A { ~A(); }; static A a;"), NODE_VAR)->flags, NF_STATIC | NF_CLASS_TYPE);
	ck_assert_uint_eq(find_kind(clang_read("Unknown a;"), NODE_VAR)->flags, NF_CLASS_TYPE);
	ck_assert_uint_eq(find_kind(clang_read("Unknown *a;"), NODE_VAR)->flags, 0);
	ck_assert_uint_eq(find_kind(clang_read("cudaStream_t a;"), NODE_VAR)->flags, 0);
	ck_assert_uint_eq(find_kind(clang_read("auto a = [] {};"), NODE_VAR)->flags, 0);
}
END_TEST

START_TEST(constructors_begin_with_their_initialisers)
{
	expect_file("struct B { B(int); }; struct A : public B { int x; int *y; A(int a); };\nA::A(int a) : B(a), x(a + 1), y{nullptr} { g(); }",
	            "(class B) (class A:B (var x:int) (var y:int *)) (function A::A (param a:int) (block (expr (call :B B a)) "
	            "(expr (assign (member x -> (this)) (binary + a 1))) (expr (assign (member y -> (this)) (null))) (expr (call g))))");
	expect_file("struct A { int x; un::known z; A(int a) noexcept : Base<int>(a), x(un::f(a)), z(a, 2) {} };",
	            "(class A (var x:int) (var z:un::known) (function A (param a:int) (block (expr (call Base a)) "
	            "(expr (assign (member x -> (this)) (call un::f a))) (expr (assign (member z -> (this)) (list a 2))))))");
}
END_TEST

START_TEST(classes_have_bases_and_fields)
{
	expect_file("struct B {}; template <class T> struct C {};\nclass A final : public B, private virtual C<int> { int x = 1; static int y; };",
	            "(class B) (class C) (class A:B,C (var x:int 1) (var y:int))");
}
END_TEST

START_TEST(aliases)
{
	expect_file("using T = unsigned int; typedef float *F; namespace m = std; using std::move; using namespace std; template <class X> using V = std::vector<X>;",
	            "(using T:unsigned int) (using F:float *) (using m:std) (using move:std::move) (using :std) (using V:std::vector<X>)");
}
END_TEST

START_TEST(linkage_and_unnamed_namespaces_are_seen_through)
{
	expect_file("extern \"C\" { int f() { return 1; } }\nnamespace { int x = 2; }",
	            "(function f:int (block (return 1))) (namespace (var x:int 2))");
}
END_TEST

START_TEST(structured_bindings)
{
	expect_body("auto [a, b] = g();", "(var a) (var b) (expr (assign (list a b) (call g)))");
}
END_TEST

TCase *clang_declarations(void)
{
	TCase *c = tcase_create("declarations");
	tcase_add_test(c, names_are_qualified_as_written);
	tcase_add_test(c, types_are_as_written);
	tcase_add_test(c, function_flags);
	tcase_add_test(c, parameter_and_variable_flags);
	tcase_add_test(c, constructors_begin_with_their_initialisers);
	tcase_add_test(c, classes_have_bases_and_fields);
	tcase_add_test(c, aliases);
	tcase_add_test(c, linkage_and_unnamed_namespaces_are_seen_through);
	tcase_add_test(c, structured_bindings);
	return c;
}
