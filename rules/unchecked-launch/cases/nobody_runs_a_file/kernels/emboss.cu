// What is declared of the folder is in sight, and this isn't.
#include "kernels.h"

__global__ void emboss_kernel(float *image, int n);

void emboss(float *image, int n)
{
	emboss_kernel<<<n / 64, 64>>>(image, n); // expect-note: unchecked-launch
}
