// A check function that asks its caller whether to end the process; what the caller says is a constant.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(float *p);

static void judge(cudaError_t code, const char *file, int line, bool ends)
{
	if (code != cudaSuccess) {
		std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(code));
		if (ends)
			exit(code);
	}
}

#define MUST(call) judge((call), __FILE__, __LINE__, true)
#define SHOULD(call) judge((call), __FILE__, __LINE__, false)

void must_good(float *p, size_t n)
{
	MUST(cudaMemset(p, 0, n));
	work<<<1, 32>>>(p);
	MUST(cudaPeekAtLastError());
}

void should_bad(float *p, size_t n)
{
	SHOULD(cudaMemset(p, 0, n)); // expect: latched-error
	work<<<1, 32>>>(p);
	SHOULD(cudaPeekAtLastError()); // expect: misread-error, blamed-launch
}

void as_told_bad(float *p, bool ends)
{
	work<<<1, 32>>>(p);
	judge(cudaPeekAtLastError(), __FILE__, __LINE__, ends); // expect: misread-error
}
