#include "images.h"

static __global__ void blur_kernel(float *p);

void blur(float *p)
{
	blur_kernel<<<1, 32>>>(p); // expect: unchecked-launch
}
