#pragma once
#include <cuda_runtime.h>

template <int MODEL> __global__ void project_kernel(float *p);

template <int MODEL>
void project(float *p, cudaStream_t stream)
{
	project_kernel<MODEL><<<64, 64, 0, stream>>>(p); // expect-note: unchecked-launch
}

template <int MODEL>
void project_back(float *p, cudaStream_t stream)
{
	project_kernel<MODEL><<<64, 64, 0, stream>>>(p); // expect: unchecked-launch
}
