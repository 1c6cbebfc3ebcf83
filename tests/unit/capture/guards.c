/* Conditions that ask whether a capture is open split the states. */
#include "tests.h"

/* In a function that takes a stream everything may be captured. */
static void guarded(const char *body, const char *expected)
{
	struct arena scratch = {0};
	captured("a.cu", arena_format(&scratch, "void f(cudaStream_t s, bool x) { %s k<<<1, 1, 0, s>>>(); }\n", body));
	arena_release(&scratch);
	check_states("f", expected);
}

#define ASK "cudaStreamCaptureStatus st; cudaStreamIsCapturing(s, &st); "

START_TEST(status)
{
	guarded(ASK "if (st == cudaStreamCaptureStatusNone) a(); else b();", "a never, b captured");
	guarded(ASK "if (st != cudaStreamCaptureStatusNone) return; a();", "a never");
	guarded(ASK "bool c = st == cudaStreamCaptureStatusActive; if (!c) a(); b();", "a never, b captured");
}
END_TEST

/* A question that fails is an answer too: nobody captures what can't be asked. */
START_TEST(failed_question)
{
	guarded("cudaStreamCaptureStatus st; if (cudaStreamIsCapturing(s, &st) == cudaSuccess && st != cudaStreamCaptureStatusNone) return; a();", "a never");
	guarded("cudaStreamCaptureStatus st; cudaError_t e = cudaStreamIsCapturing(s, &st); if (e != cudaSuccess) a(); b();", "a never, b captured");
	guarded("cudaError_t e = cudaStreamQuery(s); if (e != cudaSuccess) a(); b();", "a captured, b captured");
}
END_TEST

/* A project's own names; not those of what may be captured one day. */
START_TEST(names)
{
	guarded("if (is_capturing()) return; a();", "a never");
	guarded("bool in_capture = q(); if (!in_capture) a();", "q captured, a never");
	guarded("bool capture_enabled = q(); if (!capture_enabled) a();", "q captured, a captured");
}
END_TEST

/* Set again behind the question, a flag says no more that nothing is captured. */
START_TEST(overruled)
{
	guarded(ASK "bool eager = st == cudaStreamCaptureStatusNone; if (x) eager = true; if (eager) a();", "a captured");
}
END_TEST

TCase *guard_tests(void)
{
	TCase *c = tcase_create("guards");
	tcase_add_test(c, status);
	tcase_add_test(c, failed_question);
	tcase_add_test(c, names);
	tcase_add_test(c, overruled);
	return c;
}
