/* Which stream work goes to. */
#include "tests.h"

/* Where the stream of `work` comes from, in a function that is reached. */
static enum stream_kind kind(const char *text, const char *work)
{
	captured("a.cu", text);
	const struct body *b = reached_of("f")->body;
	struct values *v = capture_values(&capture, b);
	u32 row = row_of(b, work);
	struct stream_use use;
	ck_assert(stream_use_at(&capture, v, row, &use));
	return (enum stream_kind)stream_of_use(&capture, v, row, &use).kind;
}

#define F(body) "void f(cudaStream_t s) { " body " }\n"

START_TEST(kinds)
{
	ck_assert_int_eq(kind(F("k<<<1, 1, 0, s>>>();"), "k"), STREAM_GIVEN);
	ck_assert_int_eq(kind(F("cudaStream_t t = s; k<<<1, 1, 0, t>>>();"), "k"), STREAM_GIVEN);
	ck_assert_int_eq(kind(F("k<<<1, 1>>>();"), "k"), STREAM_LEGACY);
	ck_assert_int_eq(kind(F("cudaMemsetAsync(p, 0, 4);"), "cudaMemsetAsync"), STREAM_LEGACY);
	ck_assert_int_eq(kind(F("cudaMemsetAsync(p, 0, 4, 0);"), "cudaMemsetAsync"), STREAM_LEGACY);
	ck_assert_int_eq(kind(F("cudaStream_t t; cudaStreamCreate(&t); k<<<1, 1, 0, t>>>();"), "k"), STREAM_MADE);
	ck_assert_int_eq(kind(F("static cudaStream_t t = make(); k<<<1, 1, 0, t>>>();"), "k"), STREAM_STATIC);
	ck_assert_int_eq(kind(F("k<<<1, 1, 0, cudaStreamPerThread>>>();"), "k"), STREAM_PER_THREAD);
	ck_assert_int_eq(kind(F("k<<<1, 1, 0, at::cuda::getCurrentCUDAStream()>>>();"), "k"), STREAM_CURRENT);
}
END_TEST

/* A size query enqueues nothing. */
START_TEST(queries)
{
	captured("a.cu", F("cub::DeviceReduce::Sum(nullptr, n, a, b, 4, s); k<<<1, 1, 0, s>>>();"));
	const struct body *b = reached_of("f")->body;
	struct stream_use use;
	ck_assert(!stream_use_at(&capture, capture_values(&capture, b), row_of(b, "cub::DeviceReduce::Sum"), &use));
}
END_TEST

TCase *stream_tests(void)
{
	TCase *c = tcase_create("streams");
	tcase_add_test(c, kinds);
	tcase_add_test(c, queries);
	return c;
}
