#include "others.h"

#include <cuda_runtime.h>

__global__ void sharpen_more(float *p, int n);

void second::Sharpen::apply(float *p, int n)
{
	sharpen_more<<<1, 32>>>(p, n); // expect-warning: unchecked-launch
}
