/* A stand-in for the runtime: what it declares and defines is no call, so only the one call counts as understood. */
#pragma once
#include <cstdlib>

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation = 2 };
const char *cudaGetErrorString(cudaError_t error);
extern "C" cudaError_t cudaMalloc(void **p, size_t n);

inline cudaError_t cudaFree(void *p)
{
	free(p);
	return cudaSuccess;
}

inline cudaError_t renew(void **p, size_t n)
{
	cudaError_t err = cudaFree(*p);
	return err == cudaSuccess ? cudaMalloc(p, n) : err;
}
