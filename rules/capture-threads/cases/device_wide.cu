// A thread that waits for the whole device breaks captures of every mode; one that allocates only those in global mode.
#include <cuda_runtime.h>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static void watch()
{
	CHECK(cudaDeviceSynchronize());
}

struct Watchdog {
	std::thread worker;

	void start()
	{
		worker = std::thread(watch);
	}
};

void thread_local_mode(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal)); // expect-warning: capture-threads
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
