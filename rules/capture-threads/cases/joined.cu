// The thread is over before its starter goes on; another one never touches the device.
#include <cuda_runtime.h>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void load_all(float **p)
{
	std::thread t([p] { CHECK(cudaMalloc(p, 64)); });
	t.join();
}

static int total;

struct Counter {
	std::thread worker;

	void start()
	{
		worker = std::thread([] { total++; });
	}
};

void global(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
