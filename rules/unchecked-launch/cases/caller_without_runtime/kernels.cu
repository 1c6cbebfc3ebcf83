// Two functions that only launch. Their callers stand in a file that has no word of the runtime.
#include "kernels.h"

#include <cuda_runtime.h>

__global__ void paint(float *p);
__global__ void blur(float *p);

void paint_all(float *p, int n)
{
	paint<<<n, 32>>>(p);
}

void blur_all(float *p, int n)
{
	blur<<<n, 32>>>(p); // expect: unchecked-launch
}
