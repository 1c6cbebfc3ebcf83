/* Host functions and their arguments. */
#include <cuda_runtime.h>
#include <cstdlib>
#include <memory>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

struct note {
	int step;
};
void print(int);

static void tell(void *data) { print(static_cast<note *>(data)->step); }

static void tell_once(void *data)
{
	note *n = static_cast<note *>(data);
	print(n->step);
	delete n;
}

static void tell_once_by_owner(void *data)
{
	std::unique_ptr<note> n(static_cast<note *>(data));
	print(n->step);
}

static void give_back(void *data) { CHECK(cudaFreeHost(data)); }

struct stepper {
	cudaStream_t s;
	note kept;
	cudaGraph_t graph = nullptr;
	~stepper() { cudaGraphDestroy(graph); }

	void on_stream(int step)
	{
		note n = {step};
		CHECK(cudaLaunchHostFunc(s, tell, &n)); // expect-warning: host-node-lifetime
	}

	void node_on_stack(int step)
	{
		note n = {step};
		cudaGraphNode_t node;
		cudaHostNodeParams params = {};
		params.fn = tell;
		params.userData = &n;
		CHECK(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params)); // expect-error: host-node-lifetime
	}

	void body(int step)
	{
		CHECK(cudaLaunchHostFunc(s, tell_once, new note{step})); // expect-error: host-node-lifetime
		CHECK(cudaLaunchHostFunc(s, tell_once_by_owner, new note{step})); // expect-error: host-node-lifetime
		CHECK(cudaLaunchHostFunc(s, tell, &kept));
	}

	void record(int step)
	{
		CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed));
		body(step);
		CHECK(cudaStreamEndCapture(s, &graph));
	}

	void calls_cuda(void *pinned)
	{
		CHECK(cudaLaunchHostFunc(s, give_back, pinned)); // expect-warning: host-node-lifetime
	}

	/* Good. */
	void waited_for(int step)
	{
		note n = {step};
		CHECK(cudaLaunchHostFunc(s, tell, &n));
		CHECK(cudaStreamSynchronize(s));
	}

	void node_of_member()
	{
		cudaGraphNode_t node;
		cudaHostNodeParams params = {};
		params.fn = tell;
		params.userData = &kept;
		CHECK(cudaGraphAddHostNode(&node, graph, nullptr, 0, &params));
	}
};

/* A stream runs it once. */
void once(cudaStream_t s) { CHECK(cudaLaunchHostFunc(s, tell_once, new note{1})); } // expect-warning: host-node-lifetime
