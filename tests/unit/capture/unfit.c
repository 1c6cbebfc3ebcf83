/* What needs the host on every way can be captured by nobody; and which functions open a capture below them. */
#include "tests.h"

#include "capture/below.h"
#include "capture/unfit.h"

#define TAKES "(torch::Tensor x, int *p, cudaStream_t s, bool b)"

static struct unfit told;

/* About the launch of k in `function`, that its users may capture. */
static bool is_unfit(const char *function)
{
	const struct reached *r = reached_of(function);
	told = (struct unfit){0};
	return capture_is_unfit(&capture, (u32)(r - capture.reached.at), row_of(r->body, "k"), &told);
}

static bool is_unfit_with(const char *before, const char *behind)
{
	struct arena scratch = {0};
	captured("a.cu", arena_format(&scratch, "void f" TAKES " { %s k<<<1, 1, 0, s>>>(p); %s }\n", before, behind));
	arena_release(&scratch);
	return is_unfit("f");
}

START_TEST(stands_on_every_way)
{
	ck_assert(is_unfit_with("cudaDeviceSynchronize();", ""));
	ck_assert(told.is_before && told.waits && str_is(told.by, "cudaDeviceSynchronize"));
	ck_assert(is_unfit_with("", "cudaStreamSynchronize(s);"));
	ck_assert(!told.is_before && told.waits);
	ck_assert(is_unfit_with("cudaMalloc(&p, 4);", ""));
	ck_assert(told.is_before && !told.waits);
	ck_assert(!is_unfit_with("", ""));
	ck_assert(!is_unfit_with("cudaMemsetAsync(p, 0, 4, s);", "cudaEventRecord(e, s);"));
}
END_TEST

START_TEST(stands_on_one_way)
{
	ck_assert(!is_unfit_with("if (b) cudaDeviceSynchronize();", ""));
	ck_assert(!is_unfit_with("", "if (b) cudaStreamSynchronize(s);"));
	ck_assert(!is_unfit_with("if (b) { cudaFree(p); return; }", ""));
	ck_assert(is_unfit_with("", "if (b) cudaStreamSynchronize(s); else cudaDeviceSynchronize(); cudaFree(p);"));
	/* A static's initialiser runs once. */
	ck_assert(!is_unfit_with("static int n = (cudaDeviceSynchronize(), 1);", ""));
}
END_TEST

/* What comes back to the host, though the call's name does not say that it waits. */
START_TEST(comes_back)
{
	ck_assert(is_unfit_with("float n = x.item<float>();", ""));
	ck_assert(is_unfit_with("auto i = x.nonzero();", ""));
	ck_assert(is_unfit_with("auto i = at::masked_select(x, x);", ""));
	ck_assert(is_unfit_with("auto h = x.cpu();", ""));
	ck_assert(!is_unfit_with("auto h = x.unique();", ""));
	ck_assert(!is_unfit_with("auto h = x.cpu(3);", ""));
	ck_assert(is_unfit_with("int *end = thrust::remove_copy_if(p, p + 4, p, f);", ""));
	ck_assert(!is_unfit_with("thrust::remove_copy_if(p, p + 4, p, f);", ""));
	ck_assert(!is_unfit_with("auto end = thrust::transform(p, p + 4, p, f);", ""));
	ck_assert(is_unfit_with("cudaMemcpy(&n, p, 4, cudaMemcpyDeviceToHost);", ""));
	ck_assert(!is_unfit_with("cudaMemcpyAsync(p, &n, 4, cudaMemcpyHostToDevice, s);", ""));
}
END_TEST

/* In a function that it calls, if that waits on every way; and in one that calls it. */
START_TEST(in_other_functions)
{
	captured("a.cu", "static void wait(cudaStream_t s) { cudaStreamSynchronize(s); }\nvoid f" TAKES " { wait(s); k<<<1, 1, 0, s>>>(p); }\n");
	ck_assert(is_unfit("f"));
	ck_assert(!told.waits);
	captured("a.cu", "static void wait(cudaStream_t s, bool b) { if (b) cudaStreamSynchronize(s); }\nvoid f" TAKES " { wait(s, b); k<<<1, 1, 0, s>>>(p); }\n");
	ck_assert(!is_unfit("f"));
	/* Some calls down, not any number of them. */
	captured("a.cu", "static void w4() { cudaDeviceSynchronize(); }\nstatic void w3() { w4(); }\nstatic void w2() { w3(); }\nstatic void w1() { w2(); }\nvoid f" TAKES " { w1(); k<<<1, 1, 0, s>>>(p); }\n");
	ck_assert(is_unfit("f"));
	captured("a.cu", "static void w6() { cudaDeviceSynchronize(); }\nstatic void w5() { w6(); }\nstatic void w4() { w5(); }\nstatic void w3() { w4(); }\nstatic void w2() { w3(); }\nstatic void w1() { w2(); }\n"
	                 "void f" TAKES " { w1(); k<<<1, 1, 0, s>>>(p); }\n");
	ck_assert(!is_unfit("f"));
	captured("a.cu", "static void low(int *p) { k<<<1, 1>>>(p); }\nvoid f" TAKES " { low(p); cudaDeviceSynchronize(); }\n");
	ck_assert(is_unfit("low"));
	ck_assert(!told.is_before);
}
END_TEST

#define CAPTURES "{ cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); cudaStreamEndCapture(s, &g); }\n"

static bool opens_below(const char *function, u32 depth, u32 left, bool is_sure)
{
	struct below below;
	struct arena scratch = {0};
	below_open(&below, &capture, &scratch, depth, is_sure);
	below.left = left;
	bool is_below = captures_below(&below, made_fn(&made, function));
	ck_assert_msg(captures_below(&below, made_fn(&made, function)) == is_below, "asked again, the answer is another one");
	arena_release(&scratch);
	return is_below;
}

START_TEST(depth)
{
	captured("a.cu", "void opens(cudaStream_t s) " CAPTURES "void one(cudaStream_t s) { opens(s); }\nvoid two(cudaStream_t s) { one(s); }\n"
	                 "void none(cudaStream_t s) { none(s); launch(s); }\n");
	ck_assert(opens_below("opens", 0, 9, false));
	ck_assert(!opens_below("one", 0, 9, false));
	ck_assert(opens_below("one", 1, 9, false));
	ck_assert(!opens_below("two", 1, 9, false));
	ck_assert(opens_below("two", 2, 9, false));
	ck_assert(!opens_below("none", 9, 9, false));
	ck_assert_msg(!opens_below("two", 2, 2, false), "more functions are looked at than may be");
}
END_TEST

/* A no that was found at the end of what is followed is none for who asks from nearer. */
START_TEST(asked_again)
{
	captured("a.cu", "void opens(cudaStream_t s) " CAPTURES "void one(cudaStream_t s) { opens(s); }\nvoid two(cudaStream_t s) { one(s); }\n");
	struct below below;
	struct arena scratch = {0};
	below_open(&below, &capture, &scratch, 1, false);
	below.left = 9;
	ck_assert(!captures_below(&below, made_fn(&made, "two")));
	ck_assert(captures_below(&below, made_fn(&made, "one")));
	arena_release(&scratch);
}
END_TEST

/* A method that its name alone resolves is followed only where a guess will do. */
START_TEST(resolved_by_name)
{
	captured("a.py", "import torch\n\nclass A:\n    def record_all(self, g):\n        with torch.cuda.graph(g):\n            pass\n\ndef f(x, g):\n    x.record_all(g)\n");
	ck_assert(opens_below("f", 2, 9, false));
	ck_assert(!opens_below("f", 2, 9, true));
}
END_TEST

TCase *unfit_tests(void)
{
	TCase *t = tcase_create("unfit");
	tcase_add_test(t, stands_on_every_way);
	tcase_add_test(t, stands_on_one_way);
	tcase_add_test(t, comes_back);
	tcase_add_test(t, in_other_functions);
	tcase_add_test(t, depth);
	tcase_add_test(t, asked_again);
	tcase_add_test(t, resolved_by_name);
	return t;
}
