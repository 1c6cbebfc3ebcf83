/* What a library makes of streams, and whose tensors it speaks of. */
#include "tests.h"

#include "capture/habit.h"
#include "capture/local.h"

static const struct work *work_of(const char *function) { return &capture_habits(&capture)->works[made_fn(&made, function)]; }

static bool is_library(const char *function) { return capture_is_library(&capture, made_fn(&made, function)); }

START_TEST(works)
{
	captured("a.cu", "__global__ void k(int *p);\n"
	                 "void named(int *p, cudaStream_t s) { k<<<1, 1, 0, s>>>(p); }\n"
	                 "void bare(int *p) { k<<<1, 1>>>(p); cudaStreamSynchronize(0); }\n"
	                 "void barrier() { sync_all<<<1, 1>>>(); cudaDeviceSynchronize(); }\n"
	                 "void legacy(int *p) { cudaMemsetAsync(p, 0, 4, cudaStreamLegacy); }\n");
	ck_assert(work_of("named")->has_stream && !work_of("named")->waits);
	ck_assert_uint_eq(work_of("named")->launch, NONE);
	ck_assert(!work_of("bare")->has_stream && !work_of("bare")->names_legacy && work_of("bare")->waits);
	ck_assert_uint_ne(work_of("bare")->launch, NONE);
	ck_assert_uint_eq(work_of("barrier")->launch, NONE);
	ck_assert(work_of("barrier")->waits);
	ck_assert(work_of("legacy")->names_legacy && !work_of("legacy")->has_stream);
}
END_TEST

/* A program's own code, tests and what the device runs are no library's. */
START_TEST(library)
{
	captured("a.cu", "__global__ void k(int *p) {}\nvoid f(int *p) { k<<<1, 1>>>(p); }\nstruct A { A() { f(0); } void m() { f(0); } };\n",
	         "b.cu", "void g(int *p) { k<<<1, 1>>>(p); }\nint main() { g(0); }\n",
	         "tests/c.cu", "void h(int *p) { k<<<1, 1>>>(p); }\n");
	ck_assert(is_library("f"));
	ck_assert(is_library("A::m"));
	ck_assert(!is_library("A::A"));
	ck_assert(!is_library("k"));
	ck_assert(!is_library("g"));
	ck_assert(!is_library("h"));
	ck_assert_uint_eq(work_of("h")->launch, NONE);
}
END_TEST

/* As many functions that name a stream as such that launch without one make a library that names streams; one fewer does not. */
START_TEST(majority)
{
	captured("a.cu", "void a(int *p, cudaStream_t s) { k<<<1, 1, 0, s>>>(p); }\nvoid b(int *p) { k<<<1, 1>>>(p); }\n");
	ck_assert(capture_habits(&capture)->names_streams);
	ck_assert_uint_eq(capture_habits(&capture)->with[0], 1);
	ck_assert_uint_eq(capture_habits(&capture)->without[0], 1);
	captured("a.cu", "void a(int *p, cudaStream_t s) { k<<<1, 1, 0, s>>>(p); }\nvoid b(int *p) { k<<<1, 1>>>(p); }\nvoid c(int *p) { k<<<1, 1>>>(p); }\n");
	ck_assert(!capture_habits(&capture)->names_streams);
	/* One that does both names its streams. */
	captured("a.cu", "void a(int *p, cudaStream_t s) { k<<<1, 1, 0, s>>>(p); k<<<1, 1>>>(p); }\n");
	ck_assert_uint_eq(capture_habits(&capture)->without[0], 0);
}
END_TEST

static void is_class(const char *type, const char *expected)
{
	struct str got = tensor_class(str_of(type));
	ck_assert_msg(str_is(got, expected), "%s: '%.*s', expected '%s'", type, (int)got.n, got.p, expected);
}

START_TEST(tensor_names)
{
	is_class("const at::Tensor &", "at::Tensor");
	is_class("std::optional<torch::Tensor>", "torch::Tensor");
	is_class("NVTETensor", "NVTETensor");
	is_class("ITensor &", "ITensor");
	is_class("tvm::ffi::TensorView", "tvm::ffi::TensorView");
	is_class("ffi::Buffer<F32>", "ffi::Buffer");
	is_class("Buffer &", "");
	is_class("Tensor<Engine, Layout>", "");
	is_class("TensorQ", "");
	is_class("TensorIterator", "");
	is_class("float *", "");
	is_class("", "");
}
END_TEST

static bool is_own(u32 file, const char *type)
{
	struct intern own = own_classes(&made.program, &made.arena);
	return is_own_class(&made.program, &own, file, str_of(type));
}

/* The program's own class, whatever it is called; a framework's, though the program gives it a name; else what the file speaks of. */
START_TEST(own_tensors)
{
	captured("a.h", "struct Tensor { float *data; };\nusing Mine = Tensor;\nusing Theirs = at::Tensor;\n", "b.cu", "void f(NDArray x) { cudaFree(0); }\n",
	         "c.cu", "#include <torch/all.h>\nvoid g(NDArray x) { cudaFree(0); }\n", "tests/d.h", "struct TestTensor { int n; };\n");
	ck_assert(is_own(2, "Tensor"));
	ck_assert(is_own(2, "ns::Tensor"));
	ck_assert(is_own(2, "Mine"));
	ck_assert(!is_own(2, "Theirs"));
	ck_assert(!is_own(2, "at::Tensor"));
	ck_assert(!is_own(2, "TestTensor"));
	ck_assert(!is_own(2, "NDArray"));
	ck_assert(is_own(1, "NDArray"));
	ck_assert(!is_own(1, ""));
}
END_TEST

TCase *habit_tests(void)
{
	TCase *t = tcase_create("habits");
	tcase_add_test(t, works);
	tcase_add_test(t, library);
	tcase_add_test(t, majority);
	tcase_add_test(t, tensor_names);
	tcase_add_test(t, own_tensors);
	return t;
}
