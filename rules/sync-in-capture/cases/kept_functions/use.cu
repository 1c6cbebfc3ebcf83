#include "kept.h"

__global__ void scale(float *x, int n);

static cudaError_t scale_and_wait(float *x, int n, cudaStream_t stream)
{
	scale<<<n / 128, 128, 0, stream>>>(x, n);
	cudaError_t code = cudaGetLastError();
	return code == cudaSuccess ? cudaStreamSynchronize(stream) : code; // expect: sync-in-capture
}

cudaError_t record_scale(float *x, int n, cudaStream_t stream)
{
	recorder of([=](cudaStream_t given) { return scale_and_wait(x, n, given); });
	return of.record(stream);
}

void chain::add_scale(float *x, int n)
{
	links.push_back([=](cudaStream_t given) {
		scale<<<n / 128, 128, 0, given>>>(x, n);
		cudaError_t code = cudaGetLastError();
		return code == cudaSuccess ? cudaDeviceSynchronize() : code; // expect: sync-in-capture
	});
	warm_ups.push_back([=](cudaStream_t given) {
		scale<<<n / 128, 128, 0, given>>>(x, n);
		cudaError_t code = cudaGetLastError();
		return code == cudaSuccess ? cudaDeviceSynchronize() : code;
	});
}
