#pragma once

#include <cuda_runtime.h>

namespace post {

inline cudaError_t finish(float *p, int n, cudaStream_t s)
{
	return cudaMemsetAsync(p, 0, n * sizeof(float), s);
}

cudaError_t flush(cudaStream_t s);
void no_code(cudaStream_t s);

} // namespace post
