// The code of a capture's end is dropped in a helper, and the caller reads the slot right behind it: or does other work first.
#include <cuda_runtime.h>

__global__ void step(float *p);

static void record(float *p, cudaStream_t s, cudaGraphExec_t *exec)
{
	cudaGraph_t graph;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
	step<<<1, 32, 0, s>>>(p);
	cudaStreamEndCapture(s, &graph);
	cudaGraphInstantiate(exec, graph, nullptr, nullptr, 0);
	cudaGraphDestroy(graph);
}

bool set_up(float *p, cudaStream_t s, cudaGraphExec_t *exec)
{
	record(p, s, exec);
	return cudaGetLastError() == cudaSuccess;
}

static void record_other(float *p, cudaStream_t s, cudaGraphExec_t *exec)
{
	cudaGraph_t graph;
	cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal);
	step<<<1, 32, 0, s>>>(p);
	cudaStreamEndCapture(s, &graph); // expect: dropped-capture-error
	cudaGraphInstantiate(exec, graph, nullptr, nullptr, 0); // expect: dropped-capture-error
	cudaGraphDestroy(graph);
}

cudaError_t set_up_other(float *p, cudaStream_t s, cudaGraphExec_t *exec)
{
	record_other(p, s, exec);
	return cudaGraphLaunch(*exec, s);
}
