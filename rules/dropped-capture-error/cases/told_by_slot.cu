// What the recording function ignores, its only caller reads from the slot before anything else: a graph that is not there is not launched. Where something
// runs before the read, or nobody reads, it may be.
#include <cuda_runtime.h>

__global__ void step_kernel(float *p);

struct plan {
	cudaStream_t stream;
	cudaGraphExec_t exec;
};

static void record_told(plan &to, float *p)
{
	cudaGraph_t graph;
	cudaStreamBeginCapture(to.stream, cudaStreamCaptureModeGlobal); // expect: dropped-error
	step_kernel<<<1, 32, 0, to.stream>>>(p);
	cudaStreamEndCapture(to.stream, &graph); // expect-note: dropped-error
	cudaGraphInstantiate(&to.exec, graph, nullptr, nullptr, 0); // expect-note: dropped-error
	cudaGraphDestroy(graph); // expect-note: dropped-error
}

bool set_up_good(plan &to, float *p)
{
	record_told(to, p);
	return cudaGetLastError() == cudaSuccess;
}

static void record_untold(plan &to, float *p)
{
	cudaGraph_t graph;
	if (cudaStreamBeginCapture(to.stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
		__builtin_trap();
	step_kernel<<<1, 32, 0, to.stream>>>(p);
	cudaStreamEndCapture(to.stream, &graph); // expect-warning: dropped-capture-error
	cudaGraphInstantiate(&to.exec, graph, nullptr, nullptr, 0); // expect-warning: dropped-capture-error
}

bool set_up_bad(plan &to, float *p)
{
	record_untold(to, p);
	if (cudaGraphLaunch(to.exec, to.stream) != cudaSuccess)
		return false;
	return cudaGetLastError() == cudaSuccess;
}
