#include <cuda_runtime.h>

#include <cstdlib>

void prepare(void **p, size_t bytes)
{
	if (cudaMalloc(p, bytes) != cudaSuccess)
		std::abort();
}
