#pragma once
#include <cuda_runtime.h>

__global__ void scan_kernel(float *p);

template <typename T>
void scan(T *p, cudaStream_t stream)
{
	scan_kernel<<<1, 32, 0, stream>>>(p);
}

template <typename T>
void scan_back(T *p, cudaStream_t stream)
{
	scan_kernel<<<1, 32, 0, stream>>>(p); // expect: unchecked-launch
}
