/* The capture stands in the program: an error where the graph outlives the function, nothing where it is replayed in it. */
#include <cuda_runtime.h>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

struct stepper {
	cudaStream_t s;
	cudaGraph_t graph = nullptr;
	~stepper() { cudaGraphDestroy(graph); }

	void set(int *d, int value)
	{
		int doubled = 2 * value;
		CHECK(cudaMemcpyAsync(d, &doubled, sizeof doubled, cudaMemcpyHostToDevice, s)); // expect-error: host-source-in-capture
	}

	void record(int *d)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		set(d, 4);
		CHECK(cudaStreamEndCapture(s, &graph));
	}
};

void measure(cudaStream_t s, int *d)
{
	int value = 7;
	cudaGraph_t graph;
	cudaGraphExec_t exec;
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
	CHECK(cudaMemcpyAsync(d, &value, sizeof value, cudaMemcpyHostToDevice, s));
	CHECK(cudaStreamEndCapture(s, &graph));
	CHECK(cudaGraphInstantiate(&exec, graph, 0));
	CHECK(cudaGraphLaunch(exec, s));
	CHECK(cudaStreamSynchronize(s));
	CHECK(cudaGraphExecDestroy(exec));
	CHECK(cudaGraphDestroy(graph));
}
