// Both are linked with it.
#include "buffer.h"

void *buffer_share(size_t n)
{
	void *p = nullptr;
	if (cudaMallocManaged(&p, n) != cudaSuccess) // expect-warning: latched-error
		return nullptr;
	return p;
}

void *buffer_take(size_t n)
{
	void *p = nullptr;
	cudaError_t code = cudaMalloc(&p, n);
	return code == cudaSuccess ? p : nullptr;
}
