// rules: misread-error
// What a peek finds is returned: who answers for the failure has not looked at the slot.
#include <cuda_runtime.h>

__global__ void fast(const float *x, int n);
__global__ void slow(const float *x, int n);

static cudaError_t launch_fast_bad(const float *x, int n, size_t shared, cudaStream_t s)
{
	fast<<<n / 1024, 1024, shared, s>>>(x, n);
	return cudaPeekAtLastError(); // expect-warning: misread-error
}

static cudaError_t launch_fast_good(const float *x, int n, size_t shared, cudaStream_t s)
{
	fast<<<n / 1024, 1024, shared, s>>>(x, n);
	return cudaGetLastError();
}

static cudaError_t launch_fast_drained(const float *x, int n, size_t shared, cudaStream_t s)
{
	fast<<<n / 1024, 1024, shared, s>>>(x, n);
	return cudaPeekAtLastError();
}

static cudaError_t launch_slow(const float *x, int n, cudaStream_t s)
{
	slow<<<1, 256, 0, s>>>(x, n);
	return cudaGetLastError();
}

// The second launch's check is told the first one's error.
cudaError_t run_bad(const float *x, int n, size_t shared, cudaStream_t s)
{
	cudaError_t e = launch_fast_bad(x, n, shared, s);
	if (e == cudaSuccess)
		return cudaSuccess;
	return launch_slow(x, n, s);
}

cudaError_t run_good(const float *x, int n, size_t shared, cudaStream_t s)
{
	cudaError_t e = launch_fast_good(x, n, shared, s);
	if (e == cudaSuccess)
		return cudaSuccess;
	return launch_slow(x, n, s);
}

// The caller knows of the peek.
cudaError_t run_drained(const float *x, int n, size_t shared, cudaStream_t s)
{
	cudaError_t e = launch_fast_drained(x, n, shared, s);
	if (e == cudaSuccess)
		return cudaSuccess;
	(void)cudaGetLastError();
	return launch_slow(x, n, s);
}
