/* Codes of a capture that nobody looks at. */
#include <cuda_runtime.h>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

struct batch {
	void **to;
	const void **from;
	size_t *sizes;
	size_t n;
	cudaMemcpyAttributes attributes;
	size_t first = 0;
};

void copy_all(batch *b, cudaStream_t s)
{
	cudaMemcpyBatchAsync(b->to, b->from, b->sizes, b->n, &b->attributes, &b->first, 1, s); // expect-error: dropped-capture-error
}

void copy_checked(batch *b, cudaStream_t s)
{
	CHECK(cudaMemcpyBatchAsync(b->to, b->from, b->sizes, b->n, &b->attributes, &b->first, 1, s));
}

cudaGraphExec_t record(batch *b, cudaStream_t s)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	copy_all(b, s);
	copy_checked(b, s);
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphDestroy(graph));
	return exec;
}

cudaGraphExec_t careless(float *p, cudaStream_t s)
{
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CHECK(cudaMemsetAsync(p, 0, 4, s));
	cudaStreamEndCapture(s, &graph);        // expect-warning: dropped-capture-error
	cudaGraphInstantiate(&exec, graph, 0);  // expect-warning: dropped-capture-error
	CHECK(cudaGraphDestroy(graph));
	cudaGraphLaunch(exec, s);               // expect-warning: dropped-capture-error
	return exec;
}

/* In a library: its caller may capture. */
void for_users(batch *b, cudaStream_t s)
{
	cudaMemcpyBatchAsync(b->to, b->from, b->sizes, b->n, &b->attributes, &b->first, 1, s); // expect-warning: dropped-capture-error
}

/* The graph itself says it. */
bool by_graph(float *p, cudaStream_t s, cudaGraph_t *out)
{
	cudaGraph_t graph = nullptr;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CHECK(cudaMemsetAsync(p, 0, 4, s));
	cudaError_t ended = cudaStreamEndCapture(s, &graph);
	if (ended != cudaSuccess) {
		(void)cudaGetLastError();
		return false;
	}
	*out = graph;
	return true;
}

/* Only to leave the capture. */
void give_up(cudaStream_t s)
{
	cudaGraph_t unused = nullptr;
	cudaStreamEndCapture(s, &unused);
	if (unused)
		(void)cudaGraphDestroy(unused);
	(void)cudaGetLastError();
}
