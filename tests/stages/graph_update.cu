// An expected failure that stays latched, its tolerant twin, and one that drains.
#include <cuda_runtime.h>

namespace app {

class Replayer {
public:
	explicit Replayer(int device) : device_(device), stream_(make_stream(device)) {}
	~Replayer() { cudaGraphExecDestroy(exec_); }
	bool update(cudaGraph_t graph);
	bool update_drained(cudaGraph_t graph) {
		cudaGraphExecUpdateResultInfo info;
		if (cudaError_t e = cudaGraphExecUpdate(exec_, graph, &info); e != cudaSuccess && !quiet_) {
			(void)cudaGetLastError();
			return false;
		}
		return true;
	}

private:
	int device_ = current_device();
	bool quiet_ = false;
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
};

bool Replayer::update(cudaGraph_t graph)
{
	DeviceGuard guard(device_);
	const bool ok = cudaGraphExecUpdate(exec_, graph, nullptr) == cudaSuccess && ready(graph);
	return ok ? true : rebuild(graph) == cudaSuccess;
}

cudaError_t first_error(cudaStream_t s = default_stream(), int tries = 3)
{
	cudaError_t err{};
	for (int i = 0; i < tries; ++i) {
		err = cudaStreamQuery(s);
		if (err == cudaErrorNotReady)
			continue;
		if (err)
			break;
	}
	return err;
}

} // namespace app
