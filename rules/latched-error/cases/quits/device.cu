// The header says that the process ends there.
#include "quit.h"

#include <cuda_runtime.h>

__global__ void work(float *p);

int take_device(int rank)
{
	if (cudaSetDevice(rank) != cudaSuccess)
		base::WARNING_QUIT("device", "cudaSetDevice failed");
	return rank;
}

float *take_memory(int n)
{
	float *p = nullptr;
	if (cudaMalloc(&p, n) != cudaSuccess) // expect: latched-error
		base::WARNING_SAY("device", "cudaMalloc failed");
	return p;
}

void run(float *p)
{
	work<<<1, 32>>>(p);
	if (cudaGetLastError() != cudaSuccess)
		base::WARNING_QUIT("device", "work failed");
}
