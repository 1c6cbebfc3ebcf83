/* Plain calls: names, files, copies. */
#include "tests.h"

#define CALLS(callee, ...) ck_assert_str_eq(targets("f", callee), __VA_ARGS__)

START_TEST(by_name)
{
	program("a.cu", "void g(int) { }\nvoid f() { g(1); h(); cudaMalloc(0, 1); checkCudaErrors(0); }");
	CALLS("g", "g");
	CALLS("h", "unknown");
	CALLS("cudaMalloc", "runtime");
	CALLS("checkCudaErrors", "model");
}
END_TEST

START_TEST(in_other_files)
{
	program("a.cu", "void f() { g(1); }", "b.cu", "void g(int) { }");
	CALLS("g", "g(b.cu)");
}
END_TEST

/* Overloads: those that take as many arguments; trailing ones may have defaults. */
START_TEST(arguments)
{
	program("a.cu", "void g() { }\nvoid g(int) { }\nvoid g(int, int) { }\nvoid h(int, ...) { }\nvoid k(int) { }\nvoid f() { g(1, 2); h(1, 2, 3); k(1, 2); }");
	CALLS("g", "g");
	CALLS("h", "h");
	CALLS("k", "unknown");
	program("a.cu", "void g(int) { }\nvoid g(int, int) { }\nvoid f() { g(1); }");
	CALLS("g", "g g");
}
END_TEST

/* The file's own, then one of its include closure, then any. */
START_TEST(nearest)
{
	program("a.cu", "static void g() { }\nvoid f() { g(); }", "b.cu", "void g() { }");
	CALLS("g", "g");
	program("a.cu", "#include \"b.h\"\nvoid f() { g(); }", "b.h", "inline void g() { }", "c.h", "inline void g() { }");
	CALLS("g", "g(b.h)");
	program("a.cu", "#include \"b.h\"\nvoid f() { g(); }", "b.h", "#include \"c.h\"\n", "c.h", "inline void g() { }", "d.h", "inline void g() { }");
	CALLS("g", "g(c.h)");
}
END_TEST

START_TEST(statics_stay_home)
{
	program("a.cu", "void f() { g(); }", "b.cu", "static void g() { }");
	CALLS("g", "unknown");
	program("a.cu", "#include \"b.h\"\nvoid f() { g(); }", "b.h", "static void g() { }");
	CALLS("g", "g(b.h)");
}
END_TEST

/* Copies of one function in several programs of a tree: the nearest folder. */
START_TEST(copies)
{
	program("x/a.cu", "void f() { g(1); }", "x/util.cu", "void g(int) { }", "y/util.cu", "void g(int) { }");
	CALLS("g", "g(x/util.cu)");
}
END_TEST

START_TEST(qualified)
{
	program("a.cu", "namespace n { void g() { } }\nnamespace m { void g() { } }\nvoid f() { n::g(); ::h(); m::k(); }\nvoid h() { }\nvoid k() { }");
	CALLS("n::g", "n::g");
	CALLS("h", "h");
	CALLS("m::k", "unknown");
}
END_TEST

/* Every component must close the name: an::g is not n::g. */
START_TEST(whole_components)
{
	program("a.cu", "namespace an { void g() { } }\nvoid f() { n::g(); }");
	CALLS("n::g", "unknown");
}
END_TEST

START_TEST(templates)
{
	program("a.cu", "template <class T> void g(T) { }\nvoid f() { g<int>(1); }");
	CALLS("g", "g");
}
END_TEST

/* Kernels are launched, not called; a method is not reached by a plain name from outside. */
START_TEST(not_meant)
{
	program("a.cu", "__global__ void g() { }\nstruct A { void h() { } };\nvoid f() { g(); h(); }");
	CALLS("g", "unknown");
	CALLS("h", "unknown");
}
END_TEST

/* More candidates than can be followed: nothing is guessed. */
START_TEST(too_many)
{
	struct strbuf text = {0};
	for (int i = 0; i < 40; i++)
		strbuf_addf(&text, "namespace n%d { void g(int) { } }\n", i);
	strbuf_puts(&text, "void f() { g(1); }\n");
	program("a.cu", text.p);
	CALLS("g", "unknown");
	strbuf_release(&text);
}
END_TEST

START_TEST(a_definition_wins)
{
	program("a.cu", "void checkCudaErrors(int e) { }\nvoid f() { checkCudaErrors(1); }");
	CALLS("checkCudaErrors", "checkCudaErrors");
}
END_TEST

START_TEST(include_paths)
{
	program("src/a.cu", "#include \"../inc/b.h\"\n#include <lib/c.h>\n#include \"d.h\"\nvoid f() { }", "inc/b.h", "", "other/b.h", "", "src/deps/lib/c.h", "", "far/d.h", "");
	const struct program *p = &made.program;
	u32 a = 4, far = 0, inc = 1, other = 2, deps = 5;
	for (u32 i = 0; i < p->file_count; i++) {
		if (str_is(p->files[i].path, "src/a.cu"))
			a = i;
		if (str_is(p->files[i].path, "far/d.h"))
			far = i;
		if (str_is(p->files[i].path, "inc/b.h"))
			inc = i;
		if (str_is(p->files[i].path, "other/b.h"))
			other = i;
		if (str_is(p->files[i].path, "src/deps/lib/c.h"))
			deps = i;
	}
	ck_assert(program_includes(p, a, a));
	ck_assert(program_includes(p, a, inc));
	ck_assert(!program_includes(p, a, other));
	ck_assert(program_includes(p, a, deps));
	ck_assert(program_includes(p, a, far)); /* the only file of that name */
	ck_assert(!program_includes(p, inc, a));
}
END_TEST

/* Files that include each other. */
START_TEST(include_cycle)
{
	program("a.h", "#include \"b.h\"\n", "b.h", "#include \"c.h\"\n", "c.h", "#include \"a.h\"\n#include \"c.h\"\n");
	for (u32 i = 0; i < 3; i++)
		for (u32 k = 0; k < 3; k++)
			ck_assert(program_includes(&made.program, i, k));
}
END_TEST

/* A macro stands for a namespace whose name depends on the build. */
START_TEST(qualified_by_macro)
{
	program("a.cu", "namespace lib { void g(int) { } }\nvoid f() { LIB_NAMESPACE::g(1); Lib::g(1); }");
	CALLS("LIB_NAMESPACE::g", "lib::g");
	CALLS("Lib::g", "unknown");
}
END_TEST

TCase *name_tests(void)
{
	TCase *t = tcase_create("names");
	tcase_add_test(t, by_name);
	tcase_add_test(t, in_other_files);
	tcase_add_test(t, arguments);
	tcase_add_test(t, nearest);
	tcase_add_test(t, statics_stay_home);
	tcase_add_test(t, copies);
	tcase_add_test(t, qualified);
	tcase_add_test(t, qualified_by_macro);
	tcase_add_test(t, whole_components);
	tcase_add_test(t, templates);
	tcase_add_test(t, not_meant);
	tcase_add_test(t, too_many);
	tcase_add_test(t, a_definition_wins);
	tcase_add_test(t, include_paths);
	tcase_add_test(t, include_cycle);
	return t;
}
