// A helper thread that an object's end starts: by then its captures are done.
#include <cuda_runtime.h>
#include <future>

__global__ void step(float *p);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

class communicator {
public:
	~communicator()
	{
		auto done = std::async(std::launch::async, [this] { finish(); });
		if (done.wait_for(std::chrono::seconds(2)) == std::future_status::timeout)
			new auto(std::move(done));
	}

	void finish() { check(cudaDeviceSynchronize()); }
};

void record(float *p, cudaGraph_t *graph, cudaStream_t s)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); // expect-note: capture-threads
	step<<<1, 32, 0, s>>>(p);
	check(cudaStreamEndCapture(s, graph));
}
