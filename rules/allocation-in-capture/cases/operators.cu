// A library that captures nothing itself: its users may. plain.cu has the same beside captures of its own, where the guess is a note.
#include <cuda_runtime.h>

__global__ void step(float *p);

cudaError_t at_every_call(const float *in, cudaStream_t stream)
{
	float *scratch = nullptr;
	cudaError_t err = cudaMalloc(&scratch, 4); // expect-warning: allocation-in-capture
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, stream>>>(scratch);
	err = cudaGetLastError();
	cudaError_t freed = cudaFree(scratch);
	return err != cudaSuccess ? err : freed;
}
