/* Expressions out of libclang. */
#include "clang_tests.h"

START_TEST(operators_keep_sign_and_operands)
{
	expect_body("n = n + 2 * -n;", "(expr (assign n (binary + n (binary * 2 (unary -x n)))))");
	expect_body("n += *p; p++; --n; n = ~n;", "(expr (assign + n (unary *x p))) (expr (unary x++ p)) (expr (unary --x n)) "
	                                          "(expr (assign n (unary ~ n)))");
	expect_body("n = n && !n || n >= 3;", "(expr (assign n (binary || (binary && n (unary ! n)) (binary >= n 3))))");
	expect_body("n = n ? 1 : 2, p[n] = 3;", "(expr (binary , (assign n (ternary n 1 2)) (assign (index p n) 3)))");
}
END_TEST

START_TEST(operator_places_are_those_of_the_sign)
{
	struct node *file = clang_read("int f(int n) { return n /* + */ + 1; }");
	ck_assert_uint_eq(find_kind(file, NODE_BINARY)->at, 32);
}
END_TEST

START_TEST(literals_keep_their_text)
{
	expect_body("g(0x1Fu, 1.5e3f, 'a', \"b\\n\", true, nullptr, NULL, R\"(x)\");",
	            "(expr (call g 0x1Fu 1.5e3f 'a' \"b\\n\" true (null) (null) R\"(x)\"))");
}
END_TEST

START_TEST(overloaded_operators_look_like_operators)
{
	const char *source = "struct A { A operator+(A); A &operator=(int); int operator[](int); int operator()(int); A operator!(); "
	                     "A &operator++(); A *operator->(); A &operator+=(int); int m; operator bool(); };\n"
	                     "void f(A a) { a + a; a = 1; a[2]; a(3); !a; ++a; a->m; a += 4; if (a) {} }";
	struct node *file = clang_read(source);
	ck_assert_ptr_nonnull(file->child);
	expect_file(source,
	            "(class A (var m:int)) (function f:void (param a:A) (block (expr (binary + a a)) (expr (assign a 1)) "
	            "(expr (index a 2)) (expr (call a 3)) (expr (unary ! a)) (expr (unary ++x a)) (expr (member m -> a)) "
	            "(expr (assign + a 4)) (if a (block))))");
}
END_TEST

START_TEST(stream_output_is_shifts)
{
	expect_body("std::cerr << \"a\" << cudaGetErrorString(cudaGetLastError());",
	            "(expr (binary << (binary << std::cerr \"a\") (call :char * cudaGetErrorString (call :cudaError_t cudaGetLastError))))");
}
END_TEST

START_TEST(casts_name_their_type)
{
	expect_body("(void)cudaFree(p); static_cast<void>(n); p = (int *)n; p = reinterpret_cast<const int *>(s);",
	            "(expr (cast void:void (call :cudaError_t cudaFree p))) (expr (cast void:void n)) "
	            "(expr (assign p (cast :int * n))) (expr (assign p (cast :int * s)))");
	expect_body("void(n + 1); n = int(2.5);", "(expr (cast void:void (binary + n 1))) (expr (assign n (call int 2.5)))");
}
END_TEST

START_TEST(members_know_dot_and_arrow)
{
	const char *source = "struct A { int x; A *next; void g() { x = next->next->x; this->x = (*this).x; } };";
	expect_file(source, "(class A (var x:int) (var next:A *) (function g:void (block (expr (assign x (member x -> (member next -> "
	                    "next)))) (expr (assign (member x -> (this)) (member x (unary *x (this))))))))");
}
END_TEST

START_TEST(lists_new_and_delete)
{
	expect_body("int a[2] = {1, 2}; p = new int[n]; delete[] p; p = new int(3);",
	            "(var a:int[] (list 1 2)) (expr (assign p (new :int n))) (delete p) (expr (assign p (new :int 3)))");
	expect_file("struct A { int a, b; }; A x = {.a = 1, .b = 2};",
	            "(class A (var a:int) (var b:int)) (var x:A (list (pair a 1) (pair b 2)))");
}
END_TEST

START_TEST(lambdas_hold_parameters_and_statements)
{
	expect_body("auto l = [&, q = n](int y) mutable -> int { return y + q; };",
	            "(var l (lambda (param y:int) (block (var q n) (return (binary + y q)))))");
	expect_body("auto l = [n, &p, a = un::f(1), &b = *p] { return n; };",
	            "(var l (lambda (block (var a (call un::f 1)) (var b (unary *x p)) (return n))))");
}
END_TEST

START_TEST(sizeof_and_statement_expressions)
{
	expect_body("n = sizeof(int) + ({ int z = 1; z; });",
	            "(expr (assign n (binary + (sizeof) (stmt_expr (block (var z:int 1) (expr z))))))");
}
END_TEST

TCase *clang_expressions(void)
{
	TCase *c = tcase_create("expressions");
	tcase_add_test(c, operators_keep_sign_and_operands);
	tcase_add_test(c, operator_places_are_those_of_the_sign);
	tcase_add_test(c, literals_keep_their_text);
	tcase_add_test(c, overloaded_operators_look_like_operators);
	tcase_add_test(c, stream_output_is_shifts);
	tcase_add_test(c, casts_name_their_type);
	tcase_add_test(c, members_know_dot_and_arrow);
	tcase_add_test(c, lists_new_and_delete);
	tcase_add_test(c, lambdas_hold_parameters_and_statements);
	tcase_add_test(c, sizeof_and_statement_expressions);
	return c;
}
