/* What a captured row does that a capture refuses, how sure it is that it runs, and whether only at the first use. */
#include "tests.h"

#define BEGIN "cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);"
#define RELAXED "cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);"
#define END "cudaStreamEndCapture(s, g);"
#define MAIN "\nint main() { return 0; }\n"

static enum hazard_kind hazard_of(const char *function, const char *callee)
{
	const struct reached *r = reached_of(function);
	return (enum hazard_kind)hazard_at(&capture, r, row_of(r->body, callee)).kind;
}

START_TEST(kinds)
{
	captured("a.cu", "void f() { " BEGIN " cudaMalloc(&p, 4); cudaDeviceSynchronize(); cudaMemsetAsync(p, 0, 4, s); cudaEventQuery(e); cublasDestroy(h); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("f", "cudaMalloc"), HAZARD_ALLOCATE);
	ck_assert_int_eq(hazard_of("f", "cudaDeviceSynchronize"), HAZARD_WAIT);
	ck_assert_int_eq(hazard_of("f", "cudaMemsetAsync"), HAZARD_NONE);
	ck_assert_int_eq(hazard_of("f", "cudaEventQuery"), HAZARD_QUERY);
	ck_assert_int_eq(hazard_of("f", "cublasDestroy"), HAZARD_HANDLE);
}
END_TEST

/* Relaxed mode allows what is refused by mode alone: the capture's own, or the thread's by exchange. */
START_TEST(relaxed)
{
	captured("a.cu", "void f() { " RELAXED " cudaMalloc(&p, 4); cudaDeviceSynchronize(); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("f", "cudaMalloc"), HAZARD_NONE);
	ck_assert_int_eq(hazard_of("f", "cudaDeviceSynchronize"), HAZARD_WAIT);
	captured("a.cu", "static void low() { cudaMalloc(&p, 4); }\n"
	                 "void f() { cudaStreamCaptureMode m = cudaStreamCaptureModeRelaxed; " BEGIN " cudaThreadExchangeStreamCaptureMode(&m); low(); "
	                 "cudaThreadExchangeStreamCaptureMode(&m); cudaFree(p); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("low", "cudaMalloc"), HAZARD_NONE);
	ck_assert_int_eq(hazard_of("f", "cudaFree"), HAZARD_FREE);
}
END_TEST

/* Arguments decide about the algorithms of libraries. */
START_TEST(templates)
{
	captured("a.cu", "void f(void *t) { " BEGIN " cub::DeviceSegmentedSort::SortKeys(nullptr, n, k, k, 9, 3, o, o + 1, s); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("f", "cub::DeviceSegmentedSort::SortKeys"), HAZARD_NONE);
	captured("a.cu", "void f(void *t) { " BEGIN " cub::DeviceSegmentedSort::SortKeys(t, n, k, k, 9, 3, o, o + 1, s); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("f", "cub::DeviceSegmentedSort::SortKeys"), HAZARD_WAIT);
	captured("a.cu", "void f() { " BEGIN " thrust::sort(thrust::cuda::par.on(s), p, q); thrust::fill(thrust::cuda::par_nosync.on(s), p, q, 0); "
	                 "thrust::count(thrust::cuda::par_nosync.on(s), p, q, 1); thrust::copy(p, q, r); " END " }" MAIN);
	ck_assert_int_eq(hazard_of("f", "thrust::sort"), HAZARD_WAIT);
	ck_assert_int_eq(hazard_of("f", "thrust::fill"), HAZARD_NONE);
	ck_assert_int_eq(hazard_of("f", "thrust::count"), HAZARD_WAIT);
	ck_assert_int_eq(hazard_of("f", "thrust::copy"), HAZARD_NONE);
}
END_TEST

static enum certainty certainty_of(const char *function, const char *callee)
{
	const struct reached *r = reached_of(function);
	return capture_certainty(&capture, (u32)(r - capture.reached.at), row_of(r->body, callee));
}

START_TEST(certainty)
{
	captured("a.cu", "static void g(int x) { cudaMalloc(&p, 4); if (x) cudaFree(p); if (x == 1) if (x == 2) if (x == 3) if (x == 4) cudaFreeHost(p); }\n"
	                 "static void h(int x) { if (x) cudaHostUnregister(p); }\n"
	                 "void f(int x) { " BEGIN " g(x); if (x) h(x); " END " }" MAIN);
	ck_assert_int_eq(certainty_of("g", "cudaMalloc"), CERTAIN_ALWAYS);
	ck_assert_int_eq(certainty_of("g", "cudaFree"), CERTAIN_SOMETIMES);
	ck_assert_int_eq(certainty_of("h", "cudaHostUnregister"), CERTAIN_SOMETIMES);
}
END_TEST

START_TEST(first_use)
{
	captured("a.cu", "static float *kept; static int ncclKept = -1;\nvoid f() { " BEGIN " if (!kept) cudaMalloc(&kept, 4); cudaFree(p); "
	                 "static cublasHandle_t h = make(); if (ncclKept == -1) { ncclKept = 1; cudaMallocHost(&q, 4); } " END " }" MAIN);
	const struct body *b = reached_of("f")->body;
	struct str held;
	ck_assert(is_first_use(&capture, b, row_of(b, "cudaMalloc"), &held) && str_is(held, "kept"));
	ck_assert(!is_first_use(&capture, b, row_of(b, "cudaFree"), &held));
	ck_assert(is_first_use(&capture, b, row_of(b, "make"), &held) && str_is(held, "h"));
	ck_assert(is_first_use(&capture, b, row_of(b, "cudaMallocHost"), &held) && str_is(held, "ncclKept"));
}
END_TEST

TCase *hazard_tests(void)
{
	TCase *c = tcase_create("hazards");
	tcase_add_test(c, kinds);
	tcase_add_test(c, relaxed);
	tcase_add_test(c, templates);
	tcase_add_test(c, certainty);
	tcase_add_test(c, first_use);
	return c;
}
