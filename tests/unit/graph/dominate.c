/* What stands before a row, compared with what a walk without it reaches. */
#include "graph/dominate.h"
#include "tests.h"

/* The plain way to the answer: walks without the row `without`, and without the edge from `from` to `to`. */
static void walk(const struct body *b, u32 without, u32 from, u32 to, bool thrown, bool *seen)
{
	struct arena scratch = {0};
	VEC(u32) todo = {0};
	u32 next[EDGES];
	vec_push(&scratch, &todo, 0);
	while (todo.n) {
		u32 row = todo.at[--todo.n];
		if (seen[row] || row == without)
			continue;
		seen[row] = true;
		for (u32 n = body_edges(b, row, thrown, next); n-- > 0;)
			if (row != from || next[n] != to)
				vec_push(&scratch, &todo, next[n]);
	}
	arena_release(&scratch);
}

static void compare(const char *text, bool thrown)
{
	program("a.cu", text);
	struct body b = body_of("f");
	struct dominators d;
	struct arena a = {0};
	u32 to[EDGES];
	dominators_open(&a, &d, &b, thrown);
	bool *all = arena_array(&a, bool, b.n);
	walk(&b, NONE, NONE, NONE, thrown, all);
	for (u32 row = 0; row < b.n; row++) {
		bool *seen = arena_array(&a, bool, b.n);
		walk(&b, row, NONE, NONE, thrown, seen);
		for (u32 i = 0; i < b.n; i++)
			ck_assert_msg(stands_before(&d, row, i) == (all[row] && all[i] && !seen[i]), "row %u before %u in %s", row, i, text);
		for (u32 n = body_edges(&b, row, thrown, to); n-- > 0;) {
			bool *without = arena_array(&a, bool, b.n);
			walk(&b, NONE, row, to[n], thrown, without);
			for (u32 i = 0; i < b.n; i++)
				ck_assert_msg(edge_stands_before(&d, row, to[n], i) == !without[i], "edge %u -> %u before %u in %s", row, to[n], i, text);
		}
	}
	arena_release(&a);
}

START_TEST(same_as_walks)
{
	static const char *const texts[] = {
		"int f(int *p) { cudaFree(p); return 0; }",
		"int f(int *p, int n) { if (n) cudaFree(p); else if (p) { cudaMalloc(&p, 4); return 1; } cudaFree(p); return 0; }",
		"void f(int *p, int n) { while (n) { if (p) break; for (int i = 0; i < n; i++) if (i) continue; else cudaFree(p); } cudaFree(p); }",
		"void f(int *p, int n) { a: if (n) goto c; b: cudaFree(p); if (p) goto a; c: cudaMalloc(&p, 4); if (n > 1) goto b; d: cudaFree(p); if (n > 2) goto b; }",
		"void f(int *p, int n) { goto in; while (n) { cudaFree(p); in: cudaMalloc(&p, n); } return; cudaFree(p); dead: cudaFree(p); goto dead; }",
		"void f(int *p, int n) { try { cudaFree(p); g(n); if (n) throw 1; } catch (int) { cudaMalloc(&p, 4); } catch (...) { return; } cudaFree(p); }",
		"void f(int *p, int n) { switch (n) { case 1: cudaFree(p); case 2: cudaMalloc(&p, 1); break; default: return; } do { cudaFree(p); } while (n && p); }",
		"void f(int *p) { for (;;) cudaFree(p); }",
	};
	for (u32 i = 0; i < COUNT(texts); i++) {
		compare(texts[i], false);
		compare(texts[i], true);
	}
}
END_TEST

/* The edges of branches come innermost first. */
START_TEST(branches)
{
	program("a.cu", "void f(int *p, int n) { if (n) { if (p) cudaFree(p); cudaMalloc(&p, 4); } }");
	struct body b = body_of("f");
	struct dominators d;
	struct arena a = {0};
	dominators_open(&a, &d, &b, true);
	u32 count[2] = {0};
	for (u32 row = 0; row < b.n; row++) {
		bool frees = b.rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &b.rows[row]), "cudaFree");
		bool allocates = b.rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &b.rows[row]), "cudaMalloc");
		for (u32 to = frees || allocates ? d.branch[row] : NONE, last = NONE; to != NONE; last = d.entry[to], to = next_branch(&d, to)) {
			ck_assert(edge_stands_before(&d, d.entry[to], to, row));
			ck_assert(last == NONE || stands_before(&d, d.entry[to], last));
			count[allocates]++;
		}
	}
	ck_assert_uint_eq(count[0], 2);
	ck_assert_uint_eq(count[1], 1);
	arena_release(&a);
}
END_TEST

TCase *dominate_tests(void)
{
	TCase *c = tcase_create("dominate");
	tcase_add_test(c, same_as_walks);
	tcase_add_test(c, branches);
	return c;
}
