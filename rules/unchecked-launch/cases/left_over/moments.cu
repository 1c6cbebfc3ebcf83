// Declared by a source alone, which calls one of them.
#include <cuda_runtime.h>

static __global__ void moments_kernel(float *p, int order);

void moments_first(float *p)
{
	moments_kernel<<<1, 32>>>(p, 1); // expect: unchecked-launch
}

void moments_second(float *p)
{
	moments_kernel<<<1, 32>>>(p, 2); // expect-note: unchecked-launch
}
