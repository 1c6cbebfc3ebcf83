// A check that waits in a debugging build alone, and one that waits in one of two platforms.
#include <cuda_runtime.h>

__global__ void step(float *p);
void fail(cudaError_t code);

#define CHECK_WAITING(call)                                                                                            \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			fail(code_);                                                                                   \
		code_ = cudaDeviceSynchronize();                                                                       \
		if (code_ != cudaSuccess)                                                                              \
			fail(code_);                                                                                   \
	} while (0)
#define CHECK_ONLY(call)                                                                                               \
	do {                                                                                                           \
		cudaError_t code_ = (call);                                                                            \
		if (code_ != cudaSuccess)                                                                              \
			fail(code_);                                                                                   \
	} while (0)

#ifdef SOLVER_DEBUG
#define CHECK(call) CHECK_WAITING(call)
#else
#define CHECK(call) CHECK_ONLY(call)
#endif

#ifndef SOLVER_DEBUG
#define CHECK_TOO(call) CHECK_ONLY(call)
#else
#define CHECK_TOO(call) CHECK_WAITING(call)
#endif

#ifdef SOLVER_OLD_DRIVER
#define CHECK_ALWAYS(call) CHECK_WAITING(call)
#else
#define CHECK_ALWAYS(call) CHECK_ONLY(call)
#endif

void capture(float *p, cudaStream_t stream, cudaGraph_t *graph)
{
	CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); // expect-note: sync-in-capture
	step<<<1, 32, 0, stream>>>(p);
	CHECK(cudaStreamEndCapture(stream, graph));
}

void capture_too(float *p, cudaStream_t stream, cudaGraph_t *graph)
{
	CHECK_TOO(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); // expect-note: sync-in-capture
	step<<<1, 32, 0, stream>>>(p);
	CHECK_TOO(cudaStreamEndCapture(stream, graph));
}

void capture_always(float *p, cudaStream_t stream, cudaGraph_t *graph)
{
	CHECK_ALWAYS(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)); // expect: sync-in-capture
	step<<<1, 32, 0, stream>>>(p);
	CHECK_ALWAYS(cudaStreamEndCapture(stream, graph));
}
