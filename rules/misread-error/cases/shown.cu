#include <cstdio>
#include <cuda_runtime.h>

// rules: misread-error
__global__ void kernel(float *p);

// A lesson: what was read has been printed, and now it is shown that the slot is empty.
void lesson(float *p)
{
	kernel<<<1, 2048>>>(p); // expect: unchecked-launch
	cudaError_t first = cudaGetLastError();
	std::printf("first: %s\n", cudaGetErrorString(first));
	cudaError_t again = cudaPeekAtLastError();
	std::printf("again: %s\n", cudaGetErrorString(again));
	again = cudaGetLastError();
	std::printf("and again: %s\n", cudaGetErrorString(again));
}

void told_bad(float *p)
{
	kernel<<<1, 256>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::printf("failed: %s\n", cudaGetErrorString(cudaGetLastError())); // expect: misread-error
}

void twice_in_one_bad(float *p)
{
	kernel<<<1, 256>>>(p); // expect: unchecked-launch
	std::printf("%s: %s\n", cudaGetErrorName(cudaGetLastError()), cudaGetErrorString(cudaGetLastError())); // expect: misread-error
}
