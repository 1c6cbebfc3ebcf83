#include <torch/all.h>

__global__ void turn(float *p, int n);

void move(float *p, int n)
{
	turn<<<1, 32>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void grow(float *p, int n)
{
	turn<<<1, 32>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void shrink(float *p, int n)
{
	turn<<<1, 32>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void fade(float *p, int n)
{
	turn<<<1, 32>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
