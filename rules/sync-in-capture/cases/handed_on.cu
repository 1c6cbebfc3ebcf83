// rules: sync-in-capture
// A callable that is handed on by one method to the one that captures.
#include <cuda_runtime.h>
#include <functional>
void expect(cudaError_t e);
__global__ void k(float *a);
class Recorder {
public:
	void once(const std::function<void(cudaStream_t)> &body);
	void record(const std::function<void(cudaStream_t)> &body);
	cudaStream_t s_;
	cudaGraphExec_t exec_ = nullptr;
};
void Recorder::once(const std::function<void(cudaStream_t)> &body)
{
	if (!exec_)
		record(body);
}
void Recorder::record(const std::function<void(cudaStream_t)> &body)
{
	cudaGraph_t g = nullptr;
	expect(cudaStreamBeginCapture(s_, cudaStreamCaptureModeThreadLocal));
	body(s_);
	expect(cudaStreamEndCapture(s_, &g));
	expect(cudaGraphInstantiate(&exec_, g, 0));
	expect(cudaGraphDestroy(g));
}
struct Blur {
	Recorder rec;
	float *a;
	void passes(cudaStream_t s)
	{
		k<<<1, 128, 0, s>>>(a);
		expect(cudaGetLastError());
		expect(cudaStreamSynchronize(s)); // expect-error: sync-in-capture
	}
	void run() { rec.once([this](cudaStream_t s) { passes(s); }); }
};
// Handed on by value, and moved.
class Player {
public:
	void once(std::function<void(cudaStream_t)> body) { record(std::move(body)); }
	void record(std::function<void(cudaStream_t)> body)
	{
		cudaGraph_t g = nullptr;
		expect(cudaStreamBeginCapture(s_, cudaStreamCaptureModeThreadLocal));
		body(s_);
		expect(cudaStreamEndCapture(s_, &g));
		expect(cudaGraphInstantiate(&exec_, g, 0));
		expect(cudaGraphDestroy(g));
	}
	cudaStream_t s_;
	cudaGraphExec_t exec_ = nullptr;
};
struct Sharpen {
	Player player;
	float *a;
	void waits(cudaStream_t s)
	{
		k<<<1, 128, 0, s>>>(a);
		expect(cudaGetLastError());
		expect(cudaStreamSynchronize(s)); // expect-error: sync-in-capture
	}
	void works(cudaStream_t s)
	{
		k<<<1, 128, 0, s>>>(a);
		expect(cudaGetLastError());
	}
	void run() { player.once([this](cudaStream_t s) { waits(s); }); }
	void run_well()
	{
		player.once([this](cudaStream_t s) { works(s); });
		expect(cudaStreamSynchronize(player.s_));
	}
};
