#include "filters.h"

#include <cuda_runtime.h>

__global__ void smooth(float *p, int n);

void first::Smooth::apply(float *p, int n)
{
	smooth<<<1, 32>>>(p, n); // expect-warning: unchecked-launch
}
