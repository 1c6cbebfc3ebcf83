// rules: dropped-error
// What stands in an assert() is not there in a release build.
#include <cassert>
#include <cuda_runtime.h>

void *take_bad(size_t n)
{
	void *p = nullptr;
	assert(cudaMalloc(&p, n) == cudaSuccess); // expect-warning: dropped-error
	return p;
}

void *take_good(size_t n)
{
	void *p = nullptr;
	cudaError_t e = cudaMalloc(&p, n);
	assert(e == cudaSuccess);
	return e == cudaSuccess ? p : nullptr;
}

void fill_bad(void *p, size_t n, cudaStream_t s)
{
	assert(!cudaMemsetAsync(p, 0, n, s)); // expect-warning: dropped-error
}

// A wait that a release build leaves out waits for nothing that anybody reads.
void settle(cudaStream_t s)
{
	assert(cudaStreamSynchronize(s) == cudaSuccess);
}
