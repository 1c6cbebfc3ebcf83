#include <cuda_runtime.h>

struct tensor {
	float *at;
	int n;
	cudaError_t halve(cudaStream_t stream) const;
	cudaError_t twice(cudaStream_t stream) const;
};
