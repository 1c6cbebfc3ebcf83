// The same with a lambda in braces; what the list gives a member that is no thread starts none.
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
	Pages() : worker_{[this] { CHECK(cudaMalloc(&next_, 64)); }} {}

private:
	void *next_;
	std::jthread worker_;
};

void global(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)); // expect-warning: capture-threads
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
