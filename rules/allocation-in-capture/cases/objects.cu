// Objects whose constructors allocate.
#include <cuda_runtime.h>
#include <cutlass/util/device_memory.h>
#include <thrust/device_vector.h>

__global__ void step(float *p);

static void check(cudaError_t e)
{
	if (e != cudaSuccess)
		throw 1;
}

void multiply(float *p, size_t n, cudaStream_t s)
{
	cutlass::device_memory::allocation<float> workspace(n); // expect-note: allocation-in-capture
	step<<<1, 32, 0, s>>>(workspace.get());
	check(cudaGetLastError());
}

void record(size_t n, cudaStream_t s, cudaGraph_t *graph)
{
	thrust::device_vector<float> before(n);
	check(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
	thrust::device_vector<float> inside(n); // expect: allocation-in-capture
	step<<<1, 32, 0, s>>>(inside.data().get());
	check(cudaGetLastError());
	check(cudaStreamEndCapture(s, graph));
}
