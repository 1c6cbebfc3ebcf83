// A function of a library's interface: that a binding for one language gives it no stream says nothing of its other users.
#include "filter.h"

__global__ void filter_kernel(const float *in, float *out, int n);
__global__ void count_kernel(const float *out, int n);

static cudaError_t launch(const float *in, float *out, int n, cudaStream_t stream)
{
	filter_kernel<<<(n + 63) / 64, 64, 0, stream>>>(in, out, n);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	count_kernel<<<(n + 63) / 64, 64>>>(out, n); // expect-warning: uncaptured-launch
	return cudaGetLastError();
}

cudaError_t filter(const float *in, float *out, int n, cudaStream_t stream)
{
	return launch(in, out, n, stream);
}
