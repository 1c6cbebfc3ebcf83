// A program's header is there for the program: what nothing names there nobody runs.
#pragma once
#include <cuda_runtime.h>

inline void fetch(float *to, const float *from, int n)
{
	cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToHost); // expect: dropped-error
}

inline void fetch_twice(float *to, const float *from, int n)
{
	cudaMemcpy(to, from, 2 * n * sizeof(float), cudaMemcpyDeviceToHost); // expect-note: dropped-error
}

namespace transfer {
static void dump(float *to, const float *from, int n)
{
	cudaMemcpy(to, from, n * sizeof(float), cudaMemcpyDeviceToHost); // expect-note: dropped-error
}
}
