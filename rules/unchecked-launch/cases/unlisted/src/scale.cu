#include "images.h"

static __global__ void scale_kernel(float *p);

void scale(float *p)
{
	scale_kernel<<<1, 32>>>(p); // expect: unchecked-launch
}
