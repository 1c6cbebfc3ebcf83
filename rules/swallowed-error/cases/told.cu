// A pass that begins with a look at what is left over, tells of it and goes on: nothing is decided by it.
#include <cuda_runtime.h>
#include <cstdlib>

int log_level();
void log_message(int level, const char *format, ...);
#define LOG_WARN(...)                                                                                                  \
	do {                                                                                                           \
		if (log_level() <= 2)                                                                                  \
			log_message(2, __VA_ARGS__);                                                                   \
	} while (0)

__global__ void step(float *p);

bool forward(float *p, int n, cudaStream_t s)
{
	int rows = n > 8 ? 8 : n;
	if (cudaMemsetAsync(p, 0, 4 * rows, s) != cudaSuccess)
		abort();
	{
		cudaError_t left = cudaGetLastError(); // expect-note: swallowed-error
		if (left != cudaSuccess)
			LOG_WARN("cleared before the pass: %s", cudaGetErrorString(left));
	}
	step<<<rows, 32, 0, s>>>(p);
	return cudaGetLastError() == cudaSuccess;
}

bool decides(float *p, int n, cudaStream_t s)
{
	if (cudaMemsetAsync(p, 0, 4 * n, s) != cudaSuccess)
		abort();
	cudaError_t left = cudaGetLastError(); // expect-warning: swallowed-error
	if (left != cudaSuccess)
		return false;
	step<<<n, 32, 0, s>>>(p);
	return cudaGetLastError() == cudaSuccess;
}
