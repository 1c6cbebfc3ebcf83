// The same in a file of few launches: it may be a part of something that reads the slot.
#include <cuda_runtime.h>

__global__ void kernel(float *p, int n);

float *scratch(size_t bytes)
{
	float *p = nullptr;
	if (cudaMalloc(&p, bytes) != cudaSuccess) // expect-warning: latched-error
		return nullptr;
	return p;
}

void forget() { cudaGetLastError(); }

void add(float *p, int n, cudaStream_t s) { kernel<<<1, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void scale(float *p, int n, cudaStream_t s) { kernel<<<2, 64, 0, s>>>(p, n); } // expect: unchecked-launch
