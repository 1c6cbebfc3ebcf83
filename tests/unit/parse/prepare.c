#include "reader_tests.h"

#include "suites.h"

START_TEST(groups_in_a_body)
{
	static const struct reading_case cases[] = {
		{"#if A\n"
		 " a();\n"
		 "#elif B\n"
		 " b();\n"
		 "#else\n"
		 " c();\n"
		 "#endif",
		 "(alt (block (expr (call a))) (block (expr (call b))) (block (expr (call c))))"},
		{"#ifdef A\n"
		 " a();\n"
		 "#endif",
		 "(alt (block (expr (call a))) (block))"},
		{"#if 0\n"
		 " a();\n"
		 "#else\n"
		 " b();\n"
		 "#endif\n"
		 " c();",
		 "(expr (call b)) (expr (call c))"},
		{"#if 1\n"
		 " a();\n"
		 "#else\n"
		 " b();\n"
		 "#endif",
		 "(expr (call a))"},
		{"f(a,\n"
		 "#if A\n"
		 " b,\n"
		 "#else\n"
		 " cudaFree(c),\n"
		 "#endif\n"
		 " d);",
		 "(expr (call f a (call cudaFree c) d))"},
		{"if (a) { b(); }\n"
		 "#ifdef C\n"
		 " else if (c) { d(); }\n"
		 "#endif\n"
		 " else { e(); }",
		 "(if a (block (expr (call b))) (if c (block (expr (call d))) (block (expr (call e)))))"},
		{"#ifdef A\n"
		 " if (a) { b(); } else\n"
		 "#endif\n"
		 " { c(); }",
		 "(if a (block (expr (call b))) (block (expr (call c))))"},
		{"#if A\n"
		 " if (a) {\n"
		 "#else\n"
		 " if (b) {\n"
		 "#endif\n"
		 " c(); }",
		 "(if a (block (expr (call c))))"},
		{"switch (x) { case 1: a(); break;\n"
		 "#if Q\n"
		 " case 2: b(); break;\n"
		 "#endif\n"
		 " default: ; }",
		 "(switch x (block (case 1) (expr (call a)) (break) (alt (block (case 2) (expr (call b)) (break)) (block)) (case _)))"},
		{"ops o = {\n"
		 "#if A\n"
		 " x,\n"
		 "#else\n"
		 " y,\n"
		 "#endif\n"
		 " z };",
		 "(var o : ops (list x y z))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(groups_at_file_level)
{
	static const struct reading_case cases[] = {
		{"#ifndef GUARD_H\n"
		 "#define GUARD_H\n"
		 "void f() { }\n"
		 "#endif",
		 "(function f : void (block))"},
		{"#ifdef A\n"
		 "void f() { a(); }\n"
		 "#else\n"
		 "void g() { b(); }\n"
		 "#endif",
		 "(alt (block (function f : void (block (expr (call a))))) (block (function g : void (block (expr (call b))))))"},
		{"struct S {\n"
		 "#if A\n"
		 " int x;\n"
		 "#endif\n"
		 " int y; };",
		 "(class S (alt (block (var x : int)) (block)) (var y : int))"},
		{"#if A\n"
		 "void f(int a) {\n"
		 "#else\n"
		 "void f() {\n"
		 "#endif\n"
		 " b(); }",
		 "(function f : void (param a : int) (block (expr (call b))))"},
	};
	readings_check(LANG_CUDA, false, cases, COUNT(cases));
}
END_TEST

START_TEST(attribute_macros)
{
	static const struct reading_case cases[] = {
		{"FOO_API void f() { } static bool FOO_CALL g() { } class FOO_EXPORT S { FOO_API S(int x) : x(x) { } }; FOO_API std::string h(const void *FOO_RESTRICT a) { }",
		 "(function f : void (block)) (function g : bool (block)) (class S (function S (param x : int) (block (expr (assign (member x (this)) x))))) (function h : std::string (param a : void *) (block))"},
		{"STATUS f() { } STATUS A::g(TYPE x) { } BIG const x = f();",
		 "(function f : STATUS (block)) (function A::g : STATUS (param x : TYPE) (block)) (var x : BIG (call f))"},
		{"struct __align__(16) S { int x; }; void __launch_bounds__(256) k() { } __attribute__((noinline)) int f() { } typedef struct __CUDA_ALIGN__(8) { int y; } T;",
		 "(class S (var x : int)) (function k : void (block)) (function f : int (block)) (class T (var y : int))"},
		{"DEFINE(x)\n"
		 "void f() { } TEMPLATE_MACRO(y) void g() { h(); }",
		 "(opaque (expr (call DEFINE x))) (function f : void (block)) (opaque (expr (call TEMPLATE_MACRO y))) (function g : void (block (expr (call h))))"},
	};
	readings_check(LANG_CUDA, false, cases, COUNT(cases));
}
END_TEST

START_TEST(macro_statements)
{
	static const struct reading_case cases[] = {
		{"CHECK(cudaFree(p))\n"
		 " g();",
		 "(expr (call CHECK (call cudaFree p))) (expr (call g))"},
		{"FOR_EACH(x, y) { foo(x); }",
		 "(while (call FOR_EACH x y) (block (expr (call foo x))))"},
		{"LOOP(i) { foo(i); } GUARD(x) { bar(); }",
		 "(while (call LOOP i) (block (expr (call foo i)))) (if (call GUARD x) (block (expr (call bar))))"},
		{"DISPATCH(T, { k<<<1, 2>>>(); }); WITH_LAMBDA(x, \"n\", [&] { k<<<1, 2>>>(); return 3; });",
		 "(expr (call DISPATCH T (stmt_expr (block (expr (launch k 1 2 _ _)))))) (expr (call WITH_LAMBDA x (string \"n\") (lambda (block (expr (launch k 1 2 _ _)) (return 3)))))"},
		{"SWITCH(t, T, constexpr int n = 3; k<n, T><<<g, b, 0, s>>>(x);); SWITCH(t, T, if (a) { b(); });",
		 "(expr (call SWITCH t T (stmt_expr (block (var n : int 3) (expr (launch k g b 0 s x)))))) (expr (call SWITCH t T (stmt_expr (block (if a (block (expr (call b))))))))"},
		{"PROFILE(cudaError_t error = cudaEventQuery(event), 3); g(error);",
		 "(expr (call PROFILE (var error : cudaError_t (call cudaEventQuery event)) 3)) (expr (call g error))"},
		{"parallel_for(n, KOKKOS_LAMBDA(const int i) { f(i); }); g([=] __device__(int x) { h(x); });",
		 "(expr (call parallel_for n (lambda (param i : int) (block (expr (call f i)))))) (expr (call g (lambda (param x : int) (block (expr (call h x))))))"},
		{"UNROLL for (int i = 0; i < n; i++) f(i); if IF_CONSTEXPR (a) b();",
		 "(for (var i : int 0) (binary < i n) (unary x++ i) (expr (call f i))) (if a (expr (call b)))"},
		{"f(typename T::X{1}, unsigned{2}, a ? throw E() : b);",
		 "(expr (call f (call T::X 1) (call int 2) (ternary a (call E) b)))"},
		{"macro_like(int, const float *, x);",
		 "(expr (call macro_like (opaque) (opaque) x))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

Suite *prepare_suite(void)
{
	Suite *suite = suite_create("prepare");
	TCase *tests = tcase_create("prepare");
	tcase_add_test(tests, groups_in_a_body);
	tcase_add_test(tests, groups_at_file_level);
	tcase_add_test(tests, attribute_macros);
	tcase_add_test(tests, macro_statements);
	suite_add_tcase(suite, tests);
	return suite;
}
