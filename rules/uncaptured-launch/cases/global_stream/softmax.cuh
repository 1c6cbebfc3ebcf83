// rules: uncaptured-launch
// The one program that calls it gives it a global stream that it makes as a blocking one: the legacy stream is in order with that. What is handed to a benchmark elsewhere is a namesake.
#pragma once
#include <cuda_runtime.h>

__global__ void scale_kernel(float *x, float by, int n);
__global__ void softmax_kernel(float *x, int n);

inline void softmax(float *x, float by, int n, cudaStream_t stream)
{
	scale_kernel<<<n / 256, 256, 0, stream>>>(x, by, n);
	softmax_kernel<<<n / 256, 256>>>(x, n); // expect-note: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
