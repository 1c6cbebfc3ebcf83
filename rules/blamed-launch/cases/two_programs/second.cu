// A second program with a preparation of its own, which goes on without memory.
#include <cuda_runtime.h>

#include <cstdio>

void prepare(void **p, size_t bytes)
{
	if (cudaMalloc(p, bytes) != cudaSuccess) // expect: latched-error
		std::fprintf(stderr, "no memory\n");
}

void second(void **p) { prepare(p, 64); }
