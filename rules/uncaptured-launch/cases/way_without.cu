// rules: uncaptured-launch
// A function that was made to be called without a stream as well, and one that was not.
#include <cuda_runtime.h>

__global__ void step(float **p, int n);
__global__ void clear(float *p, int n);

cudaStream_t current_stream();

static cudaError_t fill_list(float **to, float *const *from, int n, cudaStream_t stream = 0)
{
	if (stream != 0)
		return cudaMemcpyAsync(to, from, n * sizeof *to, cudaMemcpyHostToDevice, stream);
	return cudaMemcpy(to, from, n * sizeof *to, cudaMemcpyHostToDevice);
}

static cudaError_t clear_all(float *p, int n, cudaStream_t stream = nullptr)
{
	if (!stream)
		stream = current_stream();
	clear<<<n / 256, 256, 0, stream>>>(p, n);
	return cudaGetLastError();
}

static cudaError_t clear_some(float *p, int n, cudaStream_t stream = nullptr)
{
	clear<<<n / 256, 256, 0, stream>>>(p, n);
	return cudaGetLastError();
}

cudaError_t run_list(float **list, float *const *from, int n, cudaStream_t stream)
{
	cudaError_t err = fill_list(list, from, n); // expect-note: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	step<<<n / 256, 256, 0, stream>>>(list, n);
	return cudaGetLastError();
}

cudaError_t run_cleared(float **list, float *p, int n, cudaStream_t stream)
{
	cudaError_t err = clear_all(p, n);
	if (err != cudaSuccess)
		return err;
	step<<<n / 256, 256, 0, stream>>>(list, n);
	return cudaGetLastError();
}

cudaError_t run_cleared_apart(float **list, float *p, int n, cudaStream_t stream)
{
	cudaError_t err = clear_some(p, n); // expect-warning: uncaptured-launch
	if (err != cudaSuccess)
		return err;
	step<<<n / 256, 256, 0, stream>>>(list, n);
	return cudaGetLastError();
}
