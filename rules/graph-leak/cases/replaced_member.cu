/* A scope that captures: what its constructor makes is lost, since the end of the capture brings a graph of its own. */
#include <cuda_runtime.h>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

struct lossy_scope {
	cudaGraph_t graph;
	cudaStream_t stream;

	explicit lossy_scope(cudaStream_t s) : stream(s)
	{
		CHECK(cudaGraphCreate(&graph, 0)); // expect-warning: graph-leak
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	}

	~lossy_scope()
	{
		CHECK(cudaStreamEndCapture(stream, &graph));
		CHECK(cudaGraphDestroy(graph));
	}
};

struct plain_scope {
	cudaGraph_t graph;
	cudaStream_t stream;

	explicit plain_scope(cudaStream_t s) : stream(s) { CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal)); }

	~plain_scope()
	{
		CHECK(cudaStreamEndCapture(stream, &graph));
		CHECK(cudaGraphDestroy(graph));
	}
};

/* The empty graph stands for the member until there is a captured one. */
struct emptied_scope {
	cudaGraph_t graph;
	cudaStream_t stream;

	explicit emptied_scope(cudaStream_t s) : stream(s)
	{
		CHECK(cudaGraphCreate(&graph, 0));
		CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
	}

	~emptied_scope()
	{
		CHECK(cudaGraphDestroy(graph));
		CHECK(cudaStreamEndCapture(stream, &graph));
		CHECK(cudaGraphDestroy(graph));
	}
};
