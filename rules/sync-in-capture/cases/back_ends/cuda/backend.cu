// rules: sync-in-capture
#include <cuda_runtime.h>
#include "../backend.h"

__global__ void add_one(float *x, int n);

class CudaBackend : public Backend {
public:
	void add(float *x, int n) override
	{
		add_one<<<n / 128, 128, 0, stream>>>(x, n);
		if (cudaGetLastError() != cudaSuccess)
			throw 1;
	}

	void scale(float *x, int n) override
	{
		add_one<<<n / 128, 128, 0, stream>>>(x, n);
		if (cudaStreamSynchronize(stream) != cudaSuccess) // expect: sync-in-capture
			throw 1;
	}

	cudaStream_t stream;
};
