#include <cuda_runtime.h>

int run_feeds(int n);
cudaError_t record(float *p, cudaStream_t s, cudaGraph_t *graph);

int main(int argc, char **argv)
{
	cudaGraph_t graph;
	return run_feeds(argc) + (record(nullptr, cudaStreamPerThread, &graph) != cudaSuccess);
}
