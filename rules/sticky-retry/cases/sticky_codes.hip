#include <hip/hip_runtime.h>

#include <cstdlib>

void run_on_host(float *p, int n);

bool fallback_bad(float *p, int n, hipStream_t s)
{
	hipError_t err = hipStreamSynchronize(s); // expect: sticky-retry
	if (err == hipErrorIllegalAddress) {
		(void)hipGetLastError();
		run_on_host(p, n);
		return true;
	}
	if (err != hipSuccess)
		std::abort();
	return true;
}

bool fatal_good(hipStream_t s)
{
	hipError_t err = hipStreamSynchronize(s);
	if (err != hipSuccess)
		std::abort();
	return true;
}
