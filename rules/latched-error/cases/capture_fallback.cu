// Capture is tried, eager execution is the fallback.
#include <cuda_runtime.h>

void log_warning(const char *format, ...);
void forward(cudaStream_t stream);

class replayer {
public:
	bool begin_bad(cudaStream_t stream);
	bool end_bad();
	bool capture_good(cudaStream_t stream);

private:
	cudaGraph_t graph_ = nullptr;
	cudaGraphExec_t exec_ = nullptr;
	cudaStream_t stream_ = nullptr;
};

bool replayer::begin_bad(cudaStream_t stream)
{
	cudaError_t err = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal); // expect: latched-error
	if (err != cudaSuccess) {
		log_warning("no capture: %s", cudaGetErrorString(err));
		return false;
	}
	stream_ = stream;
	return true;
}

bool replayer::end_bad()
{
	cudaError_t err = cudaStreamEndCapture(stream_, &graph_); // expect: latched-error
	if (err != cudaSuccess) {
		log_warning("capture failed: %s", cudaGetErrorString(err));
		stream_ = nullptr;
		return false;
	}
	err = cudaGraphInstantiate(&exec_, graph_, 0); // expect: latched-error
	if (err != cudaSuccess) {
		log_warning("no executable: %s", cudaGetErrorString(err));
		(void)cudaGraphDestroy(graph_);
		graph_ = nullptr;
		return false;
	}
	return true;
}

bool replayer::capture_good(cudaStream_t stream)
{
	cudaError_t err = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
	if (err == cudaSuccess) {
		forward(stream);
		err = cudaStreamEndCapture(stream, &graph_);
	}
	if (err == cudaSuccess)
		err = cudaGraphInstantiate(&exec_, graph_, 0);
	if (err != cudaSuccess) {
		cudaGetLastError();
		log_warning("eager: %s", cudaGetErrorString(err));
		if (graph_)
			(void)cudaGraphDestroy(graph_);
		graph_ = nullptr;
		return false;
	}
	return true;
}

// A chain of steps that one test ends, and no drain.
bool capture_chain_bad(cudaStream_t stream, cudaGraph_t *graph, cudaGraphExec_t *exec)
{
	cudaError_t err = cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal); // expect: latched-error
	if (err == cudaSuccess) {
		forward(stream);
		err = cudaStreamEndCapture(stream, graph); // expect: latched-error
	}
	if (err == cudaSuccess)
		err = cudaGraphInstantiate(exec, *graph, 0); // expect: latched-error
	return err == cudaSuccess;
}
