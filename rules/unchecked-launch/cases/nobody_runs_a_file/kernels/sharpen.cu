#include "kernels.h"

__global__ void sharpen_kernel(float *image, int n);

void sharpen(float *image, int n)
{
	sharpen_kernel<<<n / 64, 64>>>(image, n); // expect: unchecked-launch
}
