#include <cuda_runtime.h>

cudaError_t record(float *p, cudaStream_t s, cudaGraph_t *graph);

int main()
{
	cudaStream_t s;
	cudaGraph_t graph;
	if (cudaStreamCreate(&s) != cudaSuccess)
		return 1;
	return record(nullptr, s, &graph) != cudaSuccess;
}
