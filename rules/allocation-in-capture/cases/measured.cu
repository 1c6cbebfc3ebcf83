// Memory of a function that measures itself: it tunes, or tests.
// rules: allocation-in-capture
#include <cuda_runtime.h>

__global__ void multiply(float *c, const float *a, float *workspace);

struct DeviceClock {
	void start();
	double seconds();
};

static void check(cudaError_t err)
{
	if (err != cudaSuccess)
		throw 1;
}

double product_times(float *c, const float *a, int iters, cudaStream_t stream)
{
	float *workspace;
	check(cudaMalloc(&workspace, 1024)); // expect-note: allocation-in-capture
	DeviceClock timer;
	timer.start();
	for (int i = 0; i < iters; i++)
		multiply<<<8, 128, 0, stream>>>(c, a, workspace);
	check(cudaGetLastError());
	double time = timer.seconds();
	check(cudaFree(workspace));
	return time;
}

void gemm(float *c, const float *a, cudaStream_t stream)
{
	float *workspace;
	check(cudaMalloc(&workspace, 1024)); // expect-warning: allocation-in-capture
	multiply<<<8, 128, 0, stream>>>(c, a, workspace);
	check(cudaGetLastError());
	check(cudaFree(workspace)); // expect-note: allocation-in-capture
}
