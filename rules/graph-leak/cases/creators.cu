/* What makes a handle and gives it to its class; a check that names its argument once more where it has failed. */
#include <cuda_runtime.h>
#include <stdexcept>

#define CHECK_OF(first, ...) first
#define CHECK(...)                                                       \
	if (CHECK_OF(__VA_ARGS__) != cudaSuccess) {                      \
		cudaError_t code = CHECK_OF(__VA_ARGS__);                \
		throw std::runtime_error(cudaGetErrorString(code));      \
	}

template <typename D> class cudaGraphExecBase {
public:
	explicit cudaGraphExecBase(cudaGraphExec_t exec) : object(exec) {}
	~cudaGraphExecBase() { D()(object); }

private:
	cudaGraphExec_t object;
};
struct deleter {
	void operator()(cudaGraphExec_t exec) const
	{
		if (cudaGraphExecDestroy(exec) != cudaSuccess)
			throw 1;
	}
};
using cudaGraphExec = cudaGraphExecBase<deleter>;

inline cudaGraphExec instantiate(cudaGraph_t graph)
{
	cudaGraphExec_t exec;
	CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0), "instantiate");
	return cudaGraphExec(exec);
}

inline cudaGraph_t create()
{
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0), "create");
	return graph;
}

inline cudaGraph_t create_with(cudaEvent_t event, cudaStream_t s)
{
	cudaGraph_t graph;
	CHECK(cudaGraphCreate(&graph, 0), "create");
	CHECK(cudaEventRecord(event, s), "record"); // expect-warning: graph-leak
	return graph;
}
