/* Cython: the text of the same length that the Python front end reads. */
#include "parse/cython.h"

#include <string.h>

#include "suites.h"

static struct arena arena;

static void setup(void) { arena = (struct arena){0}; }
static void teardown(void) { arena_release(&arena); }

struct text_case {
	const char *cython, *python; /* but for blanks behind others, and line ends */
};

/* Runs of blanks inside of a line count as one, those at its end not at all. */
static const char *squeezed(struct str text)
{
	char *out = arena_text(&arena, text.p, text.n), *to = out;
	bool is_indent = true;
	for (const char *p = text.p; p < text.p + text.n; p++) {
		if (*p == '\n') {
			while (to > out && to[-1] == ' ')
				to--;
			is_indent = true;
		} else if (*p == ' ' && !is_indent && to > out && to[-1] == ' ') {
			continue;
		} else if (*p != ' ') {
			is_indent = false;
		}
		*to++ = *p;
	}
	while (to > out && to[-1] == ' ')
		to--;
	*to = 0;
	return out;
}

static void check_same_lines(struct str in, struct str out)
{
	ck_assert_uint_eq(in.n, out.n);
	ck_assert_int_eq(out.p[out.n], 0);
	for (size_t i = 0; i < in.n; i++)
		ck_assert_msg((in.p[i] == '\n') == (out.p[i] == '\n'), "a line end moved in\n%s", in.p);
}

static void check_all(const struct text_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str in = str_of(cases[i].cython), out = cython_text(&arena, in);
		check_same_lines(in, out);
		ck_assert_str_eq(squeezed(out), cases[i].python);
	}
}

START_TEST(functions)
{
	static const struct text_case cases[] = {
		{"cdef int f(int x, T* y) except? -1 nogil:\n    g()", "def f( x, y) :\n    g()"},
		{"cpdef inline f(self, const unsigned char[::1] b not None, *, size_t n=0, **rest): pass", "def f(self, b , *, n=0, **rest): pass"},
		{"    cdef void *f(vector[pair[int, char*]] v, int (*call)(int), double data[3]) noexcept:\n", "    def f( v, call , data ) :\n"},
		{"def f(object o: list = None, /, a: int = 3, Buffer b or None=None) -> int:\n", "def f( o: list = None, /, a: int = 3, b =None) -> int:\n"},
		{"cdef (int, int) f(int a,\n    int b) except *:\n  pass", "def f( a,\n        b) :\n  pass"},
		{"cdef int f \"c_f\" (int a=*):\n  pass", "def f ( a=0):\n  pass"},
		{"async def f(int x):\n  pass", "async def f( x):\n  pass"},
		{"cdef T f(x)", "pass"},
		{"@staticmethod\ncdef T f(x)\ng()", "\npass\ng()"},
	};
	check_all(cases, COUNT(cases));
	ck_assert_str_eq(cython_text(&arena, S("    cdef int f(T x) nogil: g(x)")).p, "    def      f(  x)      : g(x)");
}
END_TEST

START_TEST(variables)
{
	static const struct text_case cases[] = {
		{"cdef int x", "pass"},
		{"cdef int x = f(1)", "x = f(1)"},
		{"cdef T[:, ::1] x = f(a, b)", "x = f(a, b)"},
		{"cdef int a, *b = g(), c, d = 2, e", "b = g() ; d = 2"},
		{"cdef map[int, char] m = n == 3", "m = n == 3"},
		{"cdef int (*call)(int) = f", "call = f"},
		{"cdef public dict a = {1: 2}", "a = {1: 2}"},
		{"cdef long name_that_is_longer_than_its_type = 1", "name_that_is_longer_than_its_type = 1"},
		{"cdef T* \\\n    name_longer_than_its_line = \\\n        f()", "pass; \\\n    name_longer_than_its_line = \\\n        f()"},
		{"cdef int i; cdef int j = 2; f()", "pass ; j = 2; f()"},
		{"  cdef:\n    int a\n    # why\n    int b = f()\n\n    T *c=NULL, *d\n  g()", "  pass\n  pass\n    # why\n  b = f()\n\n  c =None\n  g()"},
		{"DEF N = 3", "N = 3"},
		{"cdef = 3\nx.cdef = 4", "pass\nx.cdef = 4"},
	};
	check_all(cases, COUNT(cases));
}
END_TEST

START_TEST(blocks)
{
	static const struct text_case cases[] = {
		{"cdef class A [object O, type T](B):\n    cdef int x\n    def f(self): pass", "class A (B):\n    pass\n    def f(self): pass"},
		{"cdef class A", "pass"},
		{"cdef extern from \"a.h\" nogil:\n    \"\"\"\nint f(void);\n    \"\"\"\n    int f()\n\n    # b\n    struct S:\n        int a; int b\ng()",
	         "pass\n\n\n\n\n\n    # b\n\n\ng()"},
		{"if A:\n    cdef extern from *:\n        int f()\nelse:\n    ctypedef fused T:\n        int\n        long\n", "if A:\n    pass\n\nelse:\n    pass\n\n\n"},
		{"cdef enum: A, B\ncpdef enum C:\n    D = 1\ncdef struct E\nctypedef int (*F)(int) except -1\n", "pass\npass\n\npass\npass\n"},
		{"property p:\n    def __get__(self): pass", "class p:\n    def __get__(self): pass"},
		{"IF A:\n    f()\nELIF B:\n    g()\nELSE:\n    h()", "if A:\n    f()\nelif B:\n    g()\nelse:\n    h()"},
		{"cimport a.b as c\nfrom ..d cimport (e,\n  f)\nfrom g import cimport\ninclude \"h.pxi\"", "import a.b as c\nfrom ..d import (e,\n  f)\nfrom g import cimport\npass"},
	};
	check_all(cases, COUNT(cases));
}
END_TEST

START_TEST(expressions)
{
	static const struct text_case cases[] = {
		{"f(<void**>&p, <const T[:n]>q, &a[0], <A?>b)", "f( p, q, a[0], b)"},
		{"x = <T*><long>y if <bint>z else not &w", "x = y if z else not w"},
		{"x = a < b and c > d & e", "x = a < b and c > d & e"},
		{"if a <b> c: pass", "if a <b> c: pass"},
		{"p = new T[int](3)\nnew = p\nq = f(new U())", "p = T[int](3)\nnew = p\nq = f( U())"},
		{"n = sizeof(unsigned int) * sizeof(T*)", "n = sizeof( ) * sizeof( )"},
		{"move[unique_ptr[const T*]](x)\nf(a * b, *c)", "move[unique_ptr[ T ]](x)\nf(a * b, *c)"},
		{"if p == NULL: q = 10UL", "if p == None: q = 10"},
		{"for i from 0 <= i < n:\n    f(i)", "for i in 0 <= i < n:\n    f(i)"},
		{"for i from n > i >= 0 by 2: by(i)", "for i in n > i >= 0 : by(i)"},
		{"s = '<T>x &y' # <T>z\nt = b\"\"\"cdef int\n  cdef x\"\"\"", "s = '<T>x &y' # <T>z\nt = b\"\"\"cdef int\n  cdef x\"\"\""},
	};
	check_all(cases, COUNT(cases));
}
END_TEST

/* Python stays as it is. */
START_TEST(python)
{
	static const char text[] = "\xef\xbb\xbfimport a\n\n@d(1 < 2)\nclass B(C[int]):\n\tx: int = 3\n\tdef f(self, *a: int, b: 'T' = 1 << 2, **c) -> None:\n"
	                           "\t\treturn {k: v for k, v in a if k < v > 1}, a[1:2, ::3], lambda *, q: q & 1, print(*a, sep=f'{b!r:>{3}}')\n";
	ck_assert_str_eq(cython_text(&arena, S(text)).p, text);
}
END_TEST

/* Cut anywhere, and with any byte gone: the length and the lines stay. */
START_TEST(broken)
{
	static const char text[] = "cdef class A(B):\n  cdef:\n    int (*a)(T[:]) = <T*>&b[0], c\n  cpdef f(self, int x=sizeof(T), *) except? -1 nogil:\n    'a\\'' \\\n    \"\"\"b\n\"\"\"\n"
	                           "cdef extern from \"x\":\n  enum: X\nfor i from 0 <= i < <int>n: f(new T[int*]())\n";
	for (size_t i = 0; i < sizeof text; i++) {
		char *cut = arena_text(&arena, text, i), *gap = arena_text(&arena, text, sizeof text - 1);
		check_same_lines((struct str){cut, i}, cython_text(&arena, (struct str){cut, i}));
		memmove(gap + i, gap + i + (i + 1 < sizeof text), sizeof text - i - (i + 1 < sizeof text));
		check_same_lines(str_of(gap), cython_text(&arena, str_of(gap)));
	}
	static const char *const parts[] = {"(", "cdef ", "<", "[", "cdef f(", "&", "cdef int a,", "'", "cdef:\n ", "\\\n", ";", "@", "cdef x = ", "*", ")"};
	for (size_t i = 0; i < COUNT(parts); i++) {
		struct strbuf many = {0};
		for (int k = 0; k < 20000; k++)
			strbuf_puts(&many, parts[i]);
		check_same_lines(strbuf_str(&many), cython_text(&arena, strbuf_str(&many)));
		strbuf_release(&many);
	}
}
END_TEST

Suite *cython_suite(void)
{
	Suite *suite = suite_create("cython");
	TCase *tests = tcase_create("cython");
	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, functions);
	tcase_add_test(tests, variables);
	tcase_add_test(tests, blocks);
	tcase_add_test(tests, expressions);
	tcase_add_test(tests, python);
	tcase_add_test(tests, broken);
	suite_add_tcase(suite, tests);
	return suite;
}
