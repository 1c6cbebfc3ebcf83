/* Host functions that a variable holds, in nodes and on a stream. */
#include <cuda_runtime.h>

#define CHECK(call)                          \
	do {                                 \
		if ((call) != cudaSuccess)   \
			__builtin_trap();    \
	} while (0)

struct work {
	int steps;
	bool is_replayed;
};
void go(int steps);

void add_node(cudaGraph_t graph, cudaGraphNode_t *node)
{
	auto *w = new work{3, false};
	auto call = [](void *data) {
		auto *own = static_cast<work *>(data);
		go(own->steps);
		delete own;
	};
	cudaHostNodeParams params = {.fn = call, .userData = w};
	CHECK(cudaGraphAddHostNode(node, graph, nullptr, 0, &params)); // expect-error: host-node-lifetime
}

/* A block behind a macro that nobody sees runs at the end of the scope. */
void add_node_with_guard(cudaGraph_t graph, cudaGraphNode_t *node)
{
	auto *w = new work{3, false};
	auto call = [](void *data) {
		auto *own = static_cast<work *>(data);
		AT_SCOPE(exit)
		{
			delete own;
		};
		go(own->steps);
	};
	cudaHostNodeParams params = {.fn = call, .userData = w};
	CHECK(cudaGraphAddHostNode(node, graph, nullptr, 0, &params)); // expect-error: host-node-lifetime
}

/* The argument says whether it is run once. */
void add_node_that_asks(cudaGraph_t graph, cudaGraphNode_t *node)
{
	auto *w = new work{3, true};
	auto call = [](void *data) {
		auto *own = static_cast<work *>(data);
		go(own->steps);
		if (!own->is_replayed)
			delete own;
	};
	cudaHostNodeParams params = {.fn = call, .userData = w};
	CHECK(cudaGraphAddHostNode(node, graph, nullptr, 0, &params));
}
