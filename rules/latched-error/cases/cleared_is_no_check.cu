// rules: latched-error
// A clear behind a launch blames nobody: what hardly fails is not told for it.
#include <cuda_runtime.h>

__global__ void work(float *p);

static int count_nodes(cudaGraph_t graph)
{
	size_t count = 0;
	if (cudaGraphGetNodes(graph, nullptr, &count) != cudaSuccess)
		return -1;
	return (int)count;
}

bool cleared_good(cudaGraph_t graph, float *p)
{
	int count = count_nodes(graph);
	work<<<1, 32>>>(p);
	(void)cudaGetLastError(); // expect-warning: swallowed-error
	return count >= 0;
}

static int count_roots(cudaGraph_t graph)
{
	size_t count = 0;
	if (cudaGraphGetRootNodes(graph, nullptr, &count) != cudaSuccess) // expect-warning: latched-error
		return -1;
	return (int)count;
}

bool checked_bad(cudaGraph_t graph, float *p)
{
	int count = count_roots(graph);
	work<<<1, 32>>>(p);
	return cudaGetLastError() == cudaSuccess && count >= 0;
}
