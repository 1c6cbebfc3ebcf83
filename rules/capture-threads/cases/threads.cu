// A capture in global mode beside a thread that allocates.
#include <cuda_runtime.h>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static void load(float **p)
{
	CHECK(cudaMalloc(p, 64));
}

struct Loader {
	std::thread worker;
	float *next;

	void start()
	{
		worker = std::thread([this] { load(&next); });
	}
};

void global(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); // expect-warning: capture-threads
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}

void thread_local_mode(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
