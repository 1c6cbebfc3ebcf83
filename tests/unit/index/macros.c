/* Macro definitions, and which of them matter; functions that are named after an end. */
#include "tests.h"

#include "base/hash.h"
#include "index/ending.h"

#include <string.h>

/* "NAME(params)=BODY" of the only macro; '!' first if hot. */
static void expect_macro(const char *text, const char *expected)
{
	struct index_file f = indexed(text);
	struct strbuf got = {0};
	ck_assert_msg(f.macros.n == 1, "%u macros in: %s", f.macros.n, text);
	const struct index_macro *m = &f.macros.at[0];
	strbuf_addf(&got, "%s%.*s", m->is_hot ? "!" : "", (int)m->name.n, m->name.p);
	if (m->is_function_like)
		strbuf_putc(&got, '(');
	for (u32 i = 0; i < m->params.n; i++)
		strbuf_addf(&got, "%s%.*s", i ? "," : "", (int)m->params.at[i].n, m->params.at[i].p);
	if (m->is_function_like)
		strbuf_puts(&got, m->is_variadic ? "*)" : ")");
	strbuf_addf(&got, "=%.*s", (int)(m->end - m->body), text + m->body);
	ck_assert_msg(str_is(strbuf_str(&got), expected), "got: %s\nexpected: %s", got.p, expected);
	ck_assert_int_eq(text[m->begin], '#');
	strbuf_release(&got);
}

START_TEST(parts)
{
	expect_macro("#define A 1\n", "A=1");
	expect_macro("int x;\n  #  define A\t1 + 2", "A=1 + 2");
	expect_macro("#define A\nint b;", "A=");
	expect_macro("#define A // nothing\n", "A=");
	expect_macro("#define A(x, y) x##y\n", "A(x,y)=x##y");
	expect_macro("#define A() 1\r\nint b;", "A()=1");
	expect_macro("#define A (x)\n", "A=(x)");
	expect_macro("#define A(x, ...) f(x, __VA_ARGS__)", "A(x,...*)=f(x, __VA_ARGS__)");
	expect_macro("#define A(args...) f(args)", "A(args*)=f(args)");
	expect_macro("#define A(args ...) f(args)", "A(args*)=f(args)");
	expect_macro("#define A( \\\n x /* c */, \\\n y) \\\n x \\\n y\nz", "A(x,y)=x \\\n y");
	expect_macro("#define A /* long\n comment */ 1\n2", "A=1");
	expect_macro("#define A(x", "A(x)=");
	expect_macro("#define A(1) x\n", "A()=1) x");
	expect_macro("#define A", "A=");
	expect_macro("#define A \"s // t\" // c\n", "A=\"s // t\" // c");
}
END_TEST

START_TEST(heat)
{
	expect_macro("#define A(x) if ((x) != cudaSuccess) abort()", "A(x)=if ((x) != cudaSuccess) abort()");
	expect_macro("#define A() cudaGetLastError()", "!A()=cudaGetLastError()");
	expect_macro("#define A(k) k<<<1, 1>>>()", "!A(k)=k<<<1, 1>>>()");
	expect_macro("#define A(x) CUDA_CHECK(x)", "!A(x)=CUDA_CHECK(x)");
	expect_macro("#define A(x) CUDA_CHECK \\\n (x)", "!A(x)=CUDA_CHECK \\\n (x)");
	expect_macro("#define A(x) check(cuInit(x))", "!A(x)=check(cuInit(x))");
	expect_macro("#define A(x) Check(x) + 1(2) + __VA_ARGS__(3) + _(4)", "A(x)=Check(x) + 1(2) + __VA_ARGS__(3) + _(4)");
	expect_macro("#define A CHECK\n(x)", "A=CHECK");
	expect_macro("#define A(x) \"CHECK(x)\" /* cudaFree(x) */", "A(x)=\"CHECK(x)\" /* cudaFree(x) */");
	expect_macro("cudaFree(x);\n#define A 1", "A=1");
}
END_TEST

START_TEST(order_and_place)
{
	struct index_file f = indexed("#define A 1\n#undef A\n#define\n#define 3\n#define B \\\n\\\n\n#define A 2\n");
	ck_assert_uint_eq(f.macros.n, 3);
	ck_assert(str_is(f.macros.at[0].name, "A") && f.macros.at[0].begin == 0 && f.macros.at[0].end == 11);
	ck_assert(str_is(f.macros.at[1].name, "B") && f.macros.at[1].body == f.macros.at[1].end);
	ck_assert(str_is(f.macros.at[2].name, "A") && f.macros.at[2].end == f.macros.at[2].body + 1);
}
END_TEST

static bool defines(const char *text, const char *name)
{
	struct index_file f = indexed(text);
	return hashes_hold(f.defined, f.defined_count, ending_hash(str_of(name)));
}

START_TEST(ends)
{
	ck_assert(defines("void my_error(const char *text, ...)\n{\n}\n", "my_error"));
	ck_assert(defines("int a;\nextern \"C\" void Die( int (*f)(int), char c /* ) */ ) noexcept { }", "Die"));
	ck_assert(defines("[[noreturn]] void a();\nvoid ns::Abort_All () { }", "Abort_All"));
	ck_assert(!defines("void my_error(const char *text, ...);\n", "my_error"));
	ck_assert(!defines("void f()\n{\n\tmy_error(1);\n}\n", "my_error"));
	ck_assert(!defines("my_error(1);\n{ }", "my_error"));
	ck_assert(!defines("#define my_error(x) { }\n", "my_error"));
	ck_assert(!defines("void solve(int n) { }", "solve"));
	ck_assert(!defines("void my_error", "my_error"));
	ck_assert(!defines("void my_error(", "my_error"));
	ck_assert(!defines("void my_error(int a)", "my_error"));
	ck_assert(!defines("void my_error(int a, \"", "my_error"));
}
END_TEST

TCase *macro_tests(void)
{
	TCase *t = tcase_create("macros");
	tcase_add_checked_fixture(t, NULL, forget);
	tcase_add_test(t, parts);
	tcase_add_test(t, heat);
	tcase_add_test(t, order_and_place);
	tcase_add_test(t, ends);
	return t;
}
