// Nobody makes one: what others call Sharpen is the other.
#include "filters.h"

#include <cuda_runtime.h>

using namespace first;

__global__ void sharpen(float *p, int n);

void Sharpen::apply(float *p, int n)
{
	sharpen<<<1, 32>>>(p, n); // expect-note: unchecked-launch
}
