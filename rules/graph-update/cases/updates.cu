/* Updates of executable graphs: who sees a refusal. */
#include <cuda_runtime.h>
#include <stdexcept>

#define CHECK(call)                                                           \
	do {                                                                  \
		cudaError_t err_ = (call);                                    \
		if (err_ != cudaSuccess)                                      \
			throw std::runtime_error(cudaGetErrorString(err_));   \
	} while (0)
#define WARN_ON(call)                                                         \
	do {                                                                  \
		if ((call) != cudaSuccess)                                    \
			note("refused");                                      \
	} while (0)

void note(const char *);
void must(cudaError_t err)
{
	if (err != cudaSuccess)
		throw err;
}

struct plan {
	cudaGraphExec_t exec = nullptr;
	~plan() { cudaGraphExecDestroy(exec); }

	void dead_by_macro(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResult result;
		cudaGraphNode_t node;
		if (exec)
			CHECK(cudaGraphExecUpdate(exec, graph, &node, &result)); // expect-warning: graph-update
		if (!exec || result != cudaGraphExecUpdateSuccess) {
			if (exec)
				CHECK(cudaGraphExecDestroy(exec));
			CHECK(cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
		}
	}

	void dead_by_function(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		must(cudaGraphExecUpdate(exec, graph, &info)); // expect-warning: graph-update
		if (info.result == cudaGraphExecUpdateSuccess)
			return;
		must(cudaGraphExecDestroy(exec));
		must(cudaGraphInstantiate(&exec, graph, 0));
	}

	void dead_by_name(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		OUR_CUDA_CHECK(cudaGraphExecUpdate(exec, graph, &info)); // expect-warning: graph-update
		if (info.result != cudaGraphExecUpdateSuccess)
			OUR_CUDA_CHECK(cudaGraphInstantiate(&exec, graph, 0));
	}

	void ignored(cudaGraph_t graph, cudaStream_t s)
	{
		cudaGraphExecUpdateResultInfo info;
		cudaGraphExecUpdate(exec, graph, &info); // expect-error: graph-update
		CHECK(cudaGraphLaunch(exec, s));
	}

	void in_turns(cudaGraph_t graph, int turns)
	{
		for (int i = 0; i < turns; i++) {
			cudaGraphExecUpdateResultInfo info;
			if (!exec)
				CHECK(cudaGraphInstantiate(&exec, graph, 0));
			CHECK(cudaGraphExecUpdate(exec, graph, &info)); // expect-warning: graph-update
			if (info.result != cudaGraphExecUpdateSuccess)
				CHECK(cudaGraphInstantiate(&exec, graph, 0));
		}
	}

	/* Good. */
	void by_code(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		cudaError_t err = cudaGraphExecUpdate(exec, graph, &info);
		if (err == cudaErrorGraphExecUpdateFailure) {
			(void)cudaGetLastError();
			CHECK(cudaGraphExecDestroy(exec));
			CHECK(cudaGraphInstantiate(&exec, graph, 0));
		} else {
			CHECK(err);
		}
	}

	void no_fallback(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		CHECK(cudaGraphExecUpdate(exec, graph, &info));
	}

	void told_and_seen(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		WARN_ON(cudaGraphExecUpdate(exec, graph, &info));
		(void)cudaGetLastError();
		if (info.result != cudaGraphExecUpdateSuccess)
			CHECK(cudaGraphInstantiate(&exec, graph, 0));
	}

	bool by_slot(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		cudaGraphExecUpdate(exec, graph, &info);
		return cudaGetLastError() == cudaSuccess;
	}

	bool short_cut(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		cudaError_t err = cudaGraphExecUpdate(exec, graph, &info);
		if (err != cudaSuccess || info.result != cudaGraphExecUpdateSuccess) {
			(void)cudaGetLastError();
			return false;
		}
		return true;
	}

	bool handed_on(cudaGraph_t graph)
	{
		cudaGraphExecUpdateResultInfo info;
		bool done = cudaGraphExecUpdate(exec, graph, &info) == cudaSuccess;
		(void)cudaGetLastError();
		return done;
	}
};
