#include <cuda_runtime.h>
#include <thread>

cudaError_t record(float *p, cudaStream_t s, cudaGraph_t *graph);

static void copy(int n)
{
	float *p = nullptr;
	if (cudaMalloc(&p, n) != cudaSuccess)
		throw 1;
}

int run_loader(int n)
{
	std::thread worker(copy, n);
	worker.detach();
	cudaGraph_t graph;
	return record(nullptr, cudaStreamPerThread, &graph) != cudaSuccess;
}
