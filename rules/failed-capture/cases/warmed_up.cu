// The same work has run before, uncaptured: what it minds about its arguments would have come out then.
#include <cuda_runtime.h>
#include <cstdlib>
#include <stdexcept>

__global__ void scale(float *x, int n);

static void must(cudaError_t code)
{
	if (code != cudaSuccess)
		exit(1);
}

static void check(cudaError_t code)
{
	if (code != cudaSuccess)
		throw std::runtime_error(cudaGetErrorString(code));
}

struct tensor {
	float *data;
	int n;
};

static void step(const tensor &x, cudaStream_t stream)
{
	TORCH_CHECK(x.n % 4 == 0, "sizes are multiples of four");
	scale<<<x.n / 4, 128, 0, stream>>>(x.data, x.n);
	must(cudaGetLastError());
}

// The scratch may be missing, and can't be had within a capture.
static void step_with_scratch(const tensor &x, cudaStream_t stream)
{
	float *scratch;
	check(cudaMallocAsync((void **)&scratch, x.n, 0));
	scale<<<x.n / 4, 128, 0, stream>>>(scratch, x.n);
	must(cudaGetLastError());
	check(cudaFreeAsync(scratch, stream));
}

class runner {
public:
	void run(const tensor &x)
	{
		if (!warm_) {
			step(x, stream_);
			warm_ = true;
			return;
		}
		if (!exec_) {
			cudaGraph_t graph;
			must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
			step(x, stream_); // expect-note: failed-capture
			must(cudaStreamEndCapture(stream_, &graph));
			must(cudaGraphInstantiate(&exec_, graph, 0));
			must(cudaGraphDestroy(graph));
		}
		must(cudaGraphLaunch(exec_, stream_));
	}
	// Nothing has tried this one.
	void run_at_once(const tensor &x)
	{
		cudaGraph_t graph;
		must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		step(x, stream_); // expect: failed-capture
		must(cudaStreamEndCapture(stream_, &graph));
		must(cudaGraphInstantiate(&exec_, graph, 0));
		must(cudaGraphDestroy(graph));
	}
	void run_with_scratch(const tensor &x)
	{
		if (!warm_) {
			step_with_scratch(x, stream_);
			warm_ = true;
			return;
		}
		cudaGraph_t graph;
		must(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		step_with_scratch(x, stream_); // expect: failed-capture
		must(cudaStreamEndCapture(stream_, &graph));
		must(cudaGraphInstantiate(&exec_, graph, 0));
		must(cudaGraphDestroy(graph));
	}
	~runner() { cudaGraphExecDestroy(exec_); }

private:
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	bool warm_ = false;
};
