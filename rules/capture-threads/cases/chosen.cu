// A worker that waits for its device, or records an event instead: who hands it work chooses.
#include <cuda_runtime.h>
#include <atomic>
#include <thread>

__global__ void step(float *p);

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

static void wait_for_device(int device)
{
	check(cudaSetDevice(device));
	check(cudaDeviceSynchronize());
}

static void record_done(cudaEvent_t event)
{
	check(cudaEventRecord(event, cudaStreamPerThread));
}

class Worker {
public:
	explicit Worker(int device) : device(device)
	{
		thread = std::thread([this] { loop(); });
	}

	void loop()
	{
		while (!stop.load()) {
			if (waits_behind.load())
				wait_for_device(device);
			else
				record_done(done);
		}
	}

private:
	int device;
	std::thread thread;
	std::atomic<bool> stop{false}, waits_behind{true};
	cudaEvent_t done;
};

void record(float *p, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(cudaStreamPerThread, cudaStreamCaptureModeThreadLocal));
	step<<<1, 32, 0, cudaStreamPerThread>>>(p);
	check(cudaGetLastError());
	check(cudaStreamEndCapture(cudaStreamPerThread, graph));
}
