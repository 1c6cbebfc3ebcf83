// Captures a function of another library, which isn't in this tree; forward.cu only has one of the same name.
#include <cuda_runtime.h>

cudaError_t forward(cudaStream_t stream);

cudaError_t record(cudaStream_t stream, cudaGraph_t *graph)
{
	cudaError_t err = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	if (err != cudaSuccess)
		return err;
	err = forward(stream);
	cudaError_t ended = cudaStreamEndCapture(stream, graph);
	return err != cudaSuccess ? err : ended;
}
