// A copy by its name may go to the host: its caller knows. Work of any other name does not.
#include <cuda_runtime.h>

__global__ void move(float *to, const float *from, int n);

cudaError_t copy_values(float *to, const float *from, int n, cudaStream_t stream)
{
	move<<<1, 32, 0, stream>>>(to, from, n);
	return cudaStreamSynchronize(stream); // expect-note: sync-in-capture
}

cudaError_t add_values(float *to, const float *from, int n, cudaStream_t stream)
{
	move<<<1, 32, 0, stream>>>(to, from, n);
	return cudaStreamSynchronize(stream); // expect-warning: sync-in-capture
}
