// A switch of the build decides whether streams are used at all: who builds without them captures nothing. A switch that decides something else excuses nobody.
#include <cuda_runtime.h>

__global__ void scale(float *p, int n);
__global__ void scale_wide(float *p, int n);

extern "C" void scale_all(float *p, int n, cudaStream_t stream)
{
#ifdef WITH_STREAMS
	scale<<<n / 64, 64, 0, stream>>>(p, n);
#else
	scale<<<n / 64, 64>>>(p, n); // expect-note: uncaptured-launch
#endif
	if (cudaGetLastError() != cudaSuccess)
		__builtin_trap();
}

extern "C" void scale_wide_all(float *p, int n, cudaStream_t stream)
{
#ifdef WIDE
	scale_wide<<<n / 256, 256>>>(p, n); // expect: uncaptured-launch
#else
	scale<<<n / 64, 64, 0, stream>>>(p, n);
#endif
	if (cudaGetLastError() != cudaSuccess)
		__builtin_trap();
}
