// No program is in sight: others may call what is here.
#pragma once
#include <cuda_runtime.h>

inline void fetch(float *to, const float *from, int n)
{
	cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToHost); // expect: dropped-error
}

inline void fetch_twice(float *to, const float *from, int n)
{
	cudaMemcpy(to, from, 2 * n * sizeof(float), cudaMemcpyDeviceToHost); // expect: dropped-error
}
