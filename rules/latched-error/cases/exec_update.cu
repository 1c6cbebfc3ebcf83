// A refused update is an answer: instantiate anew. The refusal stays in the slot all the same.
#include <cuda_runtime.h>

#include <cstdlib>

void log_warning(const char *format, ...);

#define CHECK_ABORT(call)                                                                                              \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			std::abort();                                                                                  \
	} while (0)

bool update_bad(cudaGraphExec_t exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t err = cudaGraphExecUpdate(exec, graph, &info); // expect-error: latched-error
	if (err != cudaSuccess || info.result != cudaGraphExecUpdateSuccess)
		return false;
	return true;
}

void refresh_bad(cudaGraphExec_t *exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	if (cudaGraphExecUpdate(*exec, graph, &info) != cudaSuccess) { // expect-error: latched-error
		CHECK_ABORT(cudaGraphExecDestroy(*exec));
		CHECK_ABORT(cudaGraphInstantiate(exec, graph, 0));
	}
}

void refresh_good(cudaGraphExec_t *exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	cudaError_t err = cudaGraphExecUpdate(*exec, graph, &info);
	if (err == cudaErrorGraphExecUpdateFailure) {
		(void)cudaGetLastError();
		CHECK_ABORT(cudaGraphExecDestroy(*exec));
		CHECK_ABORT(cudaGraphInstantiate(exec, graph, 0));
	} else {
		CHECK_ABORT(err);
	}
}

// Only the result beside the code is looked at.
void refresh_by_result_bad(cudaGraphExec_t *exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	info.result = cudaGraphExecUpdateError;
	cudaGraphExecUpdate(*exec, graph, &info); // expect-error: latched-error
	if (info.result != cudaGraphExecUpdateSuccess) {
		CHECK_ABORT(cudaGraphExecDestroy(*exec));
		CHECK_ABORT(cudaGraphInstantiate(exec, graph, 0));
	}
}

void refresh_by_result_good(cudaGraphExec_t *exec, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	info.result = cudaGraphExecUpdateError;
	cudaGraphExecUpdate(*exec, graph, &info);
	if (info.result != cudaGraphExecUpdateSuccess) {
		cudaGetLastError();
		CHECK_ABORT(cudaGraphExecDestroy(*exec));
		CHECK_ABORT(cudaGraphInstantiate(exec, graph, 0));
	}
}

// The version that is built decides which call there is; the answer is treated once.
void refresh_versions_good(cudaGraphExec_t *exec, cudaGraph_t graph)
{
#if CUDART_VERSION >= 12000
	cudaGraphExecUpdateResultInfo info;
	cudaError_t err = cudaGraphExecUpdate(*exec, graph, &info);
#else
	cudaGraphNode_t node;
	cudaGraphExecUpdateResult result;
	cudaError_t err = cudaGraphExecUpdate(*exec, graph, &node, &result);
#endif
	if (err != cudaSuccess) {
		cudaGetLastError();
		CHECK_ABORT(cudaGraphInstantiate(exec, graph, 0));
	}
}

// The update of every candidate is tried; only the last refusal is cleared, which is enough: there is one slot.
cudaGraphExec_t first_that_takes_good(cudaGraphExec_t *execs, int count, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	for (int i = 0; i < count; i++) {
		if (cudaGraphExecUpdate(execs[i], graph, &info) == cudaSuccess) {
			(void)cudaGetLastError();
			return execs[i];
		}
	}
	(void)cudaGetLastError();
	return nullptr;
}

cudaGraphExec_t first_that_takes_bad(cudaGraphExec_t *execs, int count, cudaGraph_t graph)
{
	cudaGraphExecUpdateResultInfo info;
	for (int i = 0; i < count; i++) {
		if (cudaGraphExecUpdate(execs[i], graph, &info) == cudaSuccess) // expect-error: latched-error
			return execs[i]; // an earlier refusal is still pending
	}
	(void)cudaGetLastError();
	return nullptr;
}
