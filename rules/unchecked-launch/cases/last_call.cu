// What main calls last does more than one thing.
#include <cuda_runtime.h>

__global__ void fill(int *p);

static void run(int *p)
{
	fill<<<1, 32>>>(p); // expect: unchecked-launch
	if (cudaDeviceSynchronize() != cudaSuccess)
		p[0] = -1;
}

int main()
{
	int *p;
	if (cudaMallocManaged(&p, 128) != cudaSuccess)
		return 1;
	run(p);
	return p[0];
}
