/* Two graphs in one variable, one after the other. */
#include <cuda_runtime.h>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

void step(cudaStream_t s);

void captured_over(cudaStream_t s, cudaGraphExec_t *exec)
{
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0)); // expect-warning: graph-leak
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	step(s);
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(exec, graph, 0));
	CHECK(cudaGraphDestroy(graph));
}

/* The variable is the caller's, and nobody can destroy what is gone from it. */
void captured_over_for_caller(cudaStream_t s, cudaGraph_t &graph)
{
	CHECK(cudaGraphCreate(&graph, 0)); // expect-warning: graph-leak
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	step(s);
	CHECK(cudaStreamEndCapture(s, &graph));
}

/* The capture is recorded into it. */
void captured_into(cudaStream_t s, cudaGraphExec_t *exec)
{
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0));
	CHECK(cudaStreamBeginCaptureToGraph(s, graph, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal));
	step(s);
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(exec, graph, 0));
	CHECK(cudaGraphDestroy(graph));
}

void destroyed_between(cudaStream_t s, cudaGraphExec_t *exec, bool again)
{
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0));
	if (again) {
		CHECK(cudaGraphDestroy(graph));
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
		step(s);
		CHECK(cudaStreamEndCapture(s, &graph));
	}
	CHECK(cudaGraphInstantiate(exec, graph, 0));
	CHECK(cudaGraphDestroy(graph));
}

/* The first try made nothing. */
bool instantiated_at_second_try(cudaGraph_t graph, cudaGraphExec_t &exec)
{
	if (cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUseNodePriority) != cudaSuccess) {
		cudaGetLastError();
		if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
			return false;
	}
	return true;
}
