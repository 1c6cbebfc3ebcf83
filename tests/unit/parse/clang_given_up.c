/* What libclang drops because a name is undeclared, and the text still says. */
#include "clang_tests.h"

START_TEST(arguments_keep_their_positions)
{
	expect_body("cudaMemcpyAsync(unknown, p, size_of(n) * 2, cudaMemcpyDefault, s);",
	            "(expr (call cudaMemcpyAsync unknown p (binary * (call size_of n) 2) cudaMemcpyDefault s))");
	expect_body("g(a<1, 2>(n), (float *)b, \"x\" PRIu64 \"y\", -c[1].d, !e);",
	            "(expr (call g (call a n) (cast :float * b) \"x\" PRIu64 \"y\" (unary -x (member d (index c 1))) (unary ! e)))");
}
END_TEST

START_TEST(dropped_statements_come_back)
{
	expect_body("unknown::g(n); undeclared.stream().sync(); n = unknown::h(1);",
	            "(expr (call unknown::g n)) (expr (call (member sync (call (member stream undeclared))))) "
	            "(expr (assign n (call unknown::h 1)))");
	expect_body("if (n) { return unknown::z(1); } throw unknown::E(2);",
	            "(if n (block (return (call unknown::z 1)))) (throw (call unknown::E 2))");
	expect_body("delete[] unknown.p; delete un::p; unsigned z = unsigned(un::g(n));",
	            "(delete (member p unknown)) (delete un::p) (var z:unsigned (call unsigned (call un::g n)))");
	expect_body("unknown::T q(1, p); unknown::U *r = &q, t; n = 1;",
	            "(var q:unknown::T (call unknown::T 1 p)) (var r:unknown::U * (unary &x q)) (var t:unknown::U) (expr (assign n 1))");
}
END_TEST

START_TEST(dropped_launches_come_back)
{
	expect_body("missing<A, 3><<<n, unknown, 0, s>>>(p, this->missing);",
	            "(expr (launch missing n unknown 0 s p (member missing -> (this))))");
	expect_body("k<<<1, 2, 0, other>>>(p, n);", "(expr (launch k 1 2 0 other p n))");
}
END_TEST

START_TEST(dropped_initialisers_come_back)
{
	expect_body("auto a = unknown::make(n); cudaError_t e = lib::x(p), e2 = cudaSuccess;",
	            "(var a (call unknown::make n)) (var e:cudaError_t (call lib::x p)) (var e2:cudaError_t cudaSuccess)");
	expect_body("auto st = a::b<C, 1>(n); n = 1;", "(var st (call a::b n)) (expr (assign n 1))");
}
END_TEST

START_TEST(values_need_no_known_constructor)
{
	expect_file("template <class T> void f(int n) { std::unique_ptr<T[]> a = std::make_unique<T[]>(n), b; std::string s = n + \"x\"; }",
	            "(function f:void (param n:int) (block (var a:std::unique_ptr<T[]> (call std::make_unique n)) "
	            "(var b:std::unique_ptr<T[]>) (var s:std::string (binary + n \"x\"))))");
	expect_body("pool a(up{}, 0), b{up(), n}; int i(undeclared);",
	            "(var a:pool (call pool (call up) 0)) (var b:pool (call pool (call up) n)) (var i:int undeclared)");
	expect_body("dim3 grid(ROWS * cols); auto [a] = un::f(); auto b = h(a); p = static_cast<un::T *>(g(n)); p = (un::T)n;",
	            "(var grid:dim3 (call dim3 (binary * ROWS cols))) (var a) (expr (assign (list a) (call un::f))) (var b (call h a)) "
	            "(expr (assign p (cast :un::T * (call g n)))) (expr (assign p (cast :un::T n)))");
	expect_body("using namespace ns; using A = ns::B<int>; n = 1;", "(using :ns) (using A:ns::B<int>) (expr (assign n 1))");
}
END_TEST

START_TEST(declarations_that_are_calls)
{
	expect_body("a::check(cudaGetLastError()); a::check(p);",
	            "(expr (call a::check (call cudaGetLastError))) (expr (call a::check p))");
}
END_TEST

START_TEST(a_loss_is_marked)
{
	ck_assert(is_lost("void f() { for (auto &t : unknown_thing) { cudaFree(t); } }"));
	ck_assert(is_lost("void f(int n) { SWITCH(n, T, g<T>(n);); }"));
	ck_assert(!is_lost("void f() { unknown::g(1); x.y(); return z::w(); }"));
}
END_TEST

START_TEST(unknown_members_have_names)
{
	expect_body("std::vector<int> v; v.push_back(3); x.unknown().bar(1);",
	            "(var v:std::vector<int>) (expr (call (member push_back v) 3)) "
	            "(expr (call (member bar (call (member unknown x))) 1))");
}
END_TEST

TCase *clang_given_up(void)
{
	TCase *c = tcase_create("given up");
	tcase_add_test(c, arguments_keep_their_positions);
	tcase_add_test(c, dropped_statements_come_back);
	tcase_add_test(c, dropped_launches_come_back);
	tcase_add_test(c, dropped_initialisers_come_back);
	tcase_add_test(c, values_need_no_known_constructor);
	tcase_add_test(c, declarations_that_are_calls);
	tcase_add_test(c, a_loss_is_marked);
	tcase_add_test(c, unknown_members_have_names);
	return c;
}
