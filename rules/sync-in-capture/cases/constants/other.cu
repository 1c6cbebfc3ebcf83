// The same name is another thing in another file.
#include <cuda_runtime.h>

constexpr bool WAITS = false;
constexpr bool PRINT = true;

void print(cudaStream_t stream)
{
	cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
	if (PRINT)
		cudaDeviceSynchronize(); // expect-error: sync-in-capture
	cudaGraph_t graph;
	cudaStreamEndCapture(stream, &graph);
}
