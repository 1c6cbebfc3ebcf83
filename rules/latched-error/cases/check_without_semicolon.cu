#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#ifndef RESET_FIRST
#define RESET_FIRST cudaDeviceReset();
#endif

template <typename T>
void checked(T result, const char *call)
{
	if (result) {
		std::fprintf(stderr, "%s: %d\n", call, static_cast<int>(result));
		RESET_FIRST
		// The process ends here.
		exit(EXIT_FAILURE);
	}
}

template <typename T>
void noted(T result, const char *call)
{
	if (result) {
		std::fprintf(stderr, "%s: %d\n", call, static_cast<int>(result));
		RESET_FIRST
	}
}

__global__ void kernel(float *p);

bool run(float **p)
{
	checked(cudaMalloc(p, 1024), "cudaMalloc");
	kernel<<<1, 256>>>(*p);
	return cudaGetLastError() == cudaSuccess;
}

bool run_bad(float **p)
{
	noted(cudaMalloc(p, 1024), "cudaMalloc"); // expect: latched-error
	kernel<<<1, 256>>>(*p);
	return cudaGetLastError() == cudaSuccess; // expect: blamed-launch
}
