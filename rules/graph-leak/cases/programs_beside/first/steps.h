#pragma once
#include <cuda_runtime.h>

inline void run_steps(cudaStream_t s)
{
	cudaGraph_t graph;
	if (cudaGraphCreate(&graph, 0) != cudaSuccess) // expect: graph-leak
		throw 1;
	if (cudaStreamSynchronize(s) != cudaSuccess)
		throw 2;
}
