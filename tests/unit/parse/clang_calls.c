/* Calls, constructions, launches; macros in and around them. */
#include "clang_tests.h"

#include <string.h>

#include "parse/clang_load.h"

START_TEST(launches_have_four_settings)
{
	expect_body("k<<<1, 2>>>(p, n);", "(expr (launch k 1 2 _ _ p n))");
	expect_body("k<<<n, dim3(2), 3, s>>>(p, n);", "(expr (launch k n (call :dim3 dim3 2) 3 s p n))");
	expect_body("tk<float><<<1, 2, 0, s>>>(nullptr);", "(expr (launch tk 1 2 0 s (null)))");
	expect_file("template <class T> void f(T *p) { q<T><<<1, 2>>>(p); }\n",
	            "(function f:void (param p:T *) (block (expr (launch q 1 2 _ _ p))))");
}
END_TEST

START_TEST(hip_launches_are_launches)
{
	expect_body("hipLaunchKernelGGL(k, dim3(1), 2, 0, s, p, n);", "(expr (launch k (call :dim3 dim3 1) 2 0 s p n))");
	expect_body("hipLaunchKernelGGL(HIP_KERNEL_NAME(tk<int>), 1, 2, 0, 0, p);", "(expr (launch tk 1 2 0 0 p))");
	expect_body("hipLaunchKernelGGL(k, 1, 2);", "(expr (launch k 1 2 _ _))");
}
END_TEST

START_TEST(launches_and_calls_are_at_their_tokens)
{
	const char *source = "__global__ void k(int) {}\nvoid f() { k <<<1, 2>>>(1); rt::cudaFree (0); x.cudaMalloc(1); }";
	struct node *file = clang_read(source);
	ck_assert_uint_eq(find_kind(file, NODE_LAUNCH)->at, (u32)(strstr(source, "<<<") - source));
	ck_assert_uint_eq(find_kind(file, NODE_CALL)->at, (u32)(strstr(source, "cudaFree") - source));
	struct node *member = find_kind(file, NODE_MEMBER);
	ck_assert_uint_eq(member->at, (u32)(strstr(source, "cudaMalloc") - source));
}
END_TEST

START_TEST(known_calls_have_a_type)
{
	expect_file("cudaError_t g(int);\nauto f() { return g(1); }",
	            "(function f (block (return (call :cudaError_t g 1))))");
}
END_TEST

START_TEST(default_arguments_are_left_out)
{
	expect_file("int g(int a, int b = 2);\nint f() { return g(1); }", "(function f:int (block (return (call :int g 1))))");
}
END_TEST

START_TEST(constructions_call_the_type)
{
	const char *source = "struct A { A(int, int); A(int); };\n"
	                     "void f() { A a(1, 2), b{3, 4}, c = 5; A d = A(6, 7); g(A{8, 9}); int i(1), j{2}; }";
	expect_file(source, "(class A) (function f:void (block (var a:A (call A 1 2)) (var b:A (call A 3 4)) (var c:A 5) "
	                    "(var d:A (call :A A 6 7)) (expr (call g (call :A A 8 9))) (var i:int 1) (var j:int 2)))");
	expect_body("Unknown u(n, 2), v{3}; std::lock_guard<std::mutex> l(m); std::vector<int> w(n);",
	            "(var u:Unknown (call Unknown n 2)) (var v:Unknown (call Unknown 3)) "
	            "(var l:std::lock_guard<std::mutex> (call std::lock_guard m)) (var w:std::vector<int> (call std::vector n))");
	expect_body("n = std::hash<int>{}(n); return std::string(\"a\") + \"b\";",
	            "(expr (assign n (call (call :std::hash<int> std::hash) n))) (return (binary + (call :std::string std::string \"a\") \"b\"))");
	ck_assert(find_kind(clang_read("struct A { ~A(); }; void f() { A a; }"), NODE_VAR)->child == NULL);
	struct node *call = find_kind(clang_read("void f(int n) { ns::T<int> t(n); }"), NODE_CALL);
	ck_assert_uint_eq(call->at, 20);
	ck_assert_uint_eq(call->begin, 16);
}
END_TEST

START_TEST(check_macros_stay_calls)
{
	expect_file("#define CHECK(x) do { cudaError_t e = (x); if (e) log(cudaGetErrorString(e)); } while (0)\n"
	            "void f(int *p) { CHECK(cudaFree(p)); OTHER(cudaFree(p), \"a\"); }",
	            "(function f:void (param p:int *) (block (expr (call CHECK (call :cudaError_t cudaFree p))) "
	            "(expr (call OTHER (call :cudaError_t cudaFree p) \"a\"))))");
}
END_TEST

/* Older libraries drop the statement, and then the use is all there is to read. */
START_TEST(broken_macros_say_nothing_about_their_use)
{
	if (clang_load(NULL)->major < CLANG_FULL)
		return;
	expect_file("#define LAUNCH(n) run<n>(missing, n)\nvoid f() { LAUNCH(1); }",
	            "(function f:void (block (expr (call run 1))))");
}
END_TEST

START_TEST(other_macros_are_expanded_in_place)
{
	const char *source = "#define TWICE(x) do { (x); n = 7; } while (0)\nvoid f(int n) { TWICE(g(n)); }";
	struct node *file = clang_read(source);
	u32 use = (u32)(strstr(source, "TWICE(g") - source);
	struct node *loop = find_kind(file, NODE_DO), *call = find_kind(file, NODE_CALL);
	ck_assert_uint_eq(loop->begin, use);
	ck_assert_uint_eq(call->at, (u32)(strstr(source, "g(n)") - source));
	ck_assert_uint_eq(find_kind(file, NODE_ASSIGN)->begin, use);
	expect_file(source, "(function f:void (param n:int) (block (do (block (expr (call g n)) (expr (assign n 7))) 0)))");
}
END_TEST

START_TEST(dispatch_macros_show_their_lambda)
{
	expect_body("DISPATCH(unknown.type(), \"name\", [&] { tk<scalar_t><<<1, 2, 0, s>>>(nullptr); sync(); });",
	            "(expr (call DISPATCH (call (member type unknown)) \"name\" (lambda (block (expr (launch tk 1 2 0 s (null))) "
	            "(expr (call sync))))))");
}
END_TEST

TCase *clang_calls(void)
{
	TCase *c = tcase_create("calls");
	tcase_add_test(c, launches_have_four_settings);
	tcase_add_test(c, hip_launches_are_launches);
	tcase_add_test(c, launches_and_calls_are_at_their_tokens);
	tcase_add_test(c, known_calls_have_a_type);
	tcase_add_test(c, default_arguments_are_left_out);
	tcase_add_test(c, constructions_call_the_type);
	tcase_add_test(c, check_macros_stay_calls);
	tcase_add_test(c, broken_macros_say_nothing_about_their_use);
	tcase_add_test(c, other_macros_are_expanded_in_place);
	tcase_add_test(c, dispatch_macros_show_their_lambda);
	return c;
}
