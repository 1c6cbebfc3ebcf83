// hipExtGetLastError keeps the old behaviour: the result of the last call, be it a success. It says nothing of what
// hipGetLastError would say.
#include <hip/hip_runtime.h>

#include <cstdlib>

extern "C" hipError_t hipExtGetLastError(void);

__global__ void work(float *p) { p[0] = 1; }

void right_after_good(float *p, hipStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (hipGetLastError() != hipSuccess)
		std::abort();
}

// The copy's success is what is read.
void after_copy_bad(float *p, float *q, hipStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	if (hipMemcpyAsync(q, p, 4, hipMemcpyDeviceToDevice, s) != hipSuccess)
		std::abort();
	if (hipExtGetLastError() != hipSuccess) // expect: hip-error-reset
		std::abort();
}

// A function of ours whose name only looks alike, and which checks what it launches.
__global__ void half(float *p);
hipError_t getNextExtent(float *p)
{
	half<<<1, 32>>>(p);
	return hipGetLastError();
}
bool extents(float *p)
{
	half<<<1, 64>>>(p);
	return getNextExtent(p) == hipSuccess;
}
