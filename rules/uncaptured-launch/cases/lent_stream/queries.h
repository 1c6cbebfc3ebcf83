#pragma once
#include <cuda_runtime.h>

class Queries {
public:
	cudaError_t closest(const float *points, float *found, int n, cudaStream_t stream = 0);
};
