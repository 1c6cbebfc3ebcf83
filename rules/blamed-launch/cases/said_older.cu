// rules: blamed-launch latched-error
// A read that says of itself that it is about earlier errors is no launch check: nobody takes what it finds for the kernel's failure.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void step(float *x);

static float *scratch(size_t bytes)
{
	float *p = nullptr;
	if (cudaMalloc(&p, bytes) != cudaSuccess) // expect: latched-error
		return nullptr;
	return p;
}

void turns_said(float *x, int n)
{
	for (int i = 0; i < n; i++) {
		// check (and reset) previous errors
		cudaError_t err = cudaGetLastError();
		if (err != cudaSuccess)
			fprintf(stderr, "%s\n", cudaGetErrorString(err));
		step<<<1, 32>>>(x);
		float *more = scratch(4096);
		cudaFree(more);
	}
}

void turns_unsaid(float *x, int n)
{
	for (int i = 0; i < n; i++) {
		// check for errors
		cudaError_t err = cudaGetLastError(); // expect: blamed-launch
		if (err != cudaSuccess)
			fprintf(stderr, "%s\n", cudaGetErrorString(err));
		step<<<1, 32>>>(x);
		float *more = scratch(4096);
		cudaFree(more);
	}
}

// Whatever it says: behind a launch the kernel is blamed.
void launch_said(float *x)
{
	float *more = scratch(4096);
	step<<<1, 32>>>(more ? more : x);
	// look for previous errors
	cudaError_t err = cudaGetLastError(); // expect: blamed-launch
	if (err != cudaSuccess)
		fprintf(stderr, "%s\n", cudaGetErrorString(err));
}

void kernel_said(float *x)
{
	float *more = scratch(4096);
	step<<<1, 32>>>(more ? more : x);
	cudaFree(more);
	// an error of the previous kernel?
	cudaError_t err = cudaGetLastError(); // expect: blamed-launch
	if (err != cudaSuccess)
		fprintf(stderr, "%s\n", cudaGetErrorString(err));
}
