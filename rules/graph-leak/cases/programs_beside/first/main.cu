// Programs side by side call their functions alike: who is meant is told by what each includes.
#include "steps.h"
#include <cstdlib>

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		std::exit(1);
}

void run_once(cudaStream_t s)
{
	cudaGraph_t graph;
	check(cudaGraphCreate(&graph, 0)); // expect: graph-leak
	check(cudaStreamSynchronize(s));
}

// Its call is switched off.
void run_twice(cudaStream_t s)
{
	cudaGraph_t graph;
	check(cudaGraphCreate(&graph, 0)); // expect-note: graph-leak
	check(cudaStreamSynchronize(s));
}

int main()
{
	cudaStream_t s;
	check(cudaStreamCreate(&s));
	run_once(s);
	// run_twice(s);
	run_steps(s);
	return cudaDeviceSynchronize() != cudaSuccess;
}
