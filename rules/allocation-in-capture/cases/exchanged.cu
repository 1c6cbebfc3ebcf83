// The thread changes its own capture mode around what other modes refuse.
#include <cuda_runtime.h>

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

static void *allocate(size_t n)
{
	void *p;
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	check(cudaThreadExchangeStreamCaptureMode(&mode));
	check(cudaMalloc(&p, n));
	check(cudaThreadExchangeStreamCaptureMode(&mode));
	return p;
}

static void *allocate_late(size_t n)
{
	void *p;
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	check(cudaThreadExchangeStreamCaptureMode(&mode));
	check(cudaThreadExchangeStreamCaptureMode(&mode));
	check(cudaMalloc(&p, n)); // expect: allocation-in-capture
	return p;
}

struct Relaxed {
	cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
	Relaxed() { check(cudaThreadExchangeStreamCaptureMode(&mode)); }
	~Relaxed() { cudaThreadExchangeStreamCaptureMode(&mode); }
};

static void *allocate_plainly(size_t n)
{
	void *p;
	check(cudaMalloc(&p, n));
	return p;
}

static void *allocate_guarded(size_t n)
{
	Relaxed relaxed;
	return allocate_plainly(n);
}

void record(void **p, cudaStream_t s, cudaGraph_t *graph)
{
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	p[0] = allocate(64);
	p[1] = allocate_guarded(64);
	p[2] = allocate_late(64);
	check(cudaStreamEndCapture(s, graph));
}
