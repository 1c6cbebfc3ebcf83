// A failure that is returned keeps no more away from a capture than one that is thrown; another question does.
#include <cuda_runtime.h>

__global__ void step(float *p);

static cudaError_t sweep(float *p, cudaStream_t s)
{
	step<<<1, 32, 0, s>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	return cudaStreamSynchronize(s); // expect-error: sync-in-capture
}

static cudaError_t sweep_if_so(float *p, cudaStream_t s)
{
	auto err = cudaMemsetAsync(p, 0, 64, s);
	if (err == cudaSuccess)
		err = cudaStreamSynchronize(s); // expect-error: sync-in-capture
	return err;
}

static cudaError_t sweep_sometimes(float *p, cudaStream_t s, int verbosity)
{
	step<<<1, 32, 0, s>>>(p);
	cudaError_t err = cudaGetLastError();
	if (err != cudaSuccess)
		return err;
	if (verbosity != 0)
		return err;
	return cudaStreamSynchronize(s); // expect-warning: sync-in-capture
}

int record(float *p, cudaStream_t s, cudaGraph_t *graph, int verbosity)
{
	if (cudaStreamBeginCapture(s, cudaStreamCaptureModeRelaxed) != cudaSuccess)
		return 1;
	cudaError_t one = sweep(p, s), two = sweep_if_so(p, s), three = sweep_sometimes(p, s, verbosity);
	cudaError_t end = cudaStreamEndCapture(s, graph);
	return one != cudaSuccess || two != cudaSuccess || three != cudaSuccess || end != cudaSuccess;
}
