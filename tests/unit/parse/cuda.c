#include "reader_tests.h"

#include <string.h>

#include "suites.h"

START_TEST(launches)
{
	static const struct reading_case cases[] = {
		{"k<<<g, b>>>(x);",
		 "(expr (launch k g b _ _ x))"},
		{"k<A, B><<<g, b, 0, s>>>(x, y);",
		 "(expr (launch k g b 0 s x y))"},
		{"obj.kernel<<<1, 2, n>>>();",
		 "(expr (launch (member kernel obj) 1 2 n _))"},
		{"ns::k<<<1, 2>>>(ns::f<int>(a));",
		 "(expr (launch ns::k 1 2 _ _ (call ns::f a)))"},
		{"hipLaunchKernelGGL(k, g, b, 0, s, x, y);",
		 "(expr (launch k g b 0 s x y))"},
		{"hipLaunchKernelGGL(HIP_KERNEL_NAME(k<int>), dim3(1), b, 0, s);",
		 "(expr (launch k (call dim3 1) b 0 s))"},
		{"hipLaunchKernelGGL((k<int, 3>), g, b, 0, s, x);",
		 "(expr (launch k g b 0 s x))"},
		{"hipLaunchKernelGGL(k, g, b);",
		 "(expr (launch k g b _ _))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(calls_and_casts)
{
	static const struct reading_case cases[] = {
		{"std::move<int>(z)(3);",
		 "(expr (call (call std::move z) 3))"},
		{"x.template f<3>(y); p->q.r(1); (*fp)(x); (cudaFree)(p); ::cudaFree(p);",
		 "(expr (call (member f x) y)) (expr (call (member r (member q p)) 1)) (expr (call (unary *x fp) x)) (expr (call cudaFree p)) (expr (call cudaFree p))"},
		{"(void)cudaFree(p); static_cast<void>(cudaFree(p)); void(cudaFree(p)); (int)x; reinterpret_cast<char *>(p); int(x);",
		 "(expr (cast void : void (call cudaFree p))) (expr (cast void : void (call cudaFree p))) (expr (cast void : void (call cudaFree p))) (expr (cast : int x)) (expr (cast : char * p)) (expr (call int x))"},
		/* Taken for comparisons by the grammar. */
		{"run<Kind<true, get<0>(SIZE)>, LEFT>(p, s); n::run<Kind<true>, LEFT>(p);",
		 "(expr (call run p s)) (expr (call n::run p))"},
		{"return run<Kind<true, get<0>(SIZE)>, LEFT>(p, s);",
		 "(return (call run p s))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(operators_and_literals)
{
	static const struct reading_case cases[] = {
		{"a = b += c; a = b ? c : d; -a, !b, ~c, *p, &q; ++i; i--; a <=> b; a and not b; x >>= 2;",
		 "(expr (assign a (assign + b c))) (expr (assign a (ternary b c d))) (expr (binary , (unary -x a) (binary , (unary ! b) (binary , (unary ~ c) (binary , (unary *x p) (unary &x q)))))) (expr (unary ++x i)) (expr (unary x-- i)) (expr (binary <=> a b)) (expr (binary && a (unary ! b))) (expr (assign >> x 2))"},
		{"a[i]; a[i, j]; T{1, 2}; T(1, 2); {1, 2}; 0x1f; 1.5f; 1e3; 'c'; true; nullptr; NULL; this;",
		 "(expr (index a i)) (expr (index a i j)) (expr (call T 1 2)) (expr (call T 1 2)) (block (expr (binary , 1 2))) (expr 0x1f) (expr 1.5f) (expr 1e3) (expr 'c') (expr true) (expr (null)) (expr (null)) (expr (this))"},
		{"new T(a); new (p) T; delete p; delete[] q; throw E(\"x\"); throw; sizeof(x);",
		 "(expr (new : T a)) (expr (new : T p)) (delete p) (delete q) (throw (call E (string \"x\"))) (throw) (expr (sizeof))"},
		{"[&](int x) { return f(x); }; [=, y = g(a)]() noexcept { y(); }; [](auto... xs) {}(1);",
		 "(expr (lambda (param x : int) (block (return (call f x))))) (expr (lambda (block (var y (call g a)) (expr (call y))))) (expr (call (lambda (param xs) (block)) 1))"},
		{"int r = ({ int q = f(); q; });",
		 "(var r : int (stmt_expr (block (var q : int (call f)) (expr q))))"},
		{"(a + ... + f(xs)); f(std::forward<A>(xs)...); a ?: b; asm volatile(\"x\" : \"=r\"(y) : \"r\"(f(z)));",
		 "(expr (binary + a (call f xs))) (expr (call f (call std::forward xs))) (expr (opaque a b))"},
		{"\"a\" \"b\"; R\"(x\"y)\"; L\"w\"; 12_km; \"a\" PRIu64 \"b\";",
		 "(expr (string \"a\" \"b\")) (expr (string R\"(x\"y)\")) (expr (string L\"w\")) (expr 12_km) (expr (string \"a\"        \"b\"))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(statements)
{
	static const struct reading_case cases[] = {
		{"if (a) b(); else if (c) { d(); } else ;",
		 "(if a (expr (call b)) (if c (block (expr (call d))) (block)))"},
		{"if (int e = f(); e != 0) g();",
		 "(block (var e : int (call f)) (if (binary != e 0) (expr (call g))))"},
		{"if (T *p = f()) g(p);",
		 "(block (var p : T * (call f)) (if p (expr (call g p))))"},
		{"if constexpr (sizeof(T) == 4) a(); else b();",
		 "(if (binary == (sizeof) 4) (expr (call a)) (expr (call b)))"},
		{"while (auto p = next()) { continue; }",
		 "(block (var p) (while (assign p (call next)) (block (continue))))"},
		{"do { x(); } while (0);",
		 "(do (block (expr (call x))) 0)"},
		{"for (int i = 0; i < n; ++i) x(i);",
		 "(for (var i : int 0) (binary < i n) (unary ++x i) (expr (call x i)))"},
		{"for (int i = 0, j = 1; ; i++, j++) break;",
		 "(block (var i : int 0) (var j : int 1) (for _ _ (binary , (unary x++ i) (unary x++ j)) (break)))"},
		{"for (;;) ;",
		 "(for _ _ _ (block))"},
		{"for (auto &x : f()) y(x); for (auto [k, v] : m) z(k);",
		 "(foreach (var x) (call f) (expr (call y x))) (foreach (list k v) m (expr (call z k)))"},
		{"switch (x) { case 1: a(); break; case N::B: default: { b(); } }",
		 "(switch x (block (case 1) (expr (call a)) (break) (case N::B) (case _) (block (expr (call b)))))"},
		{"switch (auto e = f(); e) { case 1: return; }",
		 "(block (var e (call f)) (switch e (block (case 1) (return))))"},
		{"goto out; out: cleanup();",
		 "(goto out) (label out) (expr (call cleanup))"},
		{"try { a(); } catch (const std::exception &e) { throw; } catch (...) { }",
		 "(try (block (expr (call a))) (catch e : std::exception (block (throw))) (catch (block)))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(local_declarations)
{
	static const struct reading_case cases[] = {
		{"T x(a, b); T y{a}; T z; int q(3); dim3 g((n + 3) / 4, 3), h(256); cudaStream_t s(t);",
		 "(var x : T (call T a b)) (var y : T (call T a)) (var z : T) (var q : int 3) (var g : dim3 (call dim3 (binary / (binary + n 3) 4) 3)) (var h : dim3 (call dim3 256)) (var s : cudaStream_t t)"},
		{"std::lock_guard<std::mutex> lock(mutex_); guard g(cudaGetLastError()); T w(a * b, c & d);",
		 "(var lock : std::lock_guard<std::mutex> (call std::lock_guard mutex_)) (var g : guard (call guard (call cudaGetLastError))) (var w : T (call T (binary * a b) (binary & c d)))"},
		{"int a[3] = {1, [2] = 4}; auto [u, v] = foo(); int *p = 0, &r = x; static int once = f();",
		 "(var a : int[] (list 1 (pair 2 4))) (var u) (var v) (expr (assign (list u v) (call foo))) (var p : int * 0) (var r : int x) (var once : int (call f))"},
		{"struct local { int i; void m() { x(); } } l; using Q = int; typedef unsigned long ul;",
		 "(class local (var i : int) (function m : void (block (expr (call x))))) (var l : local) (using Q : int) (using ul : unsigned long)"},
		{"[[maybe_unused]] auto e = cudaGetLastError(); static_assert(sizeof(T) == 4, \"x\");",
		 "(var e (call cudaGetLastError))"},
		{"co_return co_await f();",
		 "(return (unary await (call f)))"},
	};
	readings_check(LANG_CUDA, true, cases, COUNT(cases));
}
END_TEST

START_TEST(functions_and_classes)
{
	static const struct reading_case cases[] = {
		{"template <typename T, int N = 3> __global__ void k(const T *__restrict__ a, int n = 4, ...) { a[0] = n; }",
		 "(function k : void (param a : T *) (param n : int 4) (param) (block (expr (assign (index a 0) n))))"},
		{"static inline cudaError_t f() noexcept { return cudaGetLastError(); } [[nodiscard]] int g();",
		 "(function f : cudaError_t (block (return (call cudaGetLastError)))) (function g : int)"},
		{"A::A(int x) : Base<int>(x), m_{3}, q(cudaMalloc(&p, 3)) { r(); } A::~A() { cudaFree(p); }",
		 "(function A::A (param x : int) (block (expr (call Base x)) (expr (assign (member m_ (this)) 3)) (expr (assign (member q (this)) (call cudaMalloc (unary &x p) 3))) (expr (call r)))) (function A::~A (block (expr (call cudaFree p))))"},
		{"bool A::operator==(const A &o) const { return f(); } A::operator bool() const { return g(); } auto h() -> int * { }",
		 "(function A::operator== : bool (param o : A) (block (return (call f)))) (function A::operator bool (block (return (call g)))) (function h : int * (block))"},
		{"struct S : public Base, private ns::Q<int> { S() : Base(1), a(2) { } int a = 3, *b; virtual void run() override { } static void g(); bool operator()(int x) const { return true; } operator int() const { return 1; } S(const S &) = delete; };",
		 "(class S : Base,ns::Q (function S (block (expr (call Base 1)) (expr (assign (member a (this)) 2)))) (var a : int 3) (var b : int *) (function run : void (block)) (function g : void) (function operator() : bool (param x : int) (block (return true))) (function operator int (block (return 1))))"},
		{"static const struct ops o = { .run = f, .stop = &g, NULL }; int z; extern \"C\" { int y; }",
		 "(var o : ops (list (pair run f) (pair stop (unary &x g)) (null))) (var z : int) (var y : int)"},
		{"namespace a::b { auto l = [] { f(); }; } namespace { using namespace std; using std::move; namespace fs = std::filesystem; }",
		 "(namespace a::b (var l (lambda (block (expr (call f)))))) (namespace (using : std) (using move : std::move) (using fs : std::filesystem))"},
		{"void f(int (*cb)(int), T &&...args) try { cb(1); } catch (int) { } int (*fp)(int) = g;",
		 "(function f : void (param cb : int (*)()) (param args : T) (block (try (block (expr (call cb 1))) (catch : int (block))))) (var fp : int (*)() g)"},
		{"enum class E : int { a = f(), b }; union U { int i; float f; }; typedef void (*callback)(int); class fwd;",
		 "(class U (var i : int) (var f : float)) (using callback : void (*)())"},
		{"template <> void f<int>(int x) { g(); } template class A<int>; template <typename T> struct X<T *> { void m() { } };",
		 "(function f : void (param x : int) (block (expr (call g)))) (class X (function m : void (block)))"},
		{"class A { friend void f(A &a) { g(a); } public: ~A() { h(); } };",
		 "(class A (function f : void (param a : A) (block (expr (call g a)))) (function ~A (block (expr (call h)))))"},
	};
	readings_check(LANG_CUDA, false, cases, COUNT(cases));
}
END_TEST

START_TEST(macro_bodies)
{
	static const struct reading_case cases[] = {
		{"#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { return e; } } while (0)",
		 "(macro CHECK (param x) (block (do (block (var e : cudaError_t x) (if (binary != e cudaSuccess) (block (return e)))) 0)))"},
		{"#define CALL(f, ...) f(__VA_ARGS__)",
		 "(macro CALL (param f) (param __VA_ARGS__) (call f __VA_ARGS__))"},
		{"#define MAX(a, b) ((a) > (b) ? (a) : (b))",
		 "(macro MAX (param a) (param b) (ternary (binary > a b) a b))"},
		{"#define FREE cudaFree(p)",
		 "(macro FREE (call cudaFree p))"},
		{"#define RUN(k, args...) \\\n"
		 "  k<<<1, 2>>>(args); \\\n"
		 "  CHECK(cudaGetLastError())",
		 "(macro RUN (param k) (param args) (block (expr (launch k 1 2 _ _ args)) (expr (call CHECK (call cudaGetLastError)))))"},
		{"#define NAME(x) f##x(#x, \"a\" #x, x ## _t())",
		 "(macro NAME (param x) (call f__x (string \"\") (string \"a\" \"\") (call x_____t)))"},
		{"#define LOG(f, ...) printf(f __VA_OPT__(,) __VA_ARGS__)",
		 "(macro LOG (param f) (param __VA_ARGS__) (call printf f __VA_ARGS__))"},
		{"#define OPEN if (x) { f();",
		 "(macro OPEN (block (if x (block (expr (call f))))))"},
		{"#define CLOSE g(); }",
		 "(macro CLOSE (block (block (expr (call g)))))"},
		{"#define ELSE(x) else f(x)",
		 "(macro ELSE (param x) (block (if 0 (block) (expr (call f x)))))"},
		{"#define CASE(t, ...) case t: { using T = t; return __VA_ARGS__(); }",
		 "(macro CASE (param t) (param __VA_ARGS__) (block (switch 0 (block (case t) (block (using T : t) (return (call __VA_ARGS__)))))))"},
		{"#define TRY(x) try { x(); } catch (...) { g(); }",
		 "(macro TRY (param x) (block (try (block (expr (call x))) (catch (block (expr (call g)))))))"},
		{"#define KERNEL(n) __global__ void n() { f(); }",
		 "(macro KERNEL (param n) (block (function n : void (block (expr (call f))))))"},
		{"#define GNU(x) ({ int r = f(x); r; })",
		 "(macro GNU (param x) (stmt_expr (block (var r : int (call f x)) (expr r))))"},
		{"#define NOTHING_TO_READ 3",
		 ""},
		{"#define COMMENT(x) f(x) /* a \"b */ // c",
		 "(macro COMMENT (param x) (call f x))"},
	};
	readings_check(LANG_CUDA, false, cases, COUNT(cases));
}
END_TEST

/* The first node of a kind, in preorder. */
static const struct node *first_of(const struct node *n, enum node_kind kind)
{
	for (; n; n = n->next) {
		const struct node *inner = n->kind == (u8)kind ? n : first_of(n->child, kind);
		if (inner)
			return inner;
	}
	return NULL;
}

/* `at` of the first node of a kind is where the mark (a `^` before it, taken out) was. */
static void check_place(const char *marked, enum node_kind kind)
{
	char source[512];
	const char *mark = strchr(marked, '^');
	ck_assert_ptr_nonnull(mark);
	size_t at = (size_t)(mark - marked);
	memcpy(source, marked, at);
	strcpy(source + at, mark + 1);
	const struct node *file = tree_of(LANG_CUDA, str_of(source));
	const struct node *n = first_of(file, kind);
	ck_assert_msg(n != NULL, "%s", marked);
	ck_assert_msg(n->at == at, "%s: %u", marked, n->at);
}

START_TEST(places)
{
	check_place("void f() { ^g(x); }", NODE_CALL);
	check_place("void f() { a::b::^g<int>(x); }", NODE_CALL);
	check_place("void f() { a.b->template ^g<3>(x); }", NODE_CALL);
	check_place("void f() { k<A, B> ^<<<g, b>>>(x); }", NODE_LAUNCH);
	check_place("void f() { ^hipLaunchKernelGGL(k, g, b, 0, s, x); }", NODE_LAUNCH);
	check_place("static int a::b::^f(int x) { return x; }", NODE_FUNCTION);
	check_place("#define M(x) \\\n  do { ^g(x); \\\n } while (0)", NODE_CALL);
	check_place("#define ^M(x) g(x)", NODE_MACRO);
	check_place("\xef\xbb\xbfvoid f() { ^g(x); }", NODE_CALL);
	check_place("void f() {\r\n#if A\r\n  ^g(x);\r\n#endif\r\n}", NODE_CALL);
}
END_TEST

START_TEST(places_behind_insertions)
{
	const char *source = "void f() { A(x)\n B(x, T y = 1);\n S(t, a(); b(););\n last(); }";
	const struct node *n = tree_of(LANG_CUDA, str_of(source))->child->child->child;
	while (n->next)
		n = n->next;
	ck_assert_str_eq(printed(n), "(expr (call last))");
	ck_assert_uint_eq(n->child->at, (u32)(strstr(source, "last") - source));
	ck_assert_uint_eq(n->child->end, (u32)(strstr(source, "last") - source) + 6);
}
END_TEST

START_TEST(flags)
{
	static const struct { const char *source; u32 flags; } cases[] = {
		{"static int f() { }", NF_STATIC},
		{"__global__ void f() { }", NF_GLOBAL},
		{"FOO_API __global__ void __launch_bounds__(3) f() { }", NF_GLOBAL},
		{"__device__ int f() { }", NF_DEVICE},
		{"__host__ __device__ int f() { }", 0},
		{"[[nodiscard]] int f() noexcept { }", NF_NODISCARD | NF_NOEXCEPT},
		{"[[noreturn]] void f() throw() { }", NF_NORETURN | NF_NOEXCEPT},
		{"template <class T> void f() { }", NF_TEMPLATE},
		{"A::A() { }", NF_CTOR},
		{"A::~A() { }", NF_DTOR},
		{"struct A { A() { } };", NF_CTOR},
		{"struct A { virtual void f() { } };", NF_VIRTUAL},
		{"struct A { void f() override { } };", NF_VIRTUAL},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct node *n = first_of(tree_of(LANG_CUDA, str_of(cases[i].source)), NODE_FUNCTION);
		ck_assert_ptr_nonnull(n);
		ck_assert_msg(n->flags == cases[i].flags, "%s: %x", cases[i].source, n->flags);
	}
}
END_TEST

START_TEST(variable_flags)
{
	static const struct { const char *source; u32 flags; } cases[] = {
		{"int x;", 0}, {"static int x;", NF_STATIC}, {"T x;", NF_CLASS_TYPE}, {"std::vector<int> x;", NF_CLASS_TYPE},
		{"T *x;", 0}, {"T &x = y;", NF_REF}, {"T x[3];", 0}, {"cudaStream_t x;", 0}, {"CUstream x;", 0}, {"auto x = y;", 0},
	};
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct node *n = first_of(tree_of(LANG_CUDA, str_of(cases[i].source)), NODE_VAR);
		ck_assert_ptr_nonnull(n);
		ck_assert_msg(n->flags == cases[i].flags, "%s: %x", cases[i].source, n->flags);
	}
	const struct node *arrow = first_of(tree_of(LANG_CUDA, S("void f() { a->b; }")), NODE_MEMBER);
	ck_assert_uint_eq(arrow->flags, NF_ARROW);
	const struct node *macro = first_of(tree_of(LANG_CUDA, S("#define M(x) if (x) g()\n")), NODE_MACRO);
	ck_assert_uint_eq(macro->flags, NF_STATEMENT);
	macro = first_of(tree_of(LANG_CUDA, S("#define M(x...) g(x)\n")), NODE_MACRO);
	ck_assert_uint_eq(macro->flags, 0);
	ck_assert_uint_eq(macro->child->flags, NF_VARIADIC);
}
END_TEST

Suite *cuda_suite(void)
{
	Suite *suite = suite_create("cuda");
	TCase *tests = tcase_create("cuda");
	tcase_add_test(tests, launches);
	tcase_add_test(tests, calls_and_casts);
	tcase_add_test(tests, operators_and_literals);
	tcase_add_test(tests, statements);
	tcase_add_test(tests, local_declarations);
	tcase_add_test(tests, functions_and_classes);
	tcase_add_test(tests, macro_bodies);
	tcase_add_test(tests, places);
	tcase_add_test(tests, places_behind_insertions);
	tcase_add_test(tests, flags);
	tcase_add_test(tests, variable_flags);
	suite_add_tcase(suite, tests);
	return suite;
}
