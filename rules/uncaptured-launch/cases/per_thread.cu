// The stream that is captured is the per-thread one, so the build makes it the default.
#include <cuda_runtime.h>

__global__ void step(float *p);

cudaError_t forward(float *p, cudaStream_t)
{
	step<<<1, 32>>>(p);
	return cudaGetLastError();
}

cudaError_t capture(float *p, cudaGraph_t *graph)
{
	cudaError_t err = cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal);
	if (err != cudaSuccess)
		return err;
	step<<<1, 32>>>(p);
	cudaError_t run = cudaGetLastError();
	err = cudaStreamEndCapture(cudaStreamPerThread, graph);
	return run != cudaSuccess ? run : err;
}
