/* Owners without an end: one that the process has for life, and one that comes and goes. */
#include <cuda_runtime.h>

#define CHECK(call)                                  \
	do {                                         \
		if ((call) != cudaSuccess)           \
			__builtin_trap();            \
	} while (0)

class lifelong { // expect-note: graph-leak
public:
	void finish(cudaStream_t s)
	{
		cudaGraph_t graph = nullptr;
		CHECK(cudaStreamEndCapture(s, &graph));
		CHECK(cudaGraphInstantiate(&kept_, graph, 0));
		CHECK(cudaGraphDestroy(graph));
	}
	void run(cudaStream_t s) { CHECK(cudaGraphLaunch(kept_, s)); }

private:
	cudaGraphExec_t kept_ = nullptr;
};

lifelong &the_graph()
{
	static lifelong only;
	return only;
}

class passing { // expect-warning: graph-leak
public:
	void finish(cudaStream_t s)
	{
		cudaGraph_t graph = nullptr;
		CHECK(cudaStreamEndCapture(s, &graph));
		CHECK(cudaGraphInstantiate(&held_, graph, 0));
		CHECK(cudaGraphDestroy(graph));
	}
	void run(cudaStream_t s) { CHECK(cudaGraphLaunch(held_, s)); }

private:
	cudaGraphExec_t held_ = nullptr;
};

void once(cudaStream_t s)
{
	passing one;
	one.finish(s);
	one.run(s);
}
