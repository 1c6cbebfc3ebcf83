// What was kept when something new took its place is built by nobody.
#include <cuda_runtime.h>

__global__ void scale(float *p, int n);

cudaError_t halve(float *p, int n, cudaStream_t s)
{
	scale<<<1, 32>>>(p, n);
	return cudaGetLastError();
}
