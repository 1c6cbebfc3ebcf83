// The same, in a program that goes on after one failure: that one is taken for the allocation.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void work(float *p);

static void check(cudaError_t err)
{
	if (err != cudaSuccess) {
		std::fprintf(stderr, "%s\n", cudaGetErrorString(err));
		std::exit(1);
	}
}

static bool allocate(float **p, size_t n)
{
	cudaMalloc(p, n);
	cudaError_t err = cudaGetLastError(); // expect-warning: swallowed-error
	if (err == cudaErrorMemoryAllocation)
		return false;
	check(err);
	return true;
}

static void run(float *p, size_t n)
{
	if (cudaMemset(p, 0, n) != cudaSuccess) // expect-warning: latched-error
		std::fprintf(stderr, "dirty\n");
	work<<<1, 32>>>(p);
	check(cudaGetLastError()); // expect-warning: blamed-launch
}

int main()
{
	float *p;
	check(cudaSetDevice(0));
	if (!allocate(&p, 1 << 30))
		return 1;
	run(p, 1 << 30);
	allocate(&p, 1 << 20);
	return 0;
}
