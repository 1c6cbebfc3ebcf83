// rules: sync-in-capture
// In a program whose users are all in sight, a method that none of them calls is captured by nobody.
#include "tensor.h"

__global__ void scale(float *x, int n, float by);

cudaError_t tensor::halve(cudaStream_t stream) const
{
	scale<<<n / 128, 128, 0, stream>>>(at, n, .5f);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t tensor::twice(cudaStream_t stream) const
{
	scale<<<n / 128, 128, 0, stream>>>(at, n, 2);
	return cudaGetLastError();
}
