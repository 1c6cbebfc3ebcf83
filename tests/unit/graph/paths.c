/* Paths from a row on, with what is known there; which functions an exception may leave. */
#include "tests.h"

#include "graph/paths.h"

#include <string.h>

static struct body *bodies;

static void make(const char *text)
{
	program("a.cu", text);
	struct program *p = &made.program;
	bodies = arena_array(&made.arena, struct body, p->function_count);
	for (fn_id f = 0; f < p->function_count; f++)
		if (p->functions[f].f->kind != FN_FILE && p->functions[f].f->kind != FN_MACRO)
			body_build(p, &made.arena, f, &bodies[f]);
}

static u32 call_of(const struct body *b, const char *callee)
{
	for (u32 row = 0; row < b->n; row++)
		if (b->rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &b->rows[row]), callee))
			return row;
	ck_abort_msg("no call of %s", callee);
}

static bool stops_at_end(void *context, u32 row)
{
	const struct body *b = context;
	return b->rows[row].op == ROW_CALL && str_is(body_row_name(&made.program, &b->rows[row]), "end");
}

/* The ways out of `f` between begin(), which gives 0, and end(): "return", "throw", "callee", "callback", each once, in that order. */
static const char *ways(const char *text)
{
	static const char *const kinds[] = {"return", "throw", "callee", "callback"};
	static char found[64];
	make(text);
	struct body *b = &bodies[made_fn(&made, "f")];
	u32 begin = call_of(b, "begin");
	struct path_asks asks = {.stops = stops_at_end, .context = b};
	struct known known[KNOWN + 1];
	struct paths p;
	paths_open(&p, &made.program, b, bodies);
	paths_walk(&p, NONE, NULL, 0, NULL);
	u32 n = paths_known(&p, begin, known);
	if (b->rows[begin].dst != NONE)
		known[n++] = (struct known){b->rows[begin].dst, true};
	paths_walk(&p, begin, known, n, &asks);
	found[0] = '\0';
	for (u32 kind = 0; kind < COUNT(kinds); kind++)
		for (u32 i = 0; i < p.leaves.n; i++)
			if (p.leaves.at[i].kind == kind) {
				strcat(strcat(found, found[0] ? " " : ""), kinds[kind]);
				break;
			}
	paths_close(&p);
	return found;
}

START_TEST(ways_out)
{
	ck_assert_str_eq(ways("void f() { begin(); end(); }"), "");
	ck_assert_str_eq(ways("void f(int n) { begin(); if (n) return; end(); }"), "return");
	ck_assert_str_eq(ways("void f(int n) { begin(); if (n) throw 1; end(); }"), "throw");
	ck_assert_str_eq(ways("void g(int n) { if (n) throw 1; }\nvoid f(int n) { begin(); g(n); end(); }"), "callee");
	ck_assert_str_eq(ways("void f(std::function<void()> g) { begin(); g(); end(); }"), "callback");
	ck_assert_str_eq(ways("void f(void (*g)()) { begin(); g(); end(); }"), "");
	ck_assert_str_eq(ways("void f(int n) { begin(); try { if (n) throw 1; } catch (...) { end(); throw; } end(); }"), "");
	ck_assert_str_eq(ways("void f(int n) { begin(); try { if (n) throw 1; } catch (...) { } end(); }"), "");
	ck_assert_str_eq(ways("void f(int n) { begin(); if (n) abort(); end(); }"), "");
}
END_TEST

START_TEST(known_conditions)
{
	ck_assert_str_eq(ways("void f(bool on) { if (on) begin(); work(); if (on) end(); }"), "");
	ck_assert_str_eq(ways("void f(bool on) { if (on) begin(); work(); if (!on) end(); }"), "return");
	ck_assert_str_eq(ways("void f(int n) { if (n > 2) begin(); work(); if (n > 2) end(); }"), "");
	ck_assert_str_eq(ways("void f(int n) { if (n > 2) begin(); n = work(); if (n > 2) end(); }"), "return");
	ck_assert_str_eq(ways("int f() { int rc = begin(); if (rc != cudaSuccess) return rc; end(); return 0; }"), "");
	ck_assert_str_eq(ways("int f() { if (begin()) return 1; int rc = work(); if (rc != cudaSuccess) return rc; end(); return 0; }"), "return");
	ck_assert_str_eq(ways("void f() { bool open = false; if (wanted()) { begin(); open = true; } if (open) end(); }"), "");
}
END_TEST

START_TEST(answers_of_callees)
{
	ck_assert_str_eq(ways("bool ok(cudaError_t e) { return e == cudaSuccess; }\nvoid f() { if (!ok(begin())) return; end(); }"), "");
	ck_assert_str_eq(ways("void must(cudaError_t e) { if (e != cudaSuccess) throw e; }\nvoid f() { must(begin()); end(); }"), "");
	ck_assert_str_eq(ways("void must(cudaError_t e) { if (e != cudaSuccess) throw e; }\nvoid f() { must(begin()); must(work()); end(); }"), "callee");
}
END_TEST

static bool throws(const char *text)
{
	program("a.cu", text);
	return program_throws(&made.program, made_fn(&made, "f"));
}

START_TEST(throwing)
{
	ck_assert(throws("void f() { throw 1; }"));
	ck_assert(!throws("void f() { work(); }"));
	ck_assert(!throws("void f() { try { throw 1; } catch (...) { } }"));
	ck_assert(throws("void f() { try { throw 1; } catch (...) { throw; } }"));
	ck_assert(!throws("void f() noexcept { throw 1; }"));
	ck_assert(throws("void g() { C10_CUDA_CHECK(work()); }\nvoid f() { g(); }"));
	ck_assert(throws("#define CHECK(e) do { if (e) throw 1; } while (0)\nvoid f() { CHECK(work()); }"));
	ck_assert(!throws("void g();\nvoid f() { g(); f(); }"));
}
END_TEST

TCase *path_tests(void)
{
	TCase *t = tcase_create("paths");
	tcase_add_test(t, ways_out);
	tcase_add_test(t, known_conditions);
	tcase_add_test(t, answers_of_callees);
	tcase_add_test(t, throwing);
	return t;
}
