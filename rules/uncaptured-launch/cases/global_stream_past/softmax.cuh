// The same with a stream that is not in order with the legacy one.
#pragma once
#include <cuda_runtime.h>

__global__ void scale_kernel(float *x, float by, int n);
__global__ void softmax_kernel(float *x, int n);

inline void softmax(float *x, float by, int n, cudaStream_t stream)
{
	scale_kernel<<<n / 256, 256, 0, stream>>>(x, by, n);
	softmax_kernel<<<n / 256, 256>>>(x, n); // expect-warning: uncaptured-launch
	if (cudaGetLastError() != cudaSuccess)
		throw 1;
}
