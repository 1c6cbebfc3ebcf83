#include "fields.h"

__global__ void fill_kernel(float *field, int n);

void fill(float *field, int n, cudaStream_t stream)
{
	fill_kernel<<<n / 64, 64, 0, stream>>>(field, n); // expect: unchecked-launch
}
