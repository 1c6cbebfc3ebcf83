// Wrappers that give a call to another language under a name of its own: their number is its code, and callers, who are not seen, judge it. The other function makes
// something of its own, and who gets nothing from it goes on.
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>

__global__ void work(float *p);

extern "C" {

int cudaMallocFromC(intptr_t *p, size_t bytes)
{
	cudaError_t code = cudaMalloc((void **)p, bytes);
	if (code != cudaSuccess) {
		std::printf("cudaMalloc: %s\n", cudaGetErrorString(code));
		return 0;
	}
	return 1;
}

int gpuMallocFromC(intptr_t *p, size_t bytes) { return cudaMallocFromC(p, bytes); }

int cuda_memcpy_2d_c_(intptr_t *to, intptr_t *from, size_t pitch, size_t rows)
{
	return cudaMemcpy2D((void *)*to, pitch, (void *)*from, pitch, pitch, rows, cudaMemcpyDefault) == cudaSuccess;
}

int make_workspace(float **p, size_t bytes)
{
	cudaError_t code = cudaMalloc(p, bytes); // expect: latched-error
	if (code != cudaSuccess) {
		std::printf("no workspace: %s\n", cudaGetErrorString(code));
		return 0;
	}
	return 1;
}

void launch_work(float *p)
{
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		std::printf("launch\n");
}
}
