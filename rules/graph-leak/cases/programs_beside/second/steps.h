// A copy that nothing includes: whoever names its function has the other.
#pragma once
#include <cuda_runtime.h>

inline void run_steps(cudaStream_t s)
{
	cudaGraph_t graph;
	if (cudaGraphCreate(&graph, 0) != cudaSuccess) // expect-note: latched-error
		throw 1;
	if (cudaStreamSynchronize(s) != cudaSuccess)
		throw 2;
}
