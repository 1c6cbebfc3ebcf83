#pragma once
#include <cuda_runtime.h>

struct params {
	int n;
	float bias;
};

class Tracer {
public:
	cudaError_t trace(const float *rays, float *hits, int n, cudaStream_t stream = 0);
	cudaError_t trace_filtered(const float *rays, float *hits, int n, cudaStream_t stream);

private:
	params *slot;
};
