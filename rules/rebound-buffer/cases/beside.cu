// Beside a decoder's graphs: what samples from their outputs, or waits, grows its own buffers between replays.
#include <cuda_runtime.h>

__global__ void step(float *p, float *q);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

static float *work;
static size_t work_size;
void gemm(float *p, size_t n, cudaStream_t stream)
{
	if (n > work_size) {
		CHECK(cudaFree(work)); // expect-warning: rebound-buffer
		CHECK(cudaMalloc(&work, n)); // expect-note: first-use-in-capture
		work_size = n;
	}
	step<<<1, 32, 0, stream>>>(p, work);
	CHECK(cudaGetLastError());
}

static float *ranks;
static size_t ranks_size;
void sample_greedy(float *p, size_t n, cudaStream_t stream)
{
	if (n > ranks_size) {
		CHECK(cudaFree(ranks)); // expect-note: rebound-buffer
		CHECK(cudaMalloc(&ranks, n)); // expect-note: first-use-in-capture
		ranks_size = n;
	}
	step<<<1, 32, 0, stream>>>(p, ranks);
	CHECK(cudaGetLastError());
}

void decode(float *p, cudaStream_t s, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	step<<<1, 32, 0, s>>>(p, p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
