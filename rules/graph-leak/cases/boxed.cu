// A handle that is put on the heap is kept by whoever has the pointer.
#include <cuda_runtime.h>

#include <map>
#include <memory>

#define CHECK(call)                             \
	do {                                    \
		if ((call) != cudaSuccess)      \
			__builtin_trap();       \
	} while (0)

static std::map<int, std::shared_ptr<cudaGraphExec_t>> cache;
static std::map<int, std::shared_ptr<int>> turns;

void boxed_good(int key, cudaGraph_t graph, cudaStream_t s)
{
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
	cache.insert({key, std::shared_ptr<cudaGraphExec_t>(new cudaGraphExec_t{exec}, [](auto box) {
			      CHECK(cudaGraphExecDestroy(*box));
			      delete box;
		      })});
	CHECK(cudaGraphLaunch(*cache.at(key), s));
}

void boxed_in_brackets_good(int key, cudaGraph_t graph)
{
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
	cudaGraphExec_t *box = new cudaGraphExec_t(exec);
	cache[key].reset(box);
}

// What is put there is something else.
void boxed_bad(int key, cudaGraph_t graph, cudaStream_t s)
{
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0)); // expect: graph-leak
	turns[key].reset(new int{key});
	CHECK(cudaGraphLaunch(exec, s));
}
