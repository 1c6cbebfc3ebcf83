// rules: dropped-error
// Calls inside kernels are device functions: they report nothing.
#include <cuda_runtime.h>

__global__ void dependent(float *p)
{
	cudaGridDependencySynchronize();
	p[threadIdx.x] += 1;
	cudaTriggerProgrammaticLaunchCompletion();
}

__device__ void wait_for_producer()
{
	cudaGridDependencySynchronize();
}

template <bool WAIT>
__device__ __forceinline__ void maybe_wait()
{
	if constexpr (WAIT)
		cudaGridDependencySynchronize();
}

__global__ void in_template(float *p)
{
	maybe_wait<true>();
	p[0] = 1;
}
