// rules: unchecked-launch
// A macro that is not seen and speaks of the device may hold a check; one that takes the time does not.
#include "clock.h"
#include <cuda_runtime.h>

__global__ void work(float *p) { p[threadIdx.x] = 1; }

void timed_bad(float *p, cudaStream_t s)
{
	CUDA_CPU_TIC("work");
	work<<<1, 32, 0, s>>>(p); // expect: unchecked-launch
	CUDA_CPU_TOC("work");
}

void profiled_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p); // expect: unchecked-launch
	GPU_PROFILE_END("work");
}

void checked_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	CUDA_POST_KERNEL();
}

// A macro that is given a code looks at that one.
void waited_bad(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p); // expect: unchecked-launch
	SIM_CUDA_CALL(cudaStreamSynchronize(s));
}

void waited_good(float *p, cudaStream_t s)
{
	work<<<1, 32, 0, s>>>(p);
	SIM_CUDA_CALL(cudaGetLastError());
	SIM_CUDA_CALL(cudaStreamSynchronize(s));
}
