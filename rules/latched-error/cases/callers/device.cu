#include "device.h"

// Every caller in the program clears after a false: nothing is left behind.
bool arena_reserve(void **out, size_t bytes)
{
	return cudaMalloc(out, bytes) == cudaSuccess;
}

bool arena_map(void **out, size_t bytes)
{
	return cudaHostAlloc(out, bytes, cudaHostAllocMapped) == cudaSuccess; // expect: latched-error
}

// Hands the code on.
cudaError_t arena_commit(void *base, size_t bytes)
{
	return cudaMemset(base, 0, bytes);
}
