// A copy that the host waits for, into memory that was taken just before, is in order with everything.
#include <cuda_runtime.h>

__global__ void warp(float *to, const float *by);

cudaError_t warp_by(float *to, const float *host, cudaStream_t stream)
{
	float *by;
	cudaError_t err = cudaMalloc(&by, 64);
	if (err != cudaSuccess)
		return err;
	err = cudaMemcpy(by, host, 64, cudaMemcpyHostToDevice); // expect-note: uncaptured-launch
	if (err == cudaSuccess) {
		warp<<<64, 64, 0, stream>>>(to, by);
		err = cudaGetLastError();
	}
	cudaStreamSynchronize(stream);
	cudaFree(by);
	return err;
}

cudaError_t warp_by_kept(float *to, float *by, const float *host, cudaStream_t stream)
{
	float *more;
	cudaError_t err = cudaMalloc(&more, 64);
	if (err != cudaSuccess)
		return err;
	err = cudaMemset(by, 0, 64); // expect: uncaptured-launch
	if (err == cudaSuccess) {
		warp<<<64, 64, 0, stream>>>(to, by);
		err = cudaGetLastError();
	}
	cudaStreamSynchronize(stream);
	cudaFree(more);
	return err;
}
