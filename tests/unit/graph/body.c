/* Unfolding: what rows a body has, and where they go. */
#include "tests.h"

#include <stdlib.h>

/* The index of the n-th row with that op and callee name (NULL: any), from 0; NONE if there is none. */
static u32 find(const struct body *b, enum row_op op, const char *name, u32 n)
{
	for (u32 i = 0; i < b->n; i++) {
		const struct body_row *r = &b->rows[i];
		if (r->op == op && (!name || str_is(body_row_name(&made.program, r), name)) && !n--)
			return i;
	}
	return NONE;
}

static u32 count(const struct body *b, enum row_op op, const char *name)
{
	u32 n = 0;
	while (find(b, op, name, n) != NONE)
		n++;
	return n;
}

/* Whether `to` can be reached from `from`, not by exceptions. */
static bool reaches(const struct body *b, u32 from, u32 to)
{
	bool *seen = calloc(b->n + 1, sizeof *seen);
	u32 todo[512], n = 0;
	bool found = false;
	for (todo[n++] = from; n && !found;) {
		u32 at = todo[--n];
		if (at >= b->n || seen[at])
			continue;
		seen[at] = true;
		found = at == to;
		const struct body_row *r = &b->rows[at];
		todo[n++] = r->target;
		todo[n++] = r->other;
		bool ends = r->op == ROW_JUMP || r->op == ROW_BRANCH || r->op == ROW_ALT || r->op == ROW_RETURN || r->op == ROW_THROW;
		if (!ends)
			todo[n++] = at + 1;
		ck_assert_uint_lt(n, COUNT(todo) - 3);
	}
	free(seen);
	return found;
}

START_TEST(macro_in_place)
{
	program("a.cu", "#define RUN(x) do { before(); (x); after(); } while (0)\nvoid f() { RUN(cudaFree(0)); last(); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(b.use_count, 1);
	ck_assert_uint_eq(count(&b, ROW_CALL, "RUN"), 0);
	u32 before = find(&b, ROW_CALL, "before", 0), after = find(&b, ROW_CALL, "after", 0), last = find(&b, ROW_CALL, "last", 0);
	ck_assert(reaches(&b, before, after));
	ck_assert(reaches(&b, after, last));
	ck_assert_uint_eq(b.rows[before].use, 0);
	ck_assert_uint_eq(b.rows[last].use, NONE);
	ck_assert_uint_eq(b.rows[b.uses[0].row].op, ROW_NOP);
	ck_assert_uint_eq(made.program.functions[b.rows[before].fn].f->kind, FN_MACRO);
	ck_assert_uint_eq(b.rows[b.exit].op, ROW_EXIT);
}
END_TEST

/* A return in a macro is its user's, and the user's destructors run first. */
START_TEST(macro_returns)
{
	program("a.cu", "#define TRY(x) if (x) return false\nstruct D { ~D() { gone(); } };\nbool f() { D d; TRY(cudaFree(0)); last(); return true; }\n");
	struct body b = body_of("f");
	u32 leave = find(&b, ROW_RETURN, NULL, 0), last = find(&b, ROW_CALL, "last", 0);
	ck_assert_uint_ne(leave, NONE);
	ck_assert_uint_eq(b.rows[leave].target, b.exit);
	ck_assert_uint_eq(b.rows[leave - 1].op, ROW_DESTROY);
	ck_assert(!reaches(&b, leave, last));
	ck_assert(reaches(&b, 0, last));
	ck_assert_uint_eq(count(&b, ROW_RETURN, NULL), 2);
}
END_TEST

/* A value goes to the use, and the user goes on. */
START_TEST(macro_value)
{
	program("a.cu", "#define OK(x) ((x) == cudaSuccess)\nbool f() { bool b = OK(cudaFree(0)); last(); return b; }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(count(&b, ROW_RETURN, NULL), 1);
	ck_assert(reaches(&b, 0, find(&b, ROW_CALL, "last", 0)));
	ck_assert_uint_eq(count(&b, ROW_BINARY, NULL), 1);
}
END_TEST

START_TEST(macro_jumps)
{
	program("a.cu", "#define TRY(x) if (x) goto fail\nbool f() { TRY(cudaFree(0)); last(); return true; fail: failed(); return false; }\n");
	struct body b = body_of("f");
	u32 far = NONE;
	for (u32 i = 0; i < b.n; i++)
		if (b.rows[i].op == ROW_JUMP && b.rows[i].target != NONE && reaches(&b, b.rows[i].target, find(&b, ROW_CALL, "failed", 0)))
			far = i;
	ck_assert_uint_ne(far, NONE);
	ck_assert(!reaches(&b, b.rows[far].target, find(&b, ROW_CALL, "last", 0)));
}
END_TEST

/* The label is an argument, handed on through a layer. */
START_TEST(macro_jumps_where_told)
{
	program("a.cu", "#define INNER(x, where) if (x) goto where\n#define TRY(x, to) INNER(x, to)\n"
	                "bool f() { TRY(cudaFree(0), one); last(); one: first(); two: second(); return false; }\n"
	                "bool g() { TRY(cudaFree(0), two); last(); one: first(); two: second(); return false; }\n");
	struct body b = body_of("f"), c = body_of("g");
	ck_assert_uint_eq(b.use_count, 2);
	bool is_there = false;
	for (u32 i = 0; i < c.n; i++)
		is_there |= c.rows[i].op == ROW_JUMP && c.rows[i].use != NONE && c.rows[i].target != NONE && !reaches(&c, c.rows[i].target, find(&c, ROW_CALL, "last", 0)) &&
		            !reaches(&c, c.rows[i].target, find(&c, ROW_CALL, "first", 0)) && reaches(&c, c.rows[i].target, find(&c, ROW_CALL, "second", 0));
	ck_assert(is_there);
	is_there = false;
	for (u32 i = 0; i < b.n; i++)
		is_there |= b.rows[i].op == ROW_JUMP && b.rows[i].use != NONE && b.rows[i].target != NONE && !reaches(&b, b.rows[i].target, find(&b, ROW_CALL, "last", 0)) &&
		            reaches(&b, b.rows[i].target, find(&b, ROW_CALL, "first", 0));
	ck_assert(is_there);
}
END_TEST

START_TEST(layers)
{
	program("a.cu", "#define A(x) deep(x)\n#define B(x) A(x)\n#define C(x) B(x)\nvoid f() { C(cudaFree(0)); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(b.use_count, 3);
	ck_assert_uint_eq(b.uses[0].parent, NONE);
	ck_assert_uint_eq(b.uses[1].parent, 0);
	ck_assert_uint_eq(b.uses[2].parent, 1);
	ck_assert_uint_eq(count(&b, ROW_CALL, "deep"), 1);
	ck_assert_uint_eq(b.rows[find(&b, ROW_CALL, "deep", 0)].use, 2);
}
END_TEST

START_TEST(alternatives)
{
	program("a.cu", "#if A\n#define M(x) one(x)\n#else\n#define M(x) two(x)\n#endif\nvoid f() { M(cudaFree(0)); last(); }\n");
	struct body b = body_of("f");
	u32 one = find(&b, ROW_CALL, "one", 0), two = find(&b, ROW_CALL, "two", 0), last = find(&b, ROW_CALL, "last", 0);
	ck_assert(!reaches(&b, one, two) && !reaches(&b, two, one));
	ck_assert(reaches(&b, 0, one) && reaches(&b, 0, two));
	ck_assert(reaches(&b, one, last) && reaches(&b, two, last));
}
END_TEST

START_TEST(lambda_called)
{
	program("a.cu", "void f() { auto g = [&] { inside(); return 1; }; g(); last(); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(count(&b, ROW_CALL, "inside"), 1);
	ck_assert(reaches(&b, find(&b, ROW_CALL, "inside", 0), find(&b, ROW_CALL, "last", 0)));
	ck_assert_uint_eq(count(&b, ROW_RETURN, NULL), 0);
}
END_TEST

/* Not a kernel, but it can be written. */
START_TEST(lambda_launched)
{
	program("a.cu", "#define LAUNCH(k) k<<<1, 1>>>()\nvoid f() { LAUNCH([=] { inside(); }); last(); }\nvoid h() { f(); }\n");
	struct body b = body_of("f"), again = body_of("h");
	u32 launch = find(&b, ROW_LAUNCH, NULL, 0);
	ck_assert_uint_ne(launch, NONE);
	ck_assert_uint_eq(b.rows[launch].callee.n, 1);
	ck_assert_uint_eq(made.program.functions[b.rows[launch].callee.at[0]].f->kind, FN_LAMBDA);
	ck_assert_uint_eq(count(&again, ROW_CALL, "f"), 1);
}
END_TEST

/* Handed to something unknown it may run there. */
START_TEST(lambda_handed_on)
{
	program("a.cu", "void f() { each([&] { inside(); }); last(); }\n");
	struct body b = body_of("f");
	u32 inside = find(&b, ROW_CALL, "inside", 0), each = find(&b, ROW_CALL, "each", 0), last = find(&b, ROW_CALL, "last", 0);
	ck_assert_uint_ne(inside, NONE);
	ck_assert_uint_ne(each, NONE);
	ck_assert(reaches(&b, inside, last));
	u32 alt = find(&b, ROW_ALT, NULL, 0);
	ck_assert(reaches(&b, b.rows[alt].target, inside) != reaches(&b, b.rows[alt].other, inside));
}
END_TEST

START_TEST(guard)
{
	program("a.cu", "void f() { Guard g([&] { gone(); }); if (cudaFree(0)) return; last(); }\n");
	struct body b = body_of("f");
	/* On both ways out, and where an exception unwinds. */
	ck_assert_uint_ge(count(&b, ROW_CALL, "gone"), 2);
	ck_assert_uint_eq(count(&b, ROW_CALL, "Guard"), 0);
	ck_assert(reaches(&b, find(&b, ROW_CALL, "last", 0), find(&b, ROW_CALL, "gone", 1)));
}
END_TEST

/* Rows of a macro unwind to the user's landing pad. */
START_TEST(unwinding)
{
	program("a.cu", "#define RUN(x) deep(x)\nvoid f() { try { RUN(1); } catch (...) { caught(); } }\n");
	struct body b = body_of("f");
	u32 deep = find(&b, ROW_CALL, "deep", 0);
	ck_assert_uint_ne(b.rows[deep].unwind, NONE);
	ck_assert(reaches(&b, b.rows[deep].unwind, find(&b, ROW_CALL, "caught", 0)));
}
END_TEST

START_TEST(rest)
{
	program("a.cu", "#define LAUNCH(k, ...) k<<<1, 1>>>(__VA_ARGS__)\n#define CALL(f, ...) f(__VA_ARGS__)\nvoid f(int a, int c) { LAUNCH(kernel, a, 2, c); CALL(cudaFree, a); }\n");
	struct body b = body_of("f");
	u32 launch = find(&b, ROW_LAUNCH, NULL, 0);
	ck_assert_uint_ne(launch, NONE);
	ck_assert_uint_eq(b.rows[launch].arg_count, 4 + 3);
	/* The callee is what the parameter stands for. */
	bool is_call = false;
	for (u32 i = 0; i < b.n; i++)
		is_call |= b.rows[i].callee.call && str_is(b.rows[i].callee.call->name, "cudaFree");
	ck_assert(is_call);
}
END_TEST

TCase *body_tests(void)
{
	TCase *t = tcase_create("body");
	tcase_add_test(t, macro_in_place);
	tcase_add_test(t, macro_returns);
	tcase_add_test(t, macro_value);
	tcase_add_test(t, macro_jumps);
	tcase_add_test(t, macro_jumps_where_told);
	tcase_add_test(t, layers);
	tcase_add_test(t, alternatives);
	tcase_add_test(t, lambda_called);
	tcase_add_test(t, lambda_launched);
	tcase_add_test(t, lambda_handed_on);
	tcase_add_test(t, guard);
	tcase_add_test(t, unwinding);
	tcase_add_test(t, rest);
	return t;
}
