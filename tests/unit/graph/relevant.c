/* Which functions can touch the slot. */
#include "tests.h"

#include "graph/relevant.h"

static bool *relevant;

static void make_relevant(void) { relevant = relevant_functions(&made.program, &made.arena); }
static bool is_relevant(const char *name) { return relevant[made_fn(&made, name)]; }

START_TEST(spreads_to_callers)
{
	program("a.cu", "void a() { cudaGetLastError(); }\nvoid b() { a(); }\nvoid c() { b(); }\nvoid d() { note(); }\nvoid e() { k<<<1, 1>>>(); }\n");
	make_relevant();
	ck_assert(is_relevant("a"));
	ck_assert(is_relevant("b"));
	ck_assert(is_relevant("c"));
	ck_assert(!is_relevant("d"));
	ck_assert(is_relevant("e"));
}
END_TEST

START_TEST(checks)
{
	program("a.cu", "void check(cudaError_t e) { if (e) abort(); }\nvoid check_inner(bool ok) { if (!ok) abort(); }\nvoid paint(Color *c) { }\n"
	                "void f(Color *c) { check(cudaFree(0)); check_inner(cudaFree(0) == 0); paint(c); }\n");
	make_relevant();
	ck_assert(is_relevant("check"));
	ck_assert(is_relevant("check_inner"));
	ck_assert(!is_relevant("paint"));
}
END_TEST

START_TEST(device_code)
{
	program("a.cu", "__device__ void a() { cudaGetLastError(); }\n__global__ void b() { a(); k<<<1, 1>>>(); }\nvoid c() { note(); }\n");
	make_relevant();
	ck_assert(!is_relevant("a"));
	ck_assert(!is_relevant("b"));
}
END_TEST

START_TEST(through_tables_and_macros)
{
	program("a.cu", "#define RUN(x) cudaFree(x)\nvoid a() { RUN(0); }\nbool get(int *p) { return cudaFree(p); }\nvoid set(T *t) { t->grab = get; }\nvoid f(T *t) { t->grab(0); }\n"
	                "void g() { run([] { cudaFree(0); }); }\n");
	make_relevant();
	ck_assert(is_relevant("a"));
	ck_assert(is_relevant("f"));
	ck_assert(is_relevant("g"));
}
END_TEST

START_TEST(through_destructors)
{
	program("a.cu", "struct D { ~D() { cudaGetLastError(); } };\nvoid f() { D d; }\nvoid g() { E e; }\n");
	make_relevant();
	ck_assert(is_relevant("f"));
	ck_assert(!is_relevant("g"));
}
END_TEST

START_TEST(declared)
{
	program("a.cu", "cudaError_t grow(int);\nvoid f() { grow(1); }\n");
	make_relevant();
	ck_assert(is_relevant("f"));
}
END_TEST

/* A name that many share carries nothing further. */
START_TEST(shared_names)
{
	struct strbuf text = {0};
	for (int i = 0; i < 40; i++)
		strbuf_addf(&text, "struct A%d { void run() { note(); } };\n", i);
	strbuf_puts(&text, "struct B { void run() { cudaGetLastError(); } };\nvoid f(A0 a) { a.run(); }\n");
	program("a.cu", text.p);
	strbuf_release(&text);
	make_relevant();
	ck_assert(is_relevant("B::run"));
	ck_assert(!is_relevant("f"));
}
END_TEST

TCase *relevant_tests(void)
{
	TCase *t = tcase_create("relevant");
	tcase_add_test(t, spreads_to_callers);
	tcase_add_test(t, checks);
	tcase_add_test(t, device_code);
	tcase_add_test(t, through_tables_and_macros);
	tcase_add_test(t, through_destructors);
	tcase_add_test(t, declared);
	tcase_add_test(t, shared_names);
	return t;
}
