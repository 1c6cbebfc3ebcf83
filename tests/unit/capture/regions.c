/* What opens a capture, in which mode, and how sure that is. */
#include "tests.h"

#define BEGIN "cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed);"
#define END "cudaStreamEndCapture(s, g);"

START_TEST(modes)
{
	captured("a.cu", "void r(cudaStream_t q) { cudaStreamBeginCapture(q, cudaStreamCaptureModeGlobal); }\n"
	                 "void t(cudaStream_t q) { cudaStreamBeginCapture(q, cudaStreamCaptureModeThreadLocal); }\n"
	                 "void u(cudaStream_t q, cudaStreamCaptureMode m) { cudaStreamBeginCapture(q, m); }\nint main() { return 0; }\n");
	check_regions("code global r cudaStreamBeginCapture\ncode thread-local t cudaStreamBeginCapture\ncode u cudaStreamBeginCapture\n");
}
END_TEST

START_TEST(portable_names)
{
	captured("a.cc", "void r(gpuStream_t q) { gpuStreamSynchronize(q); gpuStreamBeginCapture(q, gpuStreamCaptureModeRelaxed); a(); gpuStreamEndCapture(q, g); }\nint main() { return 0; }\n");
	check_regions("code relaxed r gpuStreamBeginCapture\n");
}
END_TEST

/* A wrapper of begin opens for its callers, a constructor as well; what it returns too. */
START_TEST(wrappers)
{
	captured("a.cu", "static void open() { " BEGIN " }\nstatic void close() { " END " }\nvoid f() { open(); a(); close(); b(); }\nint main() { return 0; }\n");
	check_regions("code relaxed open cudaStreamBeginCapture\ncode f open\n");
	check_states("f", "a captured, b eager");
	captured("a.cu", "struct Guard { Guard() { " BEGIN " } ~Guard() { " END " } };\nGuard make() { return Guard(); }\n"
	                 "void f() { a(); { Guard x; b(); } c(); }\nvoid h() { { auto x = make(); b(); } c(); }\nint main() { return 0; }\n");
	check_states("f", "a eager, b captured, c eager");
	check_states("h", "b captured, c eager");
}
END_TEST

/* A function that begins and ends is nobody's begin. */
START_TEST(whole)
{
	captured("a.cu", "static void record() { " BEGIN " a(); " END " }\nvoid f() { record(); b(); cudaDeviceSynchronize(); }\nint main() { return 0; }\n");
	check_regions("code relaxed record cudaStreamBeginCapture\n");
	check_reached("record code\n");
}
END_TEST

START_TEST(python)
{
	captured("a.py", "import torch\ndef f(x):\n    g = torch.cuda.CUDAGraph()\n    with torch.cuda.graph(g):\n        a()\n    b()\n");
	check_regions("code global f torch.cuda.graph\n");
	check_states("f", "a captured, b eager");
}
END_TEST

/* A library's functions that take a stream; none of a program of its own, of set-up, or of tests. */
START_TEST(profile)
{
	captured("a.cu", "void run(float *p, cudaStream_t stream) { k<<<1, 1, 0, stream>>>(p); }\nvoid init(cudaStream_t stream) { cudaMalloc(&p, 4); }\n");
	check_regions("profile run stream\n");
	captured("a.cu", "void run(float *p, cudaStream_t stream) { k<<<1, 1, 0, stream>>>(p); }\nint main() { return 0; }\n");
	check_regions("");
	captured("tests/a.cu", "void run(float *p, cudaStream_t stream) { k<<<1, 1, 0, stream>>>(p); }\n");
	check_regions("");
}
END_TEST

TCase *region_tests(void)
{
	TCase *c = tcase_create("regions");
	tcase_add_test(c, modes);
	tcase_add_test(c, portable_names);
	tcase_add_test(c, wrappers);
	tcase_add_test(c, whole);
	tcase_add_test(c, python);
	tcase_add_test(c, profile);
	return c;
}
