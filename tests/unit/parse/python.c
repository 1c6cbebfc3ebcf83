#include "reader_tests.h"

#include "suites.h"

START_TEST(imports_and_definitions)
{
	static const struct reading_case cases[] = {
		{"import a.b.c as d, e\n"
		 "import x.y\n"
		 "from .p.q import (f as g, h)\n"
		 "from z import *\n"
		 "from . import w",
		 "(using d : a.b.c) (using e : e) (using x : x) (using : x.y) (using g : .p.q.f) (using h : .p.q.h) (using * : z.*) (using w : .w)"},
		{"@deco(1, x=2)\n"
		 "async def fn(a, b: int = 3, *args: T, c=4, **kw) -> int:\n"
		 "    return a",
		 "(function fn : int (decorator (call deco 1 (keyword x 2))) (param a) (param b : int 3) (param args : T) (param c 4) (param kw) (block (return a)))"},
		{"class C(B, m.M, metaclass=M):\n"
		 "    x: int = 1\n"
		 "    y = 2\n"
		 "    def m(self): return super().m()",
		 "(class C : B,m.M (var x : int 1) (expr (assign y 2)) (function m (param self) (block (return (call (member m (call super)))))))"},
	};
	readings_check(LANG_PYTHON, false, cases, COUNT(cases));
}
END_TEST

START_TEST(python_statements)
{
	static const struct reading_case cases[] = {
		{"x, *y = 1, 2\n"
		 "x: int = 3\n"
		 "z: int\n"
		 "a.b: int = 4\n"
		 "x += 1; x //= 2; x = y = z",
		 "(expr (assign (list x (star y)) (list 1 2))) (var x : int 3) (var z : int) (expr (assign : int (member b a) 4)) (expr (assign + x 1)) (expr (assign // x 2)) (expr (assign x (assign y z)))"},
		{"with torch.cuda.graph(g, stream=s) as q, open(\"f\") as (a, b):\n"
		 "    await foo(*a, **b, k=v)",
		 "(with (var q (call (member graph (member cuda torch)) g (keyword stream s))) (var (call open (string \"f\"))) (block (expr (assign (list a b) (opaque))) (expr (unary await (call foo (star a) (keyword b) (keyword k v))))))"},
		{"try:\n"
		 "    raise X(\"a\") from e\n"
		 "except (A, B) as e:\n"
		 "    pass\n"
		 "except:\n"
		 "    raise\n"
		 "else:\n"
		 "    a()\n"
		 "finally:\n"
		 "    b()",
		 "(try (block (throw (call X (string \"a\")))) (catch e : (A, B) (block)) (catch (block (throw))) (block (expr (call a))) (block (expr (call b))))"},
		{"try:\n"
		 "    a()\n"
		 "finally:\n"
		 "    b()",
		 "(try (block (expr (call a))) _ (block (expr (call b))))"},
		{"for i, j in enumerate(x):\n"
		 "    continue\n"
		 "else:\n"
		 "    break\n"
		 "while (n := f()) and not a or b is not None: yield x",
		 "(foreach (list i j) (call enumerate x) (block (continue)) (block (break))) (while (binary || (binary && (assign n (call f)) (unary ! a)) (binary is not b (null))) (block (expr (yield x))))"},
		{"if a: b\n"
		 "elif c in d: e\n"
		 "elif q not in r: s\n"
		 "else: t",
		 "(if a (block (expr b)) (if (binary in c d) (block (expr e)) (if (binary not in q r) (block (expr s)) (block (expr t)))))"},
		{"del a[0], b.c\n"
		 "assert x, \"m\"\n"
		 "global G, H",
		 "(delete (index a 0)) (delete (member c b)) (assert x) (global G) (global H)"},
		{"match cmd:\n"
		 "    case [1, x] if x > 2: a()\n"
		 "    case \"x\": b()\n"
		 "    case E.v: c()\n"
		 "    case _: d()",
		 "(expr (assign match subject cmd)) (if (binary && (opaque) (binary > x 2)) (block (expr (call a))) (if (binary == match subject (string \"x\")) (block (expr (call b))) (if (binary == match subject (member v E)) (block (expr (call c))) (block (expr (call d))))))"},
		{"print >>f, x\n"
		 "type(x).y = z()\n"
		 "yield from y",
		 "(expr (call print f x)) (expr (member y x)) (expr (call z)) (expr (yield y))"},
	};
	readings_check(LANG_PYTHON, false, cases, COUNT(cases));
}
END_TEST

START_TEST(python_expressions)
{
	static const struct reading_case cases[] = {
		{"v = [i * 2 for i in r if i for k in i]; w = {k: v for k, v in z.items()}; f(i for i in r)",
		 "(expr (assign v (comprehension (binary * i 2) (foreach i r (if i (foreach k i (block))))))) (expr (assign w (comprehension (pair k v) (foreach (list k v) (call (member items z)) (block))))) (expr (call f (comprehension i (foreach i r (block)))))"},
		{"s = {1, 2, *m}; d = {\"a\": 1, **o}; t = (1,); e = []",
		 "(expr (assign s (list 1 2 (star m)))) (expr (assign d (list (pair (string \"a\") 1) (keyword o)))) (expr (assign t (list 1))) (expr (assign e (list)))"},
		{"f\"abc {x!r:>{w}} {g(y)}\"; \"a\" \"b\"; lambda q, *r: q + 1; a if b else c",
		 "(expr (string f\"abc {x!r:>{w}} {g(y)}\" (opaque {x} x) (opaque {x} w) (opaque {x} (call g y)))) (expr (string \"a\" \"b\")) (expr (lambda (param q) (param r) (block (return (binary + q 1))))) (expr (ternary b a c))"},
		{"x[1:2, ::3, ...]; a < b <= c; a < f() < b; -x ** ~y @ z; a.b.c(d)(e); None; True; 1.5",
		 "(expr (index x (slice 1:2 1 2 _) (slice ::3 _ _ 3) (opaque))) (expr (binary && (binary < a b) (binary <= b c))) (expr (binary && (binary < a (call f)) (binary < (opaque) b))) (expr (binary @ (unary -x (binary ** x (unary ~ y))) z)) (expr (call (call (member c (member b a)) d) e)) (expr (null)) (expr True) (expr 1.5)"},
	};
	readings_check(LANG_PYTHON, false, cases, COUNT(cases));
}
END_TEST

Suite *python_suite(void)
{
	Suite *suite = suite_create("python");
	TCase *tests = tcase_create("python");
	tcase_add_test(tests, imports_and_definitions);
	tcase_add_test(tests, python_statements);
	tcase_add_test(tests, python_expressions);
	suite_add_tcase(suite, tests);
	return suite;
}
