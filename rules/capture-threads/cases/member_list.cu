// Threads that a constructor's initialiser list starts, by a lambda or by a method, beside a capture in global mode.
#include <cuda_runtime.h>
#include <thread>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

class Pages {
public:
	explicit Pages(size_t bytes) : bytes_(bytes), worker_(&Pages::fill, this) {}

private:
	void fill() { CHECK(cudaMallocHost(&next_, bytes_)); }
	size_t bytes_;
	void *next_;
	std::thread worker_;
};

void global(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); // expect-warning: capture-threads
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
