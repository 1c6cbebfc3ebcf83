// The check macro's header is not part of the program. A macro that takes the read of the slot checks it.
#include <cuda_runtime.h>

#if __has_include("vendor/checks.h")
#include "vendor/checks.h"
#else
void vendor_check(cudaError_t code);
#define VENDOR_CHECK(...) vendor_check(__VA_ARGS__)
#endif

__global__ void gather(float *p);

void good(float *p, cudaStream_t s)
{
	gather<<<1, 32, 0, s>>>(p);
	VENDOR_CHECK(cudaGetLastError());
}

void good_peek(float *p, cudaStream_t s)
{
	gather<<<1, 32, 0, s>>>(p);
	VENDOR_CHECK(cudaPeekAtLastError());
}
