// rules: frozen-value
// A counter that goes on beside a graph.
#include <cmath>
#include <cuda_runtime.h>

void check(cudaError_t err);
__global__ void adam(float *p, const float *g, int n, float correction);
__global__ void adam_at(float *p, const float *g, int n, const float *correction);

class Adam {
public:
	void step();

private:
	void enqueue();
	void capture();
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *p_, *g_;
	int n_;
	long t_ = 0;
};

void Adam::enqueue()
{
	const float correction = 1.0f - std::pow(0.9f, t_);
	adam<<<n_ / 256, 256, 0, stream_>>>(p_, g_, n_, correction);
	check(cudaGetLastError());
}

void Adam::capture()
{
	cudaGraph_t graph;
	check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
	enqueue();
	check(cudaStreamEndCapture(stream_, &graph));
	check(cudaGraphInstantiate(&exec_, graph, 0));
	check(cudaGraphDestroy(graph));
}

void Adam::step()
{
	++t_; // expect-warning: frozen-value
	if (!exec_)
		capture();
	check(cudaGraphLaunch(exec_, stream_));
}

class Refreshed {
public:
	void step();

private:
	void enqueue();
	cudaStream_t stream_;
	cudaGraphExec_t exec_ = nullptr;
	float *p_, *g_, *correction_, *staged_;
	int n_;
	long turns_ = 0;
};

void Refreshed::enqueue()
{
	adam_at<<<n_ / 256, 256, 0, stream_>>>(p_, g_, n_, correction_);
	check(cudaGetLastError());
}

// The kernel reads it on the device, where each call puts it.
void Refreshed::step()
{
	++turns_;
	check(cudaStreamSynchronize(stream_));
	*staged_ = 1.0f - std::pow(0.9f, turns_);
	check(cudaMemcpyAsync(correction_, staged_, sizeof(float), cudaMemcpyHostToDevice, stream_));
	if (!exec_) {
		cudaGraph_t graph;
		check(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal));
		enqueue();
		check(cudaStreamEndCapture(stream_, &graph));
		check(cudaGraphInstantiate(&exec_, graph, 0));
		check(cudaGraphDestroy(graph));
	}
	check(cudaGraphLaunch(exec_, stream_));
}
