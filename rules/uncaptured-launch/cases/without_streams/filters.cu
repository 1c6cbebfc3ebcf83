// Two that take a stream in a program whose launches name none as a rule: the third is no slip.
#include <torch/all.h>

__global__ void step(float *p, int n);

void blur(float *p, int n, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void sharpen(float *p, int n, cudaStream_t stream)
{
	step<<<1, 32, 0, stream>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}

void shade(float *p, int n)
{
	step<<<1, 32>>>(p, n);
	C10_CUDA_KERNEL_LAUNCH_CHECK();
}
