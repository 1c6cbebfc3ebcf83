#include "filters.h"

#include <cuda_runtime.h>

void finish(float *p, int n);

int main()
{
	float *p;
	if (cudaMalloc(&p, 4096) != cudaSuccess)
		return 1;
	first::Smooth filter;
	filter.apply(p, 1024);
	finish(p, 1024);
	return cudaDeviceSynchronize() != cudaSuccess;
}
