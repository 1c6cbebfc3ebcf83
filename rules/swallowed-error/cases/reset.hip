#include <hip/hip_runtime.h>

#include <cstdlib>

__global__ void work(float *p) { p[0] = 1; }

void after_launch_bad(float *p, hipStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	(void)hipGetLastError(); // expect: swallowed-error
}

bool allocate_bad(void **out, size_t bytes)
{
	(void)hipMalloc(out, bytes);
	return hipGetLastError() == hipSuccess; // expect: swallowed-error
}

bool allocate_good(void **out, size_t bytes)
{
	if (hipMalloc(out, bytes) == hipSuccess)
		return true;
	(void)hipGetLastError();
	return false;
}
