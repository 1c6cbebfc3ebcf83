#include "watchdog.h"
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void step(float *p);

static void check(cudaError_t code)
{
	if (code != cudaSuccess)
		exit(1);
}

int main()
{
	Watchdog dog;
	float *p;
	cudaStream_t s;
	cudaGraph_t graph;
	check(cudaMalloc(&p, 64));
	check(cudaStreamCreate(&s));
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed)); // expect-warning: capture-threads
	step<<<1, 32, 0, s>>>(p);
	check(cudaGetLastError());
	check(cudaStreamEndCapture(s, &graph));
	check(cudaGraphDestroy(graph));
}
