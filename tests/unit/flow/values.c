/* Values: how codes and answers move between variables, and how a code is lost. */
#include "tests.h"

START_TEST(moves)
{
	check_survivors("bool f(int *p) { cudaError_t e = cudaMalloc(&p, 4); cudaError_t g = e; auto h = g; if (h != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { bool ok = cudaMalloc(&p, 4) == cudaSuccess; bool bad = !ok; if (bad) cudaGetLastError(); return ok; }", "");
	check_survivors("bool f(int *p) { int rc = (int)cudaMalloc(&p, 4); if (rc) return false; return true; }", "survivor degraded zero cudaMalloc\n");
}
END_TEST

START_TEST(returned_condition)
{
	check_survivors("bool f(int *p) { return cudaMalloc(&p, 4) == cudaSuccess; }", "survivor degraded zero cudaMalloc\n");
	check_survivors("bool f(int *p) { bool ok = cudaMalloc(&p, 4) == cudaSuccess; return ok; }", "survivor degraded zero cudaMalloc\n");
}
END_TEST

START_TEST(accumulated)
{
	check_survivors("int f(int *p) { int bad = 0; bad |= cudaMalloc(&p, 4); bad |= cudaMemset(p, 0, 4); if (bad) return 1; return 0; }",
	                "survivor degraded number cudaMalloc\nsurvivor degraded number cudaMemset\n");
	check_survivors("int f(int *p) { int bad = 0; bad |= cudaMalloc(&p, 4); bad |= cudaMemset(p, 0, 4); if (bad) abort(); return 0; }", "");
	check_survivors("int f(int *p) { bool ok = true; ok &= cudaMalloc(&p, 4) == cudaSuccess; ok &= cudaMemset(p, 0, 4) == cudaSuccess; if (!ok) abort(); return 0; }", "");
	check_losses("int f(int *p) { int bad = cudaMalloc(&p, 4) | cudaMemset(p, 0, 4); if (bad) abort(); return 0; }", "");
}
END_TEST

/* What a variable holds on the way to a call is true of its failure, too. */
START_TEST(constants)
{
	check_survivors("int f(int *p) { int rc = 1; if (cudaMalloc(&p, 4) != cudaSuccess) goto out; rc = 0; out: if (rc) abort(); return rc; }", "");
	check_survivors("bool g(int *p) { bool ok = false; if (cudaMalloc(&p, 4) != cudaSuccess) goto out; ok = true; out: return ok; }\nvoid f(int *p) { if (!g(p)) abort(); }\n", "");
	check_survivors("bool f(int *p) { bool ok = false; if (cudaMalloc(&p, 4) != cudaSuccess) goto out; ok = true; out: return ok; }", "survivor degraded zero cudaMalloc\n");
	check_survivors("int f(int *p) { int bad = 0; if (cudaMalloc(&p, 4) != cudaSuccess) bad++; if (bad) abort(); return 0; }", "");
	check_survivors("int f(int *p) { int bad = 0; if (cudaMalloc(&p, 4) != cudaSuccess) bad += 1; if (bad) abort(); return 0; }", "");
	check_survivors("int f(int *p) { int bad = 0; if (cudaMalloc(&p, 4) != cudaSuccess) bad |= 2; if (bad) return 1; cudaGetLastError(); return 0; }",
	                "survivor degraded number cudaMalloc\n");
	/* Counted on the good path, too: no answer. */
	check_survivors("int f(int *p, int n) { if (cudaMalloc(&p, 4) != cudaSuccess) puts(\"x\"); n++; return n; }", "survivor degraded nothing cudaMalloc\n");
	/* Two failures in one counter: both are found by it. */
	check_survivors("int f(int *p) { int bad = 0; if (cudaMalloc(&p, 4)) ++bad; if (cudaMemset(p, 0, 4)) ++bad; if (bad > 0) abort(); return 0; }", "");
}
END_TEST

/* It may have been written since. */
START_TEST(no_constants)
{
	static const char *const writes[] = {"get(&n)", "get(n)", "n = get()", "n--", "n -= 1", "[&] { n = get(); }()", "std::cin >> n"};
	for (u32 i = 0; i < COUNT(writes); i++) {
		struct strbuf text = {0};
		strbuf_addf(&text, "bool f(int *p) { int n = 0; if (cudaMalloc(&p, 4) != cudaSuccess) p = 0; %s; if (n) return false; cudaGetLastError(); return true; }", writes[i]);
		check_survivors(text.p, "survivor degraded zero cudaMalloc\n");
		strbuf_release(&text);
	}
}
END_TEST

START_TEST(discarded)
{
	check_losses("void f(int *p) { cudaMalloc(&p, 4); }", "loss discarded cudaMalloc\n");
	check_losses("void f(int *p) { (void)cudaMalloc(&p, 4); }", "loss void cudaMalloc\n");
	check_losses("void f(int *p) { static_cast<void>(cudaMalloc(&p, 4)); }", "loss void cudaMalloc\n");
	check_losses("void f(int *p) { std::ignore = cudaMalloc(&p, 4); }", "loss void cudaMalloc\n");
	check_losses("void f(int *p) { if (p) cudaFree(p); else cudaMalloc(&p, 4), cudaDeviceSynchronize(); }",
	             "loss discarded cudaFree\nloss discarded cudaMalloc\nloss discarded cudaDeviceSynchronize\n");
}
END_TEST

START_TEST(drained_on_purpose)
{
	check_losses("void f(int *p) { cudaFree(p); cudaGetLastError(); }", "loss discarded cudaFree picked-up drained\n");
	check_losses("int f(int *p) { cudaFree(p); return cudaGetLastError() == cudaSuccess; }", "loss discarded cudaFree picked-up\n");
	check_losses("void f(int *p) { cudaFree(p); k<<<1, 1>>>(); cudaGetLastError(); }", "loss discarded cudaFree\n");
}
END_TEST

START_TEST(unread)
{
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); }", "loss unread cudaMalloc\n");
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (e) abort(); }", "");
	/* Looked at on some path. */
	check_losses("void f(int *p, bool b) { cudaError_t e = cudaMalloc(&p, 4); if (b && e) abort(); }", "");
	check_losses("cudaError_t f(int *p) { cudaError_t e = cudaMalloc(&p, 4); return e; }", "");
	check_losses("void f(int *p) { cudaError_t e = cudaMalloc(&p, 4); puts(cudaGetErrorString(e)); }", "loss unread cudaMalloc\n");
}
END_TEST

START_TEST(overwritten)
{
	check_losses("cudaError_t f(int *p) { cudaError_t e = cudaMalloc(&p, 4); e = cudaMemset(p, 0, 4); return e; }",
	             "loss overwritten cudaMalloc\n");
	check_losses("cudaError_t f(int *p) { cudaError_t e = cudaMalloc(&p, 4); if (!e) e = cudaMemset(p, 0, 4); return e; }", "");
	check_losses("cudaError_t f(int *p, int n) { cudaError_t e = cudaSuccess; for (int i = 0; i < n; i++) e = cudaMemset(p, 0, 4); return e; }",
	             "loss overwritten cudaMemset\n");
	check_losses("cudaError_t f(int *p, int n) { cudaError_t e = cudaSuccess; for (int i = 0; i < n && !e; i++) e = cudaMemset(p, 0, 4); return e; }", "");
}
END_TEST

/* Whoever reads a member or what a pointer points to may look at it. */
START_TEST(handed_over)
{
	check_losses("struct A { cudaError_t e; void f(int *p) { e = cudaMalloc(&p, 4); } };", "");
	check_losses("void f(int *p, cudaError_t *out) { *out = cudaMalloc(&p, 4); }", "");
	check_losses("cudaError_t last; void f(int *p) { last = cudaMalloc(&p, 4); }", "");
	check_losses("void f(int *p) { static cudaError_t e; e = cudaMalloc(&p, 4); }", "");
	check_losses("void f(int *p, cudaError_t &out) { out = cudaMalloc(&p, 4); }", "");
}
END_TEST

START_TEST(parts)
{
	check_survivors("struct R { cudaError_t code; int n; };\nbool f(int *p) { R r; r.code = cudaMalloc(&p, 4); if (r.code != cudaSuccess) return false; return true; }",
	                "survivor degraded zero cudaMalloc:2\n");
	/* Copied as a whole: the parts of the copy are not followed. */
	check_losses("struct R { cudaError_t code; int n; };\nvoid f(int *p) { R r; r.code = cudaMalloc(&p, 4); R s = r; use(s); }", "");
	check_losses("struct R { cudaError_t code; int n; };\nvoid f(int *p) { R r; r.code = cudaMalloc(&p, 4); int s = r.n; use(s); }", "loss unread cudaMalloc:2\n");
	/* Returned as a whole: the caller has it. */
	check_losses("struct R { cudaError_t code; int n; };\nR f(int *p) { R r; r.code = cudaMalloc(&p, 4); return r; }", "");
}
END_TEST

/* The answer is kept for others: tolerated here. */
START_TEST(answer_in_a_member)
{
	check_survivors("struct A { bool ok; void f(int *p) { ok = cudaMalloc(&p, 4) == cudaSuccess; } };", "survivor degraded nothing cudaMalloc\n");
}
END_TEST

START_TEST(judged_by_an_output)
{
	check_losses("bool f(int n) { n = 0; cudaGetDeviceCount(&n); if (n == 0) return false; return true; }", "loss discarded cudaGetDeviceCount judged\n");
	check_losses("void f(int n) { n = 0; cudaGetDeviceCount(&n); }", "loss discarded cudaGetDeviceCount\n");
}
END_TEST

/* A call that does not latch leaves nothing in the slot. */
START_TEST(does_not_latch)
{
	check_survivors("bool f(void *p) { if (cuMemFree(p) != CUDA_SUCCESS) return false; return true; }", "");
}
END_TEST

TCase *value_tests(void)
{
	TCase *t = tcase_create("values");
	tcase_add_test(t, moves);
	tcase_add_test(t, returned_condition);
	tcase_add_test(t, accumulated);
	tcase_add_test(t, constants);
	tcase_add_test(t, no_constants);
	tcase_add_test(t, discarded);
	tcase_add_test(t, drained_on_purpose);
	tcase_add_test(t, unread);
	tcase_add_test(t, overwritten);
	tcase_add_test(t, handed_over);
	tcase_add_test(t, parts);
	tcase_add_test(t, answer_in_a_member);
	tcase_add_test(t, judged_by_an_output);
	tcase_add_test(t, does_not_latch);
	return t;
}
