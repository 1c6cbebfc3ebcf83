// A library's capture in global mode. The thread that copies is of another library, and no program is seen to use both.
#include <cuda_runtime.h>

__global__ void step(float *p);

cudaError_t record(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	cudaError_t err = cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal); // expect-note: capture-threads
	if (err != cudaSuccess)
		return err;
	step<<<1, 32, 0, s>>>(p);
	err = cudaGetLastError();
	cudaError_t ended = cudaStreamEndCapture(s, graph);
	return err != cudaSuccess ? err : ended;
}
