// Operators launch; the executor checks after each of them.
#include "ops.h"

static __global__ void scale_kernel(float *p) { p[threadIdx.x] *= 2; }
static __global__ void shift_kernel(float *p) { p[threadIdx.x] += 2; }

static void scale_cuda(float *p, int n, cudaStream_t s)
{
	scale_kernel<<<1, n, 0, s>>>(p);
}

void op_scale(float *p, int n, cudaStream_t s)
{
	scale_cuda(p, n, s);
}

void op_shift(float *p, int n, cudaStream_t s)
{
	shift_kernel<<<1, n, 0, s>>>(p);
}
