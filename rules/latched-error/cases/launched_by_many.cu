// rules: latched-error
// So many functions launch, and none reads the slot: whoever meets what is left there is in no sight, though only one file uses the runtime.
#include <cuda_runtime.h>

__global__ void kernel(float *p, int n);

float *scratch(size_t bytes)
{
	float *p = nullptr;
	if (cudaMalloc(&p, bytes) != cudaSuccess) // expect-note: latched-error
		return nullptr;
	return p;
}

// Emptied for whoever comes behind: that asks nothing.
void forget() { cudaGetLastError(); }

void add(float *p, int n, cudaStream_t s) { kernel<<<1, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void scale(float *p, int n, cudaStream_t s) { kernel<<<2, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void shift(float *p, int n, cudaStream_t s) { kernel<<<3, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void square(float *p, int n, cudaStream_t s) { kernel<<<4, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void root(float *p, int n, cudaStream_t s) { kernel<<<5, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void invert(float *p, int n, cudaStream_t s) { kernel<<<6, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void clip(float *p, int n, cudaStream_t s) { kernel<<<7, 64, 0, s>>>(p, n); } // expect: unchecked-launch
void fold(float *p, int n, cudaStream_t s) { kernel<<<8, 64, 0, s>>>(p, n); } // expect: unchecked-launch
