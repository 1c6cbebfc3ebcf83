// rules: unchecked-launch
// The last thing that the process does.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void work(float *p);

int main()
{
	float *p;
	if (cudaMalloc(&p, 4) != cudaSuccess)
		return 1;
	work<<<1, 32>>>(p); // expect: unchecked-launch
	if (cudaDeviceSynchronize() != cudaSuccess)
		return 1;
	work<<<1, 64>>>(p); // expect-note: unchecked-launch
	std::printf("done\n");
	cudaFree(p);
	return 0;
}
