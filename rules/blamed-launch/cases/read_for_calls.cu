// A read behind calls whose codes nobody looked at is made for those, and blames no kernel.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void init_kernel(float *p);
__global__ void hash_kernel(float *p);

static float *table, *more;

static void make_table()
{
	if (cudaMalloc(&table, 4096) != cudaSuccess) // expect: latched-error
		table = nullptr;
}

void start(float *p)
{
	init_kernel<<<1, 32>>>(p);
	make_table();
	cudaMalloc(&more, 4096);
	if (cudaGetLastError() != cudaSuccess) // expect-note: blamed-launch
		exit(1);
}

void hash(float *p)
{
	make_table();
	hash_kernel<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess) // expect: blamed-launch
		exit(1);
}
