// From ROCm 7.0 on a failure stays in the slot as in CUDA.
#include <hip/hip_runtime.h>

void log_warning(const char *format, ...);
[[noreturn]] void fatal(const char *what, hipError_t code);

bool peer_bad(int peer)
{
	hipError_t err = hipDeviceEnablePeerAccess(peer, 0); // expect-error: latched-error
	if (err == hipErrorPeerAccessAlreadyEnabled)
		return true;
	if (err != hipSuccess)
		fatal("peer", err);
	return true;
}

bool peer_good(int peer)
{
	hipError_t err = hipDeviceEnablePeerAccess(peer, 0);
	if (err == hipErrorPeerAccessAlreadyEnabled) {
		(void)hipGetLastError();
		return true;
	}
	if (err != hipSuccess)
		fatal("peer", err);
	return true;
}

void *managed_or_plain_bad(size_t bytes)
{
	void *out = nullptr;
	hipError_t err = hipMallocManaged(&out, bytes); // expect: latched-error
	if (err == hipErrorNotSupported) {
		log_warning("no managed memory");
		err = hipMalloc(&out, bytes);
	}
	if (err != hipSuccess)
		fatal("allocation", err);
	return out;
}

void *managed_or_plain_good(size_t bytes)
{
	void *out = nullptr;
	hipError_t err = hipMallocManaged(&out, bytes);
	if (err == hipSuccess) {
		// A hint: its refusal does not matter.
		(void)hipMemAdvise(out, bytes, hipMemAdviseSetCoarseGrain, 0);
		(void)hipGetLastError();
	}
	if (err == hipErrorNotSupported) {
		(void)hipGetLastError();
		err = hipMalloc(&out, bytes);
	}
	if (err != hipSuccess)
		fatal("allocation", err);
	return out;
}

bool update_bad(hipGraphExec_t exec, hipGraph_t graph)
{
	hipGraphNode_t node;
	hipGraphExecUpdateResult result;
	return hipGraphExecUpdate(exec, graph, &node, &result) == hipSuccess; // expect-error: latched-error
}

bool is_done(hipEvent_t event)
{
	hipError_t err = hipEventQuery(event);
	if (err != hipSuccess && err != hipErrorNotReady)
		fatal("event", err);
	return err == hipSuccess;
}
