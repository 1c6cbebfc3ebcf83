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
