// A check that a flag or a build turns on is left out by choice; one that stands behind another launch, or behind a return, is none for this one.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

#ifdef DEBUG
#define checkKernelErrors                                                                                              \
	do {                                                                                                           \
		cudaError_t code_ = cudaGetLastError();                                                                \
		if (code_ != cudaSuccess) {                                                                            \
			printf("%s\n", cudaGetErrorString(code_));                                                     \
			abort();                                                                                       \
		}                                                                                                      \
	} while (0)
#else
#define checkKernelErrors
#endif

__global__ void work(float *p);

static void check()
{
	cudaError_t code = cudaGetLastError();
	if (code != cudaSuccess)
		abort();
}

static bool checks_errors();

void by_build_good(float *p)
{
	work<<<1, 32>>>(p);
	checkKernelErrors;
}

static void launch(float *p) { work<<<1, 32>>>(p); }

void by_flag_good(float *p)
{
	launch(p);
	if (checks_errors())
		check();
}

void other_launch_bad(float *p, bool twice)
{
	work<<<1, 32>>>(p); // expect: unchecked-launch
	if (twice) {
		work<<<1, 64>>>(p);
		check();
	}
}

void returned_bad(float *p, bool early)
{
	work<<<1, 32>>>(p); // expect: unchecked-launch
	if (early)
		return;
	check();
}

// One platform's build checks, the other's does not: it is known where the check belongs.
void launched_for_two_platforms(float *p, int n, bool wide, cudaStream_t s)
{
	if (wide)
		work<<<n, 64, 0, s>>>(p); // expect-note: unchecked-launch
	else
		work<<<n, 32, 0, s>>>(p); // expect-note: unchecked-launch
#if USING_CUDA
	if (cudaPeekAtLastError() != cudaSuccess)
		__builtin_trap();
#endif
}

// The arm is another launch's.
void launched_beside_an_arm(float *p, int n, cudaStream_t s)
{
	work<<<n, 64, 0, s>>>(p); // expect: unchecked-launch
#if USING_CUDA
	work<<<n, 32, 0, s>>>(p); // expect: unchecked-launch
#endif
}
