/* Where unfolding ends. */
#include "tests.h"

#include <stdlib.h>
#include <string.h>

/* Macros M0 to Mn-1, each made from the one before by `step`, in which @ stands for that one. */
static char *tower(const char *first, const char *step, u32 n, const char *users)
{
	struct strbuf text = {0};
	strbuf_puts(&text, first);
	for (u32 i = 1; i < n; i++) {
		strbuf_addf(&text, "#define M%u(x) ", i);
		for (const char *p = step; *p; p++)
			if (*p == '@')
				strbuf_addf(&text, "M%u", i - 1);
			else
				strbuf_putc(&text, *p);
		strbuf_putc(&text, '\n');
	}
	strbuf_puts(&text, users);
	char *copy = strdup(text.p);
	strbuf_release(&text);
	return copy;
}

static u32 unknown_calls(const struct body *b)
{
	u32 n = 0;
	for (u32 i = 0; i < b->n; i++)
		n += b->rows[i].op == ROW_CALL && !b->rows[i].callee.n && !b->rows[i].callee.call;
	return n;
}

START_TEST(depth)
{
	char *text = tower("#define M0(x) cudaFree(x)\n", "@(x)", 60, "void f() { M59(0); }\nvoid g() { M20(0); }\n");
	program("a.cu", text);
	struct body deep = body_of("f"), fine = body_of("g");
	ck_assert(deep.is_cut);
	ck_assert_uint_eq(deep.use_count, BODY_DEPTH);
	/* Past the limit it is a call of something unknown. */
	ck_assert_uint_eq(unknown_calls(&deep), 1);
	ck_assert(!fine.is_cut);
	ck_assert_uint_eq(unknown_calls(&fine), 0);
	free(text);
}
END_TEST

START_TEST(rows)
{
	char *text = tower("#define M0(x) do { if (cudaFree(x)) return; } while (0)\n", "do { @(x); @(x); } while (0)", 23, "void f() { M22(0); }\n");
	program("a.cu", text);
	struct body b = body_of("f");
	ck_assert(b.is_cut);
	ck_assert_uint_ge(b.n, BODY_ROWS);
	ck_assert_uint_lt(b.n, BODY_ROWS + 1000);
	free(text);
}
END_TEST

/* All bodies together: a program of bombs. */
START_TEST(all_rows)
{
	char *text = tower("#define M0(x) do { if (cudaFree(x)) return; } while (0)\n", "do { @(x); @(x); } while (0)", 23, "void f() { M22(0); }\nvoid g() { M3(0); }\n");
	program("a.cu", text);
	fn_id f = made_fn(&made, "f");
	u64 all = 0;
	for (u32 i = 0; i < 2 * BODY_ALL_ROWS / BODY_ROWS; i++) {
		struct arena scratch = {0};
		struct body b;
		body_build(&made.program, &scratch, f, &b);
		all += b.n;
		arena_release(&scratch);
	}
	ck_assert_uint_lt(all, 2 * (u64)BODY_ALL_ROWS);
	struct body late = body_of("g");
	ck_assert(late.is_cut);
	ck_assert_uint_eq(unknown_calls(&late), 1);
	free(text);
}
END_TEST

/* What uses itself. */
START_TEST(recursion)
{
	program("a.cu", "#define M(x) N(x)\n#define N(x) M(x)\nvoid f() { M(cudaFree(0)); }\nvoid g() { std::function<void()> r; r = [&] { r(); cudaFree(0); }; r(); }\n");
	struct body b = body_of("f");
	ck_assert_uint_eq(b.use_count, 2);
	ck_assert_uint_eq(unknown_calls(&b), 1);
	struct body c = body_of("g");
	ck_assert_uint_le(c.use_count, 1);
}
END_TEST

/* Every row that something goes to is a row of the body. */
START_TEST(targets_are_rows)
{
	char *text = tower("#define M0(x) do { if (cudaFree(x)) goto out; while (a) { if (b) break; continue; } } while (0)\n", "do { @(x); if (c) return; @(x); } while (0)", 16,
	                   "void f() { try { M15(0); } catch (...) { g(); } out: h(); }\n");
	program("a.cu", text);
	struct body b = body_of("f");
	for (u32 i = 0; i < b.n; i++) {
		const struct body_row *r = &b.rows[i];
		ck_assert(r->target == NONE || r->target < b.n);
		ck_assert(r->other == NONE || r->other < b.n);
		ck_assert(r->unwind == NONE || r->unwind < b.n);
		ck_assert(r->use == NONE || r->use < b.use_count);
		ck_assert(r->dst == NONE || r->dst < b.cell_count);
		ck_assert((r->op != ROW_JUMP && r->op != ROW_BRANCH && r->op != ROW_ALT && r->op != ROW_RETURN) || r->target != NONE);
	}
	free(text);
}
END_TEST

TCase *limit_tests(void)
{
	TCase *t = tcase_create("limits");
	tcase_set_timeout(t, 60);
	tcase_add_test(t, depth);
	tcase_add_test(t, rows);
	tcase_add_test(t, all_rows);
	tcase_add_test(t, recursion);
	tcase_add_test(t, targets_are_rows);
	return t;
}
