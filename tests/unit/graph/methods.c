/* Member calls: the object's class, its bases, what derives from it; functions in fields. */
#include "tests.h"

#define CALLS(in, callee, expected) ck_assert_str_eq(targets(in, callee), expected)

START_TEST(of_a_variable)
{
	program("a.cu", "struct A { void g() { } };\nstruct B { void g() { } };\nvoid f(A a, B *b, const B &c, std::unique_ptr<A> d) { a.g(); }\n"
	                "void h(B *b) { b->g(); }\nvoid i(const B &b) { b.g(); }\nvoid j(std::unique_ptr<A> a) { a->g(); }\nvoid k() { A a; a.g(); }\n");
	CALLS("f", "g", "A::g ...");
	CALLS("h", "g", "B::g ...");
	CALLS("i", "g", "B::g ...");
	CALLS("j", "g", "A::g ...");
	CALLS("k", "g", "A::g ...");
}
END_TEST

START_TEST(of_a_field)
{
	program("a.cu", "struct A { void g() { } };\nstruct B { void g() { } };\nstruct C { A part; B *other_part; void f() { part.g(); } void h() { this->other_part->g(); } };\n");
	CALLS("C::f", "g", "A::g ...");
	CALLS("C::h", "g", "B::g ...");
}
END_TEST

/* The same class calls its own without an object. */
START_TEST(of_this)
{
	program("a.cu", "struct A { void g() { } void f() { g(); } void h() { this->g(); } };\nvoid g() { }\nstruct B { void g() { } };\n");
	CALLS("A::f", "g", "A::g g");
	CALLS("A::h", "g", "A::g ...");
}
END_TEST

START_TEST(of_bases)
{
	program("a.cu", "struct A { void g() { } };\nstruct B : A { };\nstruct C : B { void f() { g(); } };\nvoid h(C c) { c.g(); }\nstruct D { void g() { } };\n");
	CALLS("C::f", "g", "A::g");
	CALLS("h", "g", "A::g ...");
}
END_TEST

/* Virtual calls go to every override; others do not. */
START_TEST(overrides)
{
	program("a.cu", "struct A { virtual void g() { } void h() { } };\nstruct B : A { void g() override { } void h() { } };\nstruct C : B { void g() override { } };\n"
	                "void f(A *a) { a->g(); a->h(); }\nvoid e(C *c) { c->g(); }\n");
	CALLS("f", "g", "A::g B::g C::g ...");
	CALLS("f", "h", "A::h ...");
	CALLS("e", "g", "A::g B::g C::g ...");
}
END_TEST

/* Without a type: only where one class alone has the name. */
START_TEST(of_something_unknown)
{
	program("a.cu", "struct A { void only() { } void both() { } };\nstruct B { void both() { } };\nvoid f() { any().only(); any().both(); }\n");
	CALLS("f", "only", "A::only ...");
	CALLS("f", "both", "unknown");
}
END_TEST

START_TEST(other_class)
{
	program("a.cu", "struct A { void h() { } };\nstruct B { void g() { } };\nvoid f(A a) { a.g(); }\n");
	CALLS("f", "g", "unknown");
}
END_TEST

START_TEST(constructors)
{
	program("a.cu", "struct A { A(int) { } A() { } };\nvoid f() { A a(1); }\nvoid g() { A b; }\nvoid h() { auto c = new A(2); }\n");
	CALLS("f", "A", "A::A");
	CALLS("g", "A", "A::A A::A");
	CALLS("h", "A", "A::A");
}
END_TEST

START_TEST(destructors)
{
	program("a.cu", "struct A { ~A() { } };\nstruct B : A { };\nvoid f() { A a; }\nvoid g() { B b; }\n");
	CALLS("f", "~A", "A::~A");
	CALLS("g", "~B", "unknown");
}
END_TEST

/* A row that stores a function into x.field makes it a target of y.field(). */
START_TEST(tables)
{
	program("a.cu", "struct ops { void (*g)(int); void (*h)(int); };\nvoid one(int) { }\nvoid two(int) { }\nvoid set(ops *o) { o->g = one; o->h = &two; }\n"
	                "void f(ops *o) { o->g(1); o->h(1); }\n");
	CALLS("f", "g", "one ...");
	CALLS("f", "h", "two ...");
	program("a.cu", "struct ops { void (*g)(int); };\nvoid one(int) { }\nvoid two(int) { }\nstatic ops a = { .g = one };\nstatic ops b = { two };\nvoid f(ops *o) { o->g(1); }\n");
	CALLS("f", "g", "one two ...");
	program("a.cu", "struct ops { void (*g)(int); };\nvoid set(ops *o) { o->g = [](int) { cudaGetLastError(); }; }\nvoid f(ops *o) { o->g(1); }\n");
	CALLS("f", "g", "lambda ...");
}
END_TEST

START_TEST(stored)
{
	program("a.cu", "void a() { }\nvoid b() { }\nvoid c() { }\nvoid d() { }\nvoid e() { }\n"
	                "void f(T *t) { t->x = a; use(&b); use(c); m.def(\"d\", &d); e(); }\n");
	const struct program *p = &made.program;
	ck_assert(program_is_stored(p, made_fn(&made, "a")));
	ck_assert(program_is_stored(p, made_fn(&made, "b")));
	ck_assert(program_is_stored(p, made_fn(&made, "c")));
	ck_assert(!program_is_stored(p, made_fn(&made, "e")));
}
END_TEST

/* Handing a function to a binding: its callers are known to be outside. */
START_TEST(bound)
{
	program("a.cu", "void d() { }\nPYBIND11_MODULE(x, m) { m.def(\"d\", d); }\n");
	ck_assert(!program_is_stored(&made.program, made_fn(&made, "d")));
}
END_TEST

/* Diamonds and hierarchies without end cost nothing. */
START_TEST(hierarchies)
{
	struct strbuf text = {0};
	for (int i = 0; i < 60; i++) {
		strbuf_addf(&text, "struct B%d : Root", i);
		for (int k = 0; k < i; k++)
			strbuf_addf(&text, ", B%d", k);
		strbuf_puts(&text, " { };\n");
	}
	strbuf_puts(&text, "struct Root { void top() { } };\nstruct Z { void g() { } };\nvoid f(B59 *b) { b->top(); b->g(); }\n");
	program("a.cu", text.p);
	CALLS("f", "top", "Root::top ...");
	CALLS("f", "g", "unknown");
	strbuf_release(&text);
	program("a.cu", "struct A : B { };\nstruct B : A { void g() { } };\nstruct C { void g() { } };\nvoid f(A *a) { a->g(); }\n");
	CALLS("f", "g", "B::g ...");
}
END_TEST

TCase *method_tests(void)
{
	TCase *t = tcase_create("methods");
	tcase_add_test(t, of_a_variable);
	tcase_add_test(t, of_a_field);
	tcase_add_test(t, of_this);
	tcase_add_test(t, of_bases);
	tcase_add_test(t, overrides);
	tcase_add_test(t, of_something_unknown);
	tcase_add_test(t, other_class);
	tcase_add_test(t, constructors);
	tcase_add_test(t, destructors);
	tcase_add_test(t, tables);
	tcase_add_test(t, stored);
	tcase_add_test(t, bound);
	tcase_add_test(t, hierarchies);
	return t;
}
