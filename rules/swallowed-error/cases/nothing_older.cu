// rules: swallowed-error
// Read from the slot instead of the value, in a program whose every failure ends the process: no older one is there to be taken for it.
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
	cudaError_t err = cudaGetLastError(); // expect-note: swallowed-error
	if (err == cudaErrorMemoryAllocation)
		return false;
	check(err);
	return true;
}

static void run(float *p, size_t n)
{
	check(cudaMemset(p, 0, n));
	work<<<1, 32>>>(p);
	check(cudaGetLastError());
}

int main()
{
	float *p;
	check(cudaSetDevice(0));
	if (!allocate(&p, 1 << 30))
		return 1;
	run(p, 1 << 30);
	return 0;
}
