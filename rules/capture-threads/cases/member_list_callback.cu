// What an initialiser list gives a member that is no thread, and a thread that makes no such call.
#include <cuda_runtime.h>
#include <functional>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

class Pages {
public:
	Pages() : refill_([this] { CHECK(cudaMalloc(&next_, 64)); }), worker_(&Pages::count, this) {}

private:
	void count() { n_++; }
	void *next_;
	int n_ = 0;
	std::function<void()> refill_;
	std::thread worker_;
};

void global(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
