// rules: blamed-launch
#include "check.h"

static __global__ void gather_kernel(const float *cache, float *out, int n)
{
	if (threadIdx.x < n)
		out[threadIdx.x] = cache[threadIdx.x];
}

void gather(const float *cache, float *out, int n, cudaStream_t s)
{
	gather_kernel<<<1, 256, 0, s>>>(cache, out, n);
	check_launch("gather"); // expect-warning: blamed-launch
}
