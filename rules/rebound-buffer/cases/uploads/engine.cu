// The program captures, something else.
#include <cuda_runtime.h>

__global__ void infer(float *p);

cudaError_t capture(float *p, cudaStream_t stream, cudaGraph_t *graph)
{
	cudaError_t code = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if (code != cudaSuccess)
		return code;
	infer<<<1, 32, 0, stream>>>(p);
	return cudaStreamEndCapture(stream, graph);
}
