// What a function is told to keep on the host has no stream to be given.
#include <cuda_runtime.h>

enum Memory { MEMORY_DEVICE, MEMORY_HOST };

__global__ void fill(float *p, int n);

cudaError_t prepare(float *p, int n, Memory memory, cudaStream_t stream = 0)
{
	if (memory == MEMORY_HOST)
		return cudaSuccess;
	fill<<<n / 64, 64, 0, stream>>>(p, n);
	return cudaGetLastError();
}

cudaError_t transform_on_host(float *p, int n, cudaStream_t stream)
{
	cudaError_t err = prepare(p, n, MEMORY_DEVICE, stream);
	return err != cudaSuccess ? err : prepare(p, n, MEMORY_HOST); // expect-note: uncaptured-launch
}

cudaError_t transform(float *p, int n, cudaStream_t stream)
{
	cudaError_t err = prepare(p, n, MEMORY_DEVICE, stream);
	return err != cudaSuccess ? err : prepare(p, n, MEMORY_DEVICE); // expect: uncaptured-launch
}
