// A capture in the program says which outcome follows.
#include <cuda_runtime.h>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static void forward(float *p, cudaStream_t s)
{
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	step<<<1, 32>>>(p); // expect-error: uncaptured-launch
	CHECK(cudaGetLastError());
}

void record(float *p, cudaGraph_t *graph)
{
	cudaStream_t s;
	CHECK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
	step<<<1, 32>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
	forward(p, s);
	CHECK(cudaMemsetAsync(p, 0, 4)); // expect-error: uncaptured-launch
	CHECK(cudaStreamEndCapture(s, graph));
	CHECK(cudaMemsetAsync(p, 0, 4));
}
