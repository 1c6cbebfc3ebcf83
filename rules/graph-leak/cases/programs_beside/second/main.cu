#include <cstdlib>
#include <cuda_runtime.h>

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		std::exit(1);
}

static void run_twice(cudaStream_t s) { check(cudaStreamSynchronize(s)); }

int main()
{
	cudaStream_t s;
	check(cudaStreamCreate(&s));
	run_twice(s);
	return cudaDeviceSynchronize() != cudaSuccess;
}
