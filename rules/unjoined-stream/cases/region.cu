// A capture of the program: forks that are not joined, and events of before.
#include <cuda_runtime.h>

__global__ void step(float *p);

#define CHECK(call)                                                                                                    \
	do {                                                                                                           \
		if ((call) != cudaSuccess)                                                                             \
			throw 1;                                                                                       \
	} while (0)

void unjoined(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaEventRecord(e, s));
	CHECK(cudaStreamWaitEvent(side, e, 0)); // expect-error: unjoined-stream
	step<<<1, 32, 0, side>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}

void joined(float *p, cudaStream_t s, cudaStream_t side, cudaEvent_t e, cudaEvent_t done, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaEventRecord(e, s));
	CHECK(cudaStreamWaitEvent(side, e, 0));
	step<<<1, 32, 0, side>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaEventRecord(done, side));
	CHECK(cudaStreamWaitEvent(s, done, 0));
	CHECK(cudaStreamEndCapture(s, graph));
}

void from_before(float *p, cudaStream_t s, cudaStream_t loader, cudaEvent_t loaded, cudaGraph_t *graph)
{
	CHECK(cudaEventRecord(loaded, loader));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaStreamWaitEvent(s, loaded, 0)); // expect-error: unjoined-stream
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}

void external(float *p, cudaStream_t s, cudaStream_t loader, cudaEvent_t loaded, cudaGraph_t *graph)
{
	CHECK(cudaEventRecord(loaded, loader));
	CHECK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	CHECK(cudaStreamWaitEvent(s, loaded, cudaEventWaitExternal));
	step<<<1, 32, 0, s>>>(p);
	CHECK(cudaGetLastError());
	CHECK(cudaStreamEndCapture(s, graph));
}
