// The level that ends the process is pasted into a name.
#include <cuda_runtime.h>

#include "log.h"

#define CHECK_OR_DIE(call) \
	do { \
		cudaError_t code = (call); \
		if (code != cudaSuccess) \
			LOG(FATAL) << cudaGetErrorString(code); \
	} while (0)

#define CHECK_AND_TELL(call) \
	do { \
		cudaError_t code = (call); \
		if (code != cudaSuccess) \
			LOG(INFO) << cudaGetErrorString(code); \
	} while (0)

__global__ void kernel(float *p);

bool run(float **p)
{
	CHECK_OR_DIE(cudaMalloc(p, 4));
	kernel<<<1, 1>>>(*p);
	return cudaGetLastError() == cudaSuccess;
}

bool run_bad(float **p)
{
	CHECK_AND_TELL(cudaMalloc(p, 4)); // expect: latched-error
	kernel<<<1, 1>>>(*p);
	return cudaGetLastError() == cudaSuccess; // expect: blamed-launch
}
